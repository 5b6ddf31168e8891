"""Tests of `rulings parse`: the YAML that it generates, and its error messages, after which nothing is written."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml

import rulings
from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.model.constants import CARD_TYPES, DOUBTS, RARITIES, SETS, SIDES
from rulings.model.entities import Ruling
from rulings.parser.check import check
from rulings.parser.parse import Parsed, parse
from rulings.parser.update import update
from rulings.parser.write import existing_files, generated_data, generated_files
from rulings.storage.opening import SHIPPED
from rulings.storage.problems import Problem
from rulings.storage.yaml_reader import parse_yaml
from support.source_documents import RULINGS_FILE, edit_document, printed_rulings


def added_ruling(folder: Path) -> Ruling:
    """The ruling on Dr. Dreff from `additions/2001.yaml`."""
    (ruling,) = [r for r in rulings.open(folder).rulings_for("dr-dreff") if r.source.document == "additions-2001"]
    return ruling


def changed_lines(before: dict[str, str], after: dict[str, str]) -> list[tuple[str, str, str]]:
    """File, old line and new line of each difference; the files must have as many lines as before."""
    changes = []
    for path in before.keys() | after.keys():
        old, new = before.get(path, "").splitlines(), after.get(path, "").splitlines()
        assert len(old) == len(new), path
        changes += [(path, a, b) for a, b in zip(old, new, strict=True) if a != b]
    return changes


def test_the_committed_yaml_is_up_to_date() -> None:
    assert update(check=True).changes == ()


def test_changing_one_source_word_changes_one_line(parsed: Parsed, sources: Path) -> None:
    edit_document(sources, RULINGS_FILE, lambda raw: raw.replace(b"Dreff loses track of\n", b"Dreff loses sight of\n"))
    changes = changed_lines(generated_files(parsed), generated_files(parse(sources)))
    assert changes == [
        (
            "cards/corp/dr-dreff.yaml",
            "    trashes the ice (e.g., Marionette), Dreff loses track of",
            "    trashes the ice (e.g., Marionette), Dreff loses sight of",
        )
    ]


def test_nothing_is_written_if_it_violates_the_schema(
    parsed: Parsed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_a_stray_key(parsed: Parsed) -> dict[str, dict[str, object]]:
        files = generated_data(parsed)
        files["cards/corp/dr-dreff.yaml"]["colour"] = "blue"
        return files

    monkeypatch.setattr("rulings.parser.update.generated_data", with_a_stray_key)
    with pytest.raises(RulingsError, match=r"1 violation of .*\n.*dr-dreff.yaml, line 1: unknown key `colour`"):
        update(output=tmp_path)
    assert not list(tmp_path.iterdir())


def test_card_files_begin_with_the_title_and_errata(parsed: Parsed) -> None:
    text = generated_files(parsed)["cards/corp/dr-dreff.yaml"]
    keys = [line.split(":")[0] for line in text.splitlines() if re.match(r"\w", line)]
    assert keys[:4] == ["title", "id", "side", "type"]
    assert keys.index("errata") < keys.index("rulings")
    assert "&" not in text.replace("R&D", "")
    assert "*" not in text
    assert "- {title: Cowboy Sysop, id: cowboy-sysop}" in generated_files(parsed)["cards/corp/cowboy-sysop.yaml"]


def test_printed_text_keeps_its_lines(parsed: Parsed) -> None:
    source = {line.text.strip() for line in parsed.sources.document("rulings").lines}
    source |= {
        line.strip() for ruling in parsed.rulings if ruling not in printed_rulings(parsed) for line in ruling.body
    }
    for path, text in generated_files(parsed).items():
        if path.startswith(("cards/", "topics/")):
            for block in re.findall(r"printed: \|2?\n((?:    .*\n|\n)+)", text):
                for line in block.splitlines():
                    words = line.strip()
                    assert (
                        words in source or "@" + words in source or "@ " + words in source or len(words.split()) == 1
                    ), (path, words)


def test_every_file_is_plain_yaml(parsed: Parsed) -> None:
    for path, text in generated_files(parsed).items():
        for event in yaml.parse(text, yaml.CSafeLoader):
            assert getattr(event, "anchor", None) is None, path
            assert getattr(event, "tag", None) is None, path
        assert _with_strings(parse_yaml(text, path)) == yaml.load(text, yaml.BaseLoader), path


def _with_strings(value: object) -> object:
    """The value with every scalar as a string, as YAML's base loader reads it."""
    if isinstance(value, dict):
        return {key: _with_strings(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_strings(item) for item in value]
    return (
        {None: "null", True: "true", False: "false"}.get(value, str(value))
        if isinstance(value, bool | None)
        else str(value)
    )


def test_another_output_folder_is_written_and_opened(sources: Path, tmp_path: Path, kb: KnowledgeBase) -> None:
    result = update(sources, tmp_path / "out")
    assert len(result.changes) == len(list(existing_files(tmp_path / "out"))) == len(list(existing_files(SHIPPED)))
    reopened = rulings.open(tmp_path / "out")
    assert [r.id for r in reopened.rulings] == [r.id for r in kb.rulings]
    assert update(sources, tmp_path / "out").changes == ()


def test_a_changed_id_is_noted_where_it_is_used(sources: Path, tmp_path: Path) -> None:
    edit_document(sources, RULINGS_FILE, lambda raw: raw.replace(b"Dreff loses track of\n", b"Dreff loses sight of\n"))
    notes = map(str, update(sources, tmp_path / "out").notes)
    assert any(
        re.search(
            r"questions\.yaml, line \d+: there is no ruling dr-dreff-[0-9a-f]{8} any more; its words were changed, and its id is now dr-dreff-",
            note,
        )
        for note in notes
    )


def test_only_files_no_longer_generated_are_deleted(sources: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    update(sources, out)
    asp, ghost = out / "cards" / "corp" / "asp.yaml", out / "cards" / "corp" / "ghost.yaml"
    shutil.copy(asp, ghost)
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    assert update(sources, out).changes == (Problem("cards/corp/ghost.yaml", "no longer generated"),)
    assert (out / "notes.txt").exists()


def test_files_not_written_by_parse_are_never_deleted(sources: Path, tmp_path: Path) -> None:
    mine = tmp_path / "out" / "documents" / "mine.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text("title: Mine\n", encoding="utf-8")
    with pytest.raises(RulingsError, match=r"mine\.yaml: `rulings parse` did not write this file; move it elsewhere"):
        update(sources, tmp_path / "out")
    assert mine.read_text(encoding="utf-8") == "title: Mine\n"
    assert not (tmp_path / "out" / "cards").exists()


def test_the_shipped_knowledge_base_has_no_errors(kb: KnowledgeBase) -> None:
    report = check(SHIPPED)
    assert report.errors == []
    assert [d["words"] for d in report.documents] == [d["accounted"] for d in report.documents]
    assert sum(d["words"] for d in report.documents) >= 27809  # the five printed documents
    assert report.counts["entries"] == len(kb.rulings) >= 524
    assert report.counts["unattributed"] == 0


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "steps.yaml",
            r"ruling: dr-dreff-[0-9a-f]{8}",
            "ruling: dr-dref-00000000",
            r"steps\.yaml, line \d+: no ruling is called 'dr-dref-00000000'; the nearest is 'dr-dreff-",
        ),
        (
            "questions.yaml",
            r"dr-dreff-[0-9a-f]{8}:",
            "dr-dreff-00000000:",
            r"questions\.yaml, line \d+: no ruling is called 'dr-dreff-00000000'",
        ),
        (
            "steps.yaml",
            r"step: 1\n",
            "step: 21\n",
            r"steps\.yaml, line \d+: step: 21 is greater than the maximum of 20",
        ),
        (
            "steps.yaml",
            r"words: declares a run on it",
            "words: announces a run on it",
            r"steps\.yaml, line \d+: the words 'announces a run on it.*' are not in",
        ),
        (
            "notes.yaml",
            r"section: manual-\S+",
            "section: manual-nowhere",
            r"notes\.yaml, line \d+: no section is called 'manual-nowhere'",
        ),
        (
            "names.yaml",
            'card: "Joan of Arc"',
            'card: "Joan of Ark"',
            r"names\.yaml, line \d+: no card is called 'Joan of Ark'; the nearest is 'Joan of Arc'",
        ),
        (
            "authorities.yaml",
            r'from: "?1997-11-04"?',
            'from: "1997-13-04"',
            r"authorities\.yaml, line \d+: .*'1997-13-04' is not a 'date'",
        ),
        (
            "authorities.yaml",
            r"official: true",
            "official: perhaps",
            r"authorities\.yaml, line \d+: official: must be true or false, not 'perhaps'",
        ),
        (
            "cards.yaml",
            r"id: aardvark",
            "id: aardvark\n  id: aardvark",
            r"cards\.yaml, line \d+: the key 'id' is used twice",
        ),
        ("cards.yaml", r"id: aardvark", "id: asp", r"cards\.yaml, line \d+: 'asp' is already on line \d+"),
        (
            "cards.yaml",
            r"  id: aardvark",
            "\tid: aardvark",
            r"cards\.yaml, line \d+: indented with a tab, but YAML needs spaces",
        ),
        (
            "restorations.yaml",
            r"beside: \"work on that piece of Ice",
            'beside: "work on this piece of Ice',
            r"restorations\.yaml, line \d+: out of date: no line 76 with the words 'work on this",
        ),
        (
            "restorations.yaml",
            r'words: "Aardvark"',
            'words: "Zebra"',
            r"restorations\.yaml, line \d+: 'Zebra' is not the title of a card",
        ),
        ("restorations.yaml", r'words: "Digiconda"', 'words: "Puzzle"', r"the heading 'Puzzle' is already on line \d+"),
        (
            "restorations.yaml",
            r'words: "Digiconda"',
            'words: "Snowbank"',
            r"restorations\.yaml, line \d+: 'Snowbank' is out of alphabetical order",
        ),
        (
            "restorations.yaml",
            r'words: "Digiconda"',
            'words: "Digi Conda"',
            r"restorations\.yaml, line \d+: lines\.words: must be one word, not 'Digi Conda'",
        ),
        (
            "reversals.yaml",
            r"replaces: \[\]",
            "replaces: [dr-dreff-00000000]",
            r"reversals\.yaml, line \d+: no ruling is called 'dr-dreff-00000000'",
        ),
        (
            "notes.yaml",
            r"- emergency-self-construct-45e9a1c4",
            "- emergency-00000000",
            r"notes\.yaml, line \d+: no ruling is called 'emergency-00000000'",
        ),
        (
            "notes.yaml",
            r"- run-chart-18",
            "- run-chart-21",
            r"notes\.yaml, line \d+: no ruling is called 'run-chart-21'",
        ),
        (
            "notes.yaml",
            r"words: Special card effects can be used\. Also",
            "words: Special card effects may be used. Also",
            r"notes\.yaml, line \d+: the words 'Special card effects may .*' are not in step 13",
        ),
        (
            "dates.yaml",
            r"printed: 2/11/96",
            "printed: 2/12/96",
            r"dates\.yaml, line \d+: card-effects-0579026d does not cite JD Wiker with 2/12/96",
        ),
        (
            "dates.yaml",
            r"likely: \"1997-02-11\"",
            'likely: "1997-02-30"',
            r"dates\.yaml, line \d+: .*'1997-02-30' is not a 'date'",
        ),
        (
            "inheritance.yaml",
            r"cards: \[aujourdoui\]",
            "cards: [aujourdhui]",
            r"inheritance\.yaml, line \d+: no card is called 'aujourdhui'",
        ),
        (
            "inheritance.yaml",
            r"source: cloak",
            "source: boardwalk",
            r"inheritance\.yaml, line \d+: cloak-3827eb84 is not a ruling on boardwalk",
        ),
        (
            "errata.yaml",
            r"words: We should have",
            "words: They should have",
            r"errata\.yaml, line \d+: the words 'They should have .*' are not in superglue",
        ),
        (
            "documents.yaml",
            r"line: 108, words",
            "line: 107, words",
            r"documents\.yaml, line \d+: line 107 of the-big-sell-out\.txt does not begin with 'ODie",
        ),
        ("near-identical.yaml", r"how: same", "how: alike", r"near-identical\.yaml, line \d+: .*'alike' is not one of"),
        (
            "documents.yaml",
            r"file: sparkys-run-chart\.txt",
            "file: ../sparkys-run-chart.txt",
            r"documents\.yaml, line \d+: '\.\./sparkys-run-chart\.txt' must be in the folder of documents.yaml",
        ),
        (
            "synonyms.yaml",
            r"weight: 0\.55",
            "weight: 55",
            r"synonyms\.yaml, line \d+: .*55 is greater than the maximum of 1",
        ),
        (
            "documents.yaml",
            r"sha256: 5",
            "sha256: 6",
            r"netrunner-rulings-1\.70\.txt: does not match its checksum in documents\.yaml \(line \d+\); restore the original",
        ),
        (
            "documents.yaml",
            r"file: sparkys-run-chart\.txt",
            "file: lost.txt",
            r"lost\.txt: the file is missing; put it back \(documents\.yaml names it on line \d+\)",
        ),
        (
            "documents.yaml",
            r'date: "2000-03-11"',
            'date: "2000-02-30"',
            r"documents\.yaml, line LINE: 2000-02-30 is not a date",
        ),
        ("names.yaml", r"(?s)^.*$", "- Dreff\n", r"names\.yaml, line 1: must be a mapping, not a list"),
        (
            "names.yaml",
            r"(?s)^.*$",
            "!!python/object/apply:os.system [echo]\n",
            r"names\.yaml, line 1: the tag .* is not used here",
        ),
        (
            "names.yaml",
            r"^# Names",
            "# Names\n# \x00",
            r"names\.yaml, line 2: YAML cannot contain the character '.x00'",
        ),
    ],
)
def test_mistakes_in_hand_edited_files_are_reported(
    sources: Path, tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    path = sources / file
    text = path.read_text(encoding="utf-8")
    match = re.search(old, text)
    assert match
    path.write_text(text[: match.start()] + new + text[match.end() :], encoding="utf-8")
    line = text.count("\n", 0, match.start()) + 1
    with pytest.raises(RulingsError, match=message.replace("LINE", str(line))):
        update(sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "file", ["documents.yaml", "cards.yaml", "authorities.yaml", "names.yaml", "the-big-sell-out.txt"]
)
def test_a_missing_source_file_is_named(sources: Path, tmp_path: Path, file: str) -> None:
    (sources / file).unlink()
    with pytest.raises(RulingsError, match=rf"{re.escape(file)}: the file is missing; put it back"):
        update(sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_alias_bomb_is_rejected_before_it_expands(sources: Path, tmp_path: Path) -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"] + [
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 11)
    ]
    (sources / "names.yaml").write_text("\n".join(levels), encoding="utf-8")
    with pytest.raises(RulingsError, match=r"names\.yaml, line \d+: anchors and aliases are not supported"):
        update(sources, tmp_path / "out")


def test_a_document_that_is_not_utf8_is_reported_with_its_line(sources: Path, tmp_path: Path) -> None:
    path = sources / "sparkys-run-chart.txt"
    path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
    with pytest.raises(RulingsError, match=r"sparkys-run-chart\.txt, line 77: byte 0xa9 is not UTF-8"):
        update(sources, tmp_path / "out")


def test_additions_by_unknown_authors_are_noted(sources: Path, tmp_path: Path) -> None:
    (sources / "additions").mkdir(exist_ok=True)
    words = '- {subject: Dr. Dreff, printed: "Dreff is one.  (Toni Wylie, Netrunner-L, 2001-05-01)"}\n- {subject: Imp, printed: Imp is two.}\n'
    (sources / "additions" / "2001.yaml").write_text(words, encoding="utf-8")
    notes = " ".join(map(str, update(sources, tmp_path / "out").notes))
    assert re.search(r"2001\.yaml, line 1: 'Toni Wylie' is not in authorities\.yaml; the nearest is 'Tom Wylie'", notes)
    assert re.search(r"2001\.yaml, line 2: it has no citation", notes)
    assert not added_ruling(tmp_path / "out").official


ADDITION = """\
- subject: Dr Dreff
  printed: |
    Dreff may throw Dumpster twice in a turn.  (Holger Janssen,
    Netrunner-L, 2001-05-01)
"""


def test_an_added_ruling_is_filed_under_its_card(sources: Path, tmp_path: Path) -> None:
    (sources / "additions").mkdir(exist_ok=True)
    (sources / "additions" / "2001.yaml").write_text(ADDITION, encoding="utf-8")
    changes = update(sources, tmp_path / "out").changes
    assert Problem("cards/corp/dr-dreff.yaml", "missing") in changes
    ruling = added_ruling(tmp_path / "out")
    assert ruling.text == "Dreff may throw Dumpster twice in a turn."
    assert (ruling.citations[0].person, ruling.citations[0].date) == ("Holger Janssen", "2001-05-01")
    assert [m.id for m in ruling.mentions] == ["dr-dreff", "dumpster"]
    assert ruling.official


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "Dr Dreff",
            "Doctor Dref",
            r"2001\.yaml, line 1: no card or topic is called 'Doctor Dref'; the nearest is 'Dr\. Dreff'",
        ),
        ("2001-05-01", "2001-15-01", r"2001\.yaml, line \d+: 2001-15-01 is not a date"),
        ("printed: |", "text: |", r"2001\.yaml, line 1: `printed` is missing"),
    ],
)
def test_mistakes_in_additions_are_reported(sources: Path, tmp_path: Path, old: str, new: str, message: str) -> None:
    (sources / "additions").mkdir(exist_ok=True)
    (sources / "additions" / "2001.yaml").write_text(ADDITION.replace(old, new), encoding="utf-8")
    with pytest.raises(RulingsError, match=message):
        update(sources, tmp_path / "out")


def test_opening_a_folder_without_cards_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RulingsError, match="no such folder"):
        rulings.open(tmp_path / "nowhere")
    with pytest.raises(RulingsError, match="holds no cards"):
        rulings.open(tmp_path)


def test_rulings_without_a_heading_list_candidate_cards(sources: Path, tmp_path: Path) -> None:
    (sources / "restorations.yaml").unlink()
    update(sources, tmp_path / "out")
    damaged = rulings.open(tmp_path / "out")
    assert sum(not r.source.document.startswith("additions-") for r in damaged.rulings) == 524
    assert len(damaged.unattributed) == 113
    assert {r.subject.title for r in damaged.unattributed} == {"Unattributed"}
    assert any("Aardvark" in r.candidates for r in damaged.unattributed)
    assert damaged.rulings_for("ai-chief-financial-officer")[0].text.startswith("Though the card text")


def test_added_rulings_come_after_printed_ones(sources: Path, tmp_path: Path, kb: KnowledgeBase) -> None:
    text = ADDITION + ADDITION.replace("Dr Dreff", "Tracing").replace("Dumpster", "Marionette")
    (sources / "additions" / "2001.yaml").write_text(text, encoding="utf-8")
    update(sources, tmp_path / "out")
    reopened = rulings.open(tmp_path / "out")
    assert [r.subject.id for r in reopened.rulings[-2:]] == ["dr-dreff", "tracing"]
    assert (
        reopened.rulings_for("dr-dreff")[-1].source.document
        == reopened.rulings_for("tracing")[-1].source.document
        == "additions-2001"
    )
    assert [t.id for t in reopened.topics] == [t.id for t in kb.topics]


def test_the_schema_lists_the_same_values_as_the_constants() -> None:
    schema = json.loads((Path(rulings.__file__).parent / "storage" / "schema.json").read_text(encoding="utf-8"))[
        "$defs"
    ]
    assert set(schema["citation"]["properties"]["doubt"]["enum"]) == set(DOUBTS)
    for card in (schema["card"], schema["sources/cards"]["items"]):
        for fact, values in (("side", SIDES), ("type", CARD_TYPES), ("set", SETS), ("rarity", RARITIES)):
            assert set(card["properties"][fact]["enum"]) == set(values)
