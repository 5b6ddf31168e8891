"""Tests of card texts from a file of the user's own on the pages of cards: where they are, and that
nothing else has them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rulings
from rulings.errors import RulingsError
from rulings.site.build import build, configure
from support.built_site import ParsedPage
from support.command_line import run_cli

TEXT = "Invented <b>words</b> {{ 7907 * 7919 }}\u202e\nSecond line"
PAGE = "cards/dr-dreff/index.html"


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    file = tmp_path / "<i>mine.csv"
    file.write_text(f'title,text\nDr. Dreff,"{TEXT}"\nNobody\x1b[31m,Words\n', encoding="utf-8")
    return file


def test_the_text_is_on_the_page_below_the_errata_and_nowhere_else(
    small_folder: Path, texts: Path, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    build(tmp_path / "plain", knowledge_folder=small_folder)
    recwarn.clear()
    build(tmp_path / "site", knowledge_folder=small_folder, card_texts=texts)
    assert [str(warning.message) for warning in recwarn.list][-2:] == [
        "the text in <i>mine.csv is on the pages of 1 card",
        "<i>mine.csv: 1 title of no card here: Nobody[U+001B][31m",
    ]
    plain, site = (
        {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        for folder in (tmp_path / "plain", tmp_path / "site")
    )
    assert site.keys() == plain.keys()
    with_its_hash = {"offline.json", "sw.js"}
    assert {path for path in site if site[path] != plain[path]} == {PAGE, *with_its_hash}
    page = ParsedPage(site[PAGE].decode()).text
    own_text = "The card’s text, from <i>mine.csv Invented <b>words</b> {{ 7907 * 7919 }}[U+202E] Second line"
    parts = ["Sparky (Marc Schmalz)", own_text, "Which fort must Dr. Dreff be in", "Art by"]
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)
    reason = "The text on the card belongs to Wizards of the Coast and is not shown here. "
    without = ParsedPage(plain[PAGE].decode()).text
    assert page.replace(f"{own_text} ", "") == without.replace(reason, "") != without


def test_the_command_takes_the_file(
    small_folder: Path, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb = rulings.open(small_folder)
    monkeypatch.setattr("rulings.api.open_knowledge", lambda kind, folder=None: kb)
    assert run_cli("site", "build", str(tmp_path / "site"), "--card-texts", str(texts)).status == 0
    assert "Second line" in (tmp_path / "site" / PAGE).read_text(encoding="utf-8")


def test_the_variable_names_the_file(
    texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def setting() -> object:
        return configure(tmp_path, None, None, None).plugins["rulings"].config["card_texts"]

    assert not setting()
    monkeypatch.setenv("RULINGS_CARD_TEXTS", str(texts))
    assert setting() == str(texts)


def test_a_file_that_cannot_be_read_stops_the_build(small_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RulingsError, match=r"not built: .*missing\.csv. cannot be read"):
        build(tmp_path / "site", knowledge_folder=small_folder, card_texts=tmp_path / "missing.csv")
    assert not (tmp_path / "site").exists()
