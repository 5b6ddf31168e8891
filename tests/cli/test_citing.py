"""Tests of `--cite` and `--md`: rulings, sections and steps to paste, with the address
of a site if it is known.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs

from rulings.api import KnowledgeBase
from rulings.cli import output
from rulings.model.formatting import citation_line
from rulings.model.knowledge import Knowledge
from support.command_line import run_cli
from support.data_files import now


def test_no_citation_has_numbers_of_marks_that_are_not_in_its_words(
    kb: Knowledge,
) -> None:
    assert [
        section.id for section in kb.sections if re.search(r"[✗⇄]\d", section.cite())
    ] == []


def test_words_after_the_last_citation_are_nobodys(library: KnowledgeBase) -> None:
    ruling = library.ruling(now("dr-dreff-601afce4"))
    text = f"{ruling.text} And this is not his."
    changed = structs.replace(ruling, text=text)
    assert (
        "“And this is not his.” (no authority is cited) — Dr. Dreff, ruling. "
        in changed.cite()
    )
    assert "> And this is not his.\n>\n> (no authority is cited)\n" in changed.cite(
        markdown=True
    )
    assert "; nobody for “And this is not his.”. " in citation_line(changed)
    told = " ".join(remark.line for remark in changed.remarks)
    assert "no authority is cited for “And this is not his.”" in told
    assert "nobody" not in ruling.cite()


def test_the_address_is_added_where_a_site_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RULINGS_SITE", "https://rules.example/sub/")
    address = now("https://rules.example/sub/cards/dr-dreff/#dr-dreff-601afce4")
    assert run_cli("601afce4", "--cite").out.endswith(f" {address}\n")
    assert now(f"[dr-dreff-601afce4]({address})") in run_cli("601afce4", "--md").out


def test_markdown_has_no_bullet_and_shows_the_sign_of_every_remark() -> None:
    lines = run_cli("search", "in:rulings", "-n", "all", "--md").out.splitlines()
    exceptions = [line for line in lines if "+ but see " in line]
    assert len(exceptions) > 10
    assert all(line.startswith("\\+ but see ") for line in exceptions)


def test_markdown_quotes_each_paragraph() -> None:
    lines = run_cli(now("ice-and-icebreakers-6b8d3e44"), "--md").out.splitlines()
    assert (
        len(
            [
                line
                for line in lines
                if line.startswith("> ") and not line.startswith("> —")
            ]
        )
        > 1
    )
    assert sum(line.startswith("> — Ice & Icebreakers") for line in lines) == 1


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("https://rules.example/here/", "https://rules.example/here"),
        ("http://127.0.0.1:8000/rules/", "http://127.0.0.1:8000/rules"),
        ("https://rules.example/here/index.html", "https://rules.example/here"),
        ("https://rules.example/?q=trace#top", "https://rules.example"),
        ("", ""),
    ],
)
def test_the_address_of_the_site_may_be_typed_in_any_way(
    typed: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_SITE", typed)
    assert output.site_address() == address


@pytest.mark.parametrize(
    "typed",
    "/srv/site site rules.example localhost:8000 https:// file:///srv/site".split(),
)
def test_what_is_no_address_of_a_site_is_refused_at_every_door(
    typed: str, library: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ruling, hit = library.ruling("601afce4"), library.search("dreff", limit=1)[0]
    for cite in (
        ruling.cite,
        hit.cite,
        library.rows,
        partial(library.write_database, tmp_path / "library.db"),
    ):
        with pytest.raises(ValueError, match="is not the address of a site"):
            cite(typed)
    monkeypatch.setenv("RULINGS_SITE", typed)
    for line in (
        ["601afce4", "--cite"],
        ["search", "dreff", "--md"],
        ["export", "--format", "csv"],
    ):
        assert run_cli(*line).status == 2
