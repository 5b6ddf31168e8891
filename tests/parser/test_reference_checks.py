"""Tests of the references of hand-edited files: what names something unknown is an error with its
line.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from rulings.api import KnowledgeBase
from rulings.errors import NotFound, RulingsError
from rulings.model.hand_edited import SHAPES, Addition
from rulings.model.ids import ADDITIONS
from rulings.model.validation import parts, type_of
from rulings.parser.checker import ReferenceChecker
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.parse import generate, parse_folder
from rulings.parser.previous import vanished_ids
from rulings.parser.sources import hand_edited_in
from rulings.resolving import find
from rulings.storage.files import Problem
from rulings.storage.yaml_files import dump
from support.data_files import now
from support.source_documents import data_from

DREFF = now("dr-dreff-0a4dff2a")
UNKNOWN = "dr-dreff-0a4dff2b"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def problem(parsed: ParsedKnowledge, file: str, line: int | None, text: str) -> Problem:
    return Problem(str(parsed.sources.folder / f"{file}.yaml"), text, line)


# Titles and numbers are no ids: nothing leads from one to another
WITHOUT_HISTORY = ("card title", "title", "set", "keyword", "card type or keyword", "step")
HISTORIES = {  # the row of moved.yaml for the name → what the error says
    "withdrawn": ("{nothing: By mistake.}", "it is gone: By mistake."),
    "redirected": ("asp", "its id is now asp"),
    "never was": ("", "is called “"),
}


def first_references(folder: Path) -> dict[tuple[str, str], tuple[int, str]]:
    """The first reference of each kind in each hand-edited file, by file and kind: its line and
    name.
    """
    edited = hand_edited_in(folder)
    values = [(name, getattr(edited, name.replace("-", "_")), SHAPES[name]) for name in SHAPES]
    values += [(f"{ADDITIONS}/{n}", rows, list[Addition]) for n, rows in edited.additions.items()]
    references: dict[tuple[str, str], tuple[int, str]] = {}
    for file, value, shape in values:
        for part in parts(value, type_of(shape), value):
            if "refers" in part.metadata and isinstance(part.value, str):
                key = (file, part.metadata["refers"])
                references.setdefault(key, (part.line, part.value))
    return references


@pytest.mark.parametrize("history", HISTORIES)
def test_what_refers_to_something_that_is_not_there_is_an_error(
    all_sources: Path, history: str
) -> None:
    """Each kind of reference in each file, whatever moved.yaml knows of it."""
    write(
        all_sources / "additions/2001.yaml",
        "- {subject: Asp, printed: One., citation: none, read: [rez-after-any-action]}\n",
    )
    redirect, reason = HISTORIES[history]
    places: list[tuple[str, int, str]] = []
    for (file, kind), (line, old) in first_references(all_sources).items():
        if kind in WITHOUT_HISTORY:
            continue
        name = f"asp-000000{len(places):02}"
        path = all_sources / f"{file}.yaml"
        lines = path.read_text(encoding="utf-8").split("\n")
        assert old in lines[line - 1], (file, kind)
        lines[line - 1] = lines[line - 1].replace(old, name, 1)
        write(path, "\n".join(lines))
        places.append((file, line, name))
    path = all_sources / "moved.yaml"
    rows = "".join(f"{name}: {redirect}\n" for *_, name in places if redirect)
    write(path, path.read_text(encoding="utf-8") + rows)
    errors = list(map(str, generate(all_sources, (), ()).errors))
    for file, line, name in places:
        said = [e for e in errors if f"{file}.yaml, line {line}: " in e and name in e]
        assert any(reason in sentence for sentence in said), (file, name, said)


@pytest.mark.parametrize(
    ("change", "new_id"),
    [
        # Like nothing that is new
        ({"printed": "Ice can be dreffed only once, whatever it is."}, None),
        ({}, "dr-dreff-11111111"),  # the same words under another id
    ],
)
def test_of_an_id_that_was_there_before_the_later_one_is_named(
    parsed: ParsedKnowledge, tmp_path: Path, change: dict[str, str], new_id: str | None
) -> None:
    """What took its place is new: never an id that was there before, however much it looks like the
    old one.
    """
    (ruling,) = (ruling for ruling in parsed.rulings if ruling.id == DREFF)
    row = {"id": UNKNOWN, "printed": ruling.printed, **change}
    rows = [row, *({"id": r.id, "printed": r.printed} for r in parsed.rulings if r != ruling)]
    write(
        tmp_path / "cards/corp/dr-dreff.yaml",
        dump({"title": "Dr. Dreff", "id": "dr-dreff", "rulings": rows}),
    )
    renamed = structs.replace(ruling, id="dr-dreff-11111111")
    changed = replace(parsed, rulings=[renamed if r == ruling else r for r in parsed.rulings])
    checker = ReferenceChecker(changed, data_from(changed), (tmp_path,))
    checker.require("steps", 7, "ruling", UNKNOWN)
    text = f"there is no ruling {UNKNOWN} any more: {f'its id is now {new_id}' if new_id else 'it is gone'}; correct this"
    assert checker.findings.errors == [problem(parsed, "steps", 7, text)]


_TOPIC_WITH_RULING = (
    "title: Tracing\nid: tracing\nrulings:\n- id: tracing-00000000\n  printed: |\n    Gone.\n"
)
_TOPIC = "title: Gone\nid: gone\nheading: {line: 1}\n"
_DOCUMENT = """\
title: The Big Sell-Out
id: the-big-sell-out
ledger: {lines: 1, words: 1, accounted: 1, by_kind: {}}
sections:
- {title: Gone, id: variant-gone, level: 1, lines: [1, 1]}
- {title: Deckbuilding, id: variant-deckbuilding, level: 2, lines: [1, 1]}
"""


@pytest.mark.parametrize(
    ("path", "text", "gone"),
    [
        ("note-ids.yaml", "ids: [gone-note, access-order-archives]", "note gone-note"),
        ("topics/gone.yaml", _TOPIC, "topic gone"),
        ("documents/the-big-sell-out.yaml", _DOCUMENT, "section variant-gone"),
        ("topics/tracing.yaml", _TOPIC_WITH_RULING, "ruling tracing-00000000"),
        ("documents/gone.yaml", "title: Gone\nid: gone\n", "document /documents/gone/"),
        (
            "cards/corp/gone.yaml",
            "title: Gone\nid: gone\nside: Corp\ntype: Ice\nset: Base\nrarity: Rare\n",
            "card gone",
        ),
    ],
)
def test_an_id_that_was_written_before_must_lead_somewhere(
    parsed: ParsedKnowledge, tmp_path: Path, path: str, text: str, gone: str
) -> None:
    write(tmp_path / path, text)
    (problem,) = vanished_ids(parsed, data_from(parsed), tmp_path).errors
    assert problem.file.endswith("moved.yaml")
    assert problem.text.startswith(f"the {gone} is gone")
    moved = structs.replace(parsed.sources.edited, moved={gone.partition(" ")[2]: "asp"})
    changed = replace(parsed, sources=replace(parsed.sources, edited=moved))
    assert vanished_ids(changed, data_from(changed), tmp_path).errors == []


def test_rulings_that_are_official_now_and_were_not_are_named(
    parsed: ParsedKnowledge, tmp_path: Path
) -> None:
    before = f"title: Dr. Dreff\nid: dr-dreff\nrulings:\n- {{id: {DREFF}, printed: X, official: false}}\n"
    write(tmp_path / "cards/corp/dr-dreff.yaml", before)
    (problem,) = vanished_ids(parsed, data_from(parsed), tmp_path).warnings
    assert problem.text == f"official now: 1 ruling, {DREFF}"


@pytest.mark.parametrize("text", ["", "ids: 3", "[", "\x00", "<<<<<<< HEAD\nids: []\n"])
def test_a_damaged_file_must_be_restored_first_because_nobody_knows_its_ids(
    parsed: ParsedKnowledge, sources: Path, tmp_path: Path, text: str
) -> None:
    folder = tmp_path / "kb"
    path = folder / "note-ids.yaml"
    write(path, text)
    (problem,) = vanished_ids(parsed, data_from(parsed), folder).errors
    assert problem.file == str(path)
    assert f"restore it first: `git checkout HEAD -- {path}`" in problem.text
    with pytest.raises(RulingsError, match="restore it first"):
        parse_folder(sources, folder)
    assert path.read_text(encoding="utf-8") == text
    assert [*folder.iterdir()] == [path]
    assert vanished_ids(parsed, data_from(parsed), tmp_path / "missing").errors == []


def test_an_id_that_nothing_took_the_place_of_says_why(kb: KnowledgeBase) -> None:
    changed = kb.replaced(withdrawn={UNKNOWN: "It was taken back."})
    for typed in (UNKNOWN, f"/cards/dr-dreff/#{UNKNOWN}"):
        with pytest.raises(NotFound, match=f"^{UNKNOWN} is gone: It was taken back.$"):
            find(changed, typed)


def test_a_redirect_to_another_ruling_than_the_one_with_the_same_words_is_refused(
    parsed: ParsedKnowledge, tmp_path: Path
) -> None:
    (ruling,) = (ruling for ruling in parsed.rulings if ruling.id == DREFF)
    row = {"id": UNKNOWN, "printed": ruling.printed}
    write(
        tmp_path / "cards/corp/dr-dreff.yaml",
        dump({"title": "Dr. Dreff", "id": "dr-dreff", "rulings": [row]}),
    )
    for target, is_refused in ((now("glacier-7e1906d1"), True), (DREFF, False)):
        moved = structs.replace(parsed.sources.edited, moved={UNKNOWN: target})
        changed = replace(parsed, sources=replace(parsed.sources, edited=moved))
        problems = vanished_ids(changed, data_from(changed), tmp_path).errors
        assert [f"it is now {DREFF}" in problem.text for problem in problems] == [True] * is_refused
