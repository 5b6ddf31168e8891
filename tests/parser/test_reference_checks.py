"""Tests of references in hand-edited files. A reference to something unknown is an
error with its line.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import structs

from rulings.errors import NotFound, RulingsError
from rulings.model.hand_edited import SHAPES, Addition
from rulings.model.ids import ADDITIONS
from rulings.model.knowledge import Knowledge
from rulings.model.validation import every_value, type_of
from rulings.names.resolver import only_reference
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.parse import generate, parse_folder
from rulings.parser.sources import hand_edited_in
from rulings.parser.write import kinds_by_id, vanished_ids, written_data
from rulings.storage.files import Problem
from support.data_files import now
from support.source_documents import RULINGS_FILE, data_from, edit_document

DREFF = now("dr-dreff-0a4dff2a")
UNKNOWN = "dr-dreff-0a4dff2b"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def problem(parsed: ParsedKnowledge, file: str, line: int | None, text: str) -> Problem:
    return Problem(str(parsed.sources.folder / f"{file}.yaml"), text, line)


def first_references(folder: Path) -> dict[tuple[str, str], tuple[int, str]]:
    """(file, kind) → line and name of the first reference of this kind."""
    edited = hand_edited_in(folder)
    values = [
        (name, getattr(edited, name.replace("-", "_")), SHAPES[name]) for name in SHAPES
    ]
    values += [
        (f"{ADDITIONS}/{n}", rows, list[Addition])
        for n, rows in edited.additions.items()
    ]
    references: dict[tuple[str, str], tuple[int, str]] = {}
    for file, value, shape in values:
        for part in every_value(value, type_of(shape), value):
            if "refers" in part.metadata and isinstance(part.value, str):
                key = (file, part.metadata["refers"])
                references.setdefault(key, (part.line, part.value))
    return references


def test_what_refers_to_something_that_is_not_there_is_an_error(
    all_sources: Path,
) -> None:
    """Tests each kind of reference in each file, even if moved.yaml has the name."""
    write(
        all_sources / "additions/2001.yaml",
        "- {subject: Asp, printed: One., citation: none}\n",
    )
    places: list[tuple[str, int, str]] = []
    for (file, kind), (line, old) in first_references(all_sources).items():
        if kind == "card type or keyword":
            continue
        name = f"asp-000000{len(places):02}"
        path = all_sources / f"{file}.yaml"
        lines = path.read_text(encoding="utf-8").split("\n")
        assert old in lines[line - 1], (file, kind)
        lines[line - 1] = lines[line - 1].replace(old, name, 1)
        write(path, "\n".join(lines))
        places.append((file, line, name))
    path = all_sources / "moved.yaml"
    rows = "".join(f"{name}: asp\n" for *_, name in places)
    write(path, path.read_text(encoding="utf-8") + rows)
    problems = list(map(str, generate(all_sources).problems))
    for file, line, name in places:
        said = [p for p in problems if f"{file}.yaml, line {line}: " in p and name in p]
        assert any("is called “" in sentence for sentence in said), (file, name, said)


_TOPIC_WITH_RULING = "title: Tracing\nid: tracing\nentries:\n- id: tracing-00000000\n  printed: |\n    Gone.\n"
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
    before = kinds_by_id(written_data(tmp_path))
    now = kinds_by_id(data_from(parsed))
    (problem,) = vanished_ids(parsed, now, before, {})
    assert problem.file.endswith("moved.yaml")
    assert problem.text.startswith(f"the {gone} is gone")
    assert problem.text.endswith("FILE`")  # for an id that was never committed
    moved = structs.replace(
        parsed.sources.edited, moved={gone.partition(" ")[2]: "asp"}
    )
    changed = structs.replace(
        parsed, sources=structs.replace(parsed.sources, edited=moved)
    )
    assert not [*vanished_ids(changed, now, before, {})]


def test_the_new_id_of_a_corrected_ruling_is_named_everywhere_at_once(
    sources: Path, parsed: ParsedKnowledge
) -> None:
    before = kinds_by_id(data_from(parsed))
    old = "skivviss-d1098e9d"
    text = parsed.bodies[old][0]
    edit_document(
        sources,
        RULINGS_FILE,
        lambda content: content.replace(text.encode(), f"Now {text}".encode()),
    )
    problems = [*map(str, generate(sources, before).problems)]
    (new,) = set(re.findall(r"skivviss-(?!d1098e9d)\w{8}", "\n".join(problems)))
    assert any(f"add the row `{old}: {new}`" in line for line in problems)
    for file in ("moved", "questions"):
        path = sources / f"{file}.yaml"
        content = path.read_text(encoding="utf-8").replace(f"{old}:", f"{new}:")
        path.write_text(content, encoding="utf-8")
    with (sources / "moved.yaml").open("a", encoding="utf-8") as moved:
        moved.write(f"{old}: {new}\n")
    assert generate(sources, before).problems == []


@pytest.mark.parametrize("text", ["", "ids: 3", "[", "\x00", "<<<<<<< HEAD\nids: []\n"])
def test_a_damaged_file_must_be_restored_first_because_nobody_knows_its_ids(
    tmp_path: Path, text: str
) -> None:
    write(tmp_path / "note-ids.yaml", text)
    with pytest.raises(
        RulingsError, match=f"^{tmp_path}: a generated file is damaged.*restore it"
    ):
        written_data(tmp_path)
    assert written_data(tmp_path / "missing") == {}


def test_beside_a_damaged_file_nothing_is_written(
    sources: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "kb"
    path = folder / "note-ids.yaml"
    write(path, "ids: 3")
    with pytest.raises(RulingsError, match="a generated file is damaged"):
        parse_folder(sources, folder)
    assert path.read_text(encoding="utf-8") == "ids: 3"
    assert [*folder.iterdir()] == [path]


def test_an_id_that_nothing_took_the_place_of_says_why(kb: Knowledge) -> None:
    changed = kb.replaced(withdrawn={UNKNOWN: "It was taken back."})
    for typed in (UNKNOWN, f"/cards/dr-dreff/#{UNKNOWN}"):
        with pytest.raises(NotFound, match=f"^{UNKNOWN} is gone: It was taken back.$"):
            only_reference(changed, typed)
