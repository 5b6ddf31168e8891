"""The YAML is for people and diffs well; what is wrong in a file kept by hand is one sentence, and nothing is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from damage import RULINGS_FILE, edit_document
from hypothesis import given
from hypothesis import strategies as st

import rulings
from rulings.errors import RulingsError
from rulings.knowledge import SHIPPED, KnowledgeBase
from rulings.parser.check import check
from rulings.parser.parse import Parsed, parse
from rulings.parser.update import update
from rulings.parser.write import existing, files
from rulings.yaml_reader import parse_yaml
from rulings.yaml_writer import Block, Flow, FlowMap, dump


def changed_lines(before: dict[str, str], after: dict[str, str]) -> list[tuple[str, str, str]]:
    """File, old line, new line of each line that differs (files of the same length)."""
    found = []
    for path in before.keys() | after.keys():
        old, new = before.get(path, "").splitlines(), after.get(path, "").splitlines()
        assert len(old) == len(new), path
        found += [(path, a, b) for a, b in zip(old, new, strict=True) if a != b]
    return found


def test_what_is_committed_is_what_is_parsed() -> None:
    assert update(check=True).changes == ()


def test_a_word_changed_in_a_source_changes_one_line(parsed: Parsed, sources: Path) -> None:
    edit_document(sources, RULINGS_FILE, lambda raw: raw.replace(b"Dreff loses track of\n", b"Dreff loses sight of\n"))
    changes = changed_lines(files(parsed), files(parse(sources)))
    assert changes == [("cards/corp/dr-dreff.yaml", "    trashes the ice (e.g., Marionette), Dreff loses track of",
                        "    trashes the ice (e.g., Marionette), Dreff loses sight of")]


def test_a_card_file_reads_from_the_top(parsed: Parsed) -> None:
    text = files(parsed)["cards/corp/dr-dreff.yaml"]
    keys = [line.split(":")[0] for line in text.splitlines() if re.match(r"\w", line)]
    assert keys[:4] == ["title", "id", "side", "type"]
    assert keys.index("errata") < keys.index("rulings")
    assert "&" not in text.replace("R&D", "") and "*" not in text
    assert "- {title: Cowboy Sysop, id: cowboy-sysop}" in files(parsed)["cards/corp/cowboy-sysop.yaml"]


def test_words_stand_as_one_block_line_by_line_as_printed(parsed: Parsed) -> None:
    source = {line.text.strip() for line in parsed.sources.document("rulings").lines}
    for path, text in files(parsed).items():
        if path.startswith(("cards/", "topics/")):
            for block in re.findall(r"printed: \|2?\n((?:    .*\n|\n)+)", text):
                for line in block.splitlines():
                    words = line.strip()
                    assert words in source or "@" + words in source or "@ " + words in source or len(words.split()) == 1, (path, words)


def test_every_file_is_read_back_as_plain_yaml(parsed: Parsed) -> None:
    for path, text in files(parsed).items():
        for event in yaml.parse(text, yaml.CSafeLoader):
            assert getattr(event, "anchor", None) is None and getattr(event, "tag", None) is None, path
        assert _strings(parse_yaml(text, path)) == yaml.load(text, yaml.BaseLoader), path


def _strings(value: object) -> object:
    """As YAML's base loader has it: no types but strings."""
    if isinstance(value, dict):
        return {key: _strings(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_strings(item) for item in value]
    return {None: "null", True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool | None) else str(value)


PRINTABLE = st.text(st.characters(blacklist_categories=("Cs", "Cc")) | st.sampled_from("\n\t#:-'\"[]{},&*!|>%@`? "), max_size=40)


@given(st.dictionaries(PRINTABLE.filter(bool), PRINTABLE | st.integers() | st.booleans() | st.none(), max_size=5))
def test_whatever_is_written_is_read_back(data: dict[str, object]) -> None:
    text = dump({"flow": Flow(data.values()), "map": FlowMap(data), "list": list(data.values()), "deep": [data]})
    read = parse_yaml(text, "x")
    assert read["flow"] == list(data.values())
    assert read["list"] == list(data.values())
    assert read["map"] == data
    assert read["deep"] == [data]


@given(st.lists(st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="\u2028\u2029\x85\ufeff"), max_size=30), min_size=1, max_size=5))
def test_blocks_are_read_back(lines: list[str]) -> None:
    words = "\n".join(lines)
    if words.strip():
        assert parse_yaml(dump({"block": Block(words), "after": 1}), "x")["block"].rstrip("\n") == words.rstrip("\n")


def test_another_folder_is_written_and_opened(sources: Path, tmp_path: Path, kb: KnowledgeBase) -> None:
    result = update(sources, tmp_path / "out")
    assert len(result.changes) == len(list(existing(tmp_path / "out"))) == 609
    again = rulings.open(tmp_path / "out")
    assert [r.id for r in again.rulings] == [r.id for r in kb.rulings]
    assert update(sources, tmp_path / "out").changes == ()


def test_a_changed_word_leaves_a_note_where_its_old_id_is_used(sources: Path, tmp_path: Path) -> None:
    edit_document(sources, RULINGS_FILE, lambda raw: raw.replace(b"Dreff loses track of\n", b"Dreff loses sight of\n"))
    notes = update(sources, tmp_path / "out").notes
    assert any(re.search(r"questions\.yaml, line \d+: dr-dreff-[0-9a-f]{8} is not there any more; its words were changed, and its id is dr-dreff-", note) for note in notes)


def test_what_is_no_longer_made_is_deleted_and_nothing_else(sources: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    update(sources, out)
    (out / "cards" / "corp" / "ghost.yaml").write_text("title: Ghost\n", encoding="utf-8")
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    assert update(sources, out).changes == ("cards/corp/ghost.yaml: no longer made",)
    assert (out / "notes.txt").exists()


def test_the_shipped_knowledge_base_checks(kb: KnowledgeBase) -> None:
    report = check(SHIPPED)
    assert report.errors == []
    assert sum(d["words"] for d in report.documents) == sum(d["accounted"] for d in report.documents) == 27809
    assert report.counts["entries"] == 524
    assert report.counts["unattributed"] == 0


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("steps.yaml", r"ruling: dr-dreff-[0-9a-f]{8}", "ruling: dr-dref-00000000", r"steps\.yaml, line \d+: no ruling is called 'dr-dref-00000000'; the nearest is 'dr-dreff-"),
        ("questions.yaml", r"dr-dreff-[0-9a-f]{8}:", "dr-dreff-00000000:", r"questions\.yaml, line \d+: no ruling is called 'dr-dreff-00000000'"),
        ("steps.yaml", r"step: 1\n", "step: 21\n", r"steps\.yaml, line \d+: \[\d+\]\.step: 21 is greater than the maximum of 20"),
        ("steps.yaml", r"words: declares a run on it", "words: announces a run on it", r"steps\.yaml, line \d+: the words 'announces a run on it.*' do not stand in"),
        ("notes.yaml", r"section: manual-\S+", "section: manual-nowhere", r"notes\.yaml, line \d+: no section is called 'manual-nowhere'"),
        ("names.yaml", 'card: "Joan of Arc"', 'card: "Joan of Ark"', r"names\.yaml, line \d+: no card is called 'Joan of Ark'; the nearest is 'Joan of Arc'"),
        ("authorities.yaml", r'from: "?1997-11-04"?', 'from: "1997-13-04"', r"authorities\.yaml, line \d+: .*'1997-13-04' is not a 'date'"),
        ("authorities.yaml", r"official: true", "official: perhaps", r"authorities\.yaml, line \d+: \[0\]\.official: 'perhaps' is not of type 'boolean'"),
        ("cards.yaml", r"id: aardvark", "id: aardvark\n  id: aardvark", r"cards\.yaml, line \d+: the key 'id' stands here twice"),
        ("cards.yaml", r"id: aardvark", "id: asp", r"cards\.yaml, line \d+: 'asp' stands on line \d+ already"),
        ("cards.yaml", r"  id: aardvark", "\tid: aardvark", r"cards\.yaml, line \d+: a tab stands where YAML wants spaces"),
        ("restorations.yaml", r"beside: \"work on that piece of Ice", 'beside: "work on this piece of Ice', r"restorations\.yaml, line \d+: stale: no line 76 reading 'work on this"),
        ("restorations.yaml", r'words: "Aardvark"', 'words: "Zebra"', r"restorations\.yaml, line \d+: 'Zebra' is no card's title"),
        ("restorations.yaml", r'words: "Digiconda"', 'words: "Puzzle"', r"the heading 'Puzzle' stands on line \d+ already"),
        ("restorations.yaml", r'words: "Digiconda"', 'words: "Snowbank"', r"restorations\.yaml, line \d+: 'Snowbank' is out of alphabetical place"),
        ("restorations.yaml", r'words: "Digiconda"', 'words: "Digi Conda"', r"restorations\.yaml, line \d+: a restored line holds exactly one word"),
        ("reversals.yaml", r"replaces: \[\]", "replaces: [dr-dreff-00000000]", r"reversals\.yaml, line \d+: no ruling is called 'dr-dreff-00000000'"),
        ("near-identical.yaml", r"how: same", "how: alike", r"near-identical\.yaml, line \d+: .*'alike' is not one of"),
        ("documents.yaml", r"file: sparkys-run-chart\.txt", "file: ../sparkys-run-chart.txt", r"documents\.yaml, line \d+: '\.\./sparkys-run-chart\.txt' lies elsewhere"),
        ("synonyms.yaml", r"weight: 0\.55", "weight: 55", r"synonyms\.yaml, line \d+: .*55 is greater than the maximum of 1"),
        ("documents.yaml", r"sha256: 5", "sha256: 6", r"netrunner-rulings-1\.70\.txt: changed against its checksum in documents\.yaml \(line \d+\); put the original back"),
        ("documents.yaml", r"file: sparkys-run-chart\.txt", "file: lost.txt", r"lost\.txt: the file is missing; put it back \(documents\.yaml names it on line \d+\)"),
        ("documents.yaml", r'date: "2000-03-11"', 'date: "2000-02-30"', r"documents\.yaml, line 8: 2000-02-30 is no date"),
        ("names.yaml", r"(?s)^.*$", "- Dreff\n", r"names\.yaml, line 1: .* is not of type 'object'"),
        ("names.yaml", r"(?s)^.*$", "!!python/object/apply:os.system [echo]\n", r"names\.yaml, line 1: the tag .* is not used here"),
        ("names.yaml", r"^# Names", "# Names\n# \x00", r"names\.yaml, line 2: the character '.x00' cannot stand in YAML"),
    ],
)
def test_a_mistake_in_a_file_kept_by_hand(sources: Path, tmp_path: Path, file: str, old: str, new: str, sentence: str) -> None:
    path = sources / file
    text, count = re.subn(old, new.replace("\\", "\\\\"), path.read_text(encoding="utf-8"), count=1)
    assert count == 1
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulingsError, match=sentence):
        update(sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("file", ["documents.yaml", "cards.yaml", "authorities.yaml", "names.yaml", "the-big-sell-out.txt"])
def test_a_missing_file_is_named(sources: Path, tmp_path: Path, file: str) -> None:
    (sources / file).unlink()
    with pytest.raises(RulingsError, match=rf"{re.escape(file)}: the file is missing; put it back"):
        update(sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_alias_bomb_is_refused_before_it_goes_off(sources: Path, tmp_path: Path) -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 11)]
    (sources / "names.yaml").write_text("\n".join(levels), encoding="utf-8")
    with pytest.raises(RulingsError, match=r"names\.yaml, line \d+: anchors and aliases are not used here"):
        update(sources, tmp_path / "out")


def test_a_document_in_another_encoding_names_the_line(sources: Path, tmp_path: Path) -> None:
    path = sources / "sparkys-run-chart.txt"
    path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
    with pytest.raises(RulingsError, match=r"sparkys-run-chart\.txt, line 77: byte 0xa9 is not UTF-8"):
        update(sources, tmp_path / "out")


def test_an_addition_by_nobody_known_is_noted(sources: Path, tmp_path: Path) -> None:
    (sources / "additions").mkdir(exist_ok=True)
    words = "- {subject: Dr. Dreff, printed: \"Dreff is one.  (Toni Wylie, Netrunner-L, 2001-05-01)\"}\n- {subject: Imp, printed: Imp is two.}\n"
    (sources / "additions" / "2001.yaml").write_text(words, encoding="utf-8")
    notes = " ".join(update(sources, tmp_path / "out").notes)
    assert re.search(r"2001\.yaml, line 1: authorities\.yaml does not know 'Toni Wylie'; the nearest is 'Tom Wylie'", notes)
    assert re.search(r"2001\.yaml, line 2: nobody is cited for it", notes)
    assert not rulings.open(tmp_path / "out").rulings_for("dr-dreff")[-1].official


ADDITION = """\
- subject: Dr Dreff
  printed: |
    Dreff may throw Dumpster twice in a turn.  (Holger Janssen,
    Netrunner-L, 2001-05-01)
"""


def test_an_added_ruling_stands_under_its_card(sources: Path, tmp_path: Path) -> None:
    (sources / "additions").mkdir(exist_ok=True)
    (sources / "additions" / "2001.yaml").write_text(ADDITION, encoding="utf-8")
    changes = update(sources, tmp_path / "out").changes
    assert "cards/corp/dr-dreff.yaml: missing" in changes
    added = rulings.open(tmp_path / "out").rulings_for("dr-dreff")[-1]
    assert added.text == "Dreff may throw Dumpster twice in a turn."
    assert (added.source.document, added.citations[0].person, added.citations[0].date) == ("additions-2001", "Holger Janssen", "2001-05-01")
    assert [m.id for m in added.mentions] == ["dr-dreff", "dumpster"]
    assert added.official


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("Dr Dreff", "Doctor Dref", r"2001\.yaml, line 1: no card or topic is called 'Doctor Dref'; the nearest is 'Dr\. Dreff'"),
        ("2001-05-01", "2001-15-01", r"2001\.yaml, line \d+: 2001-15-01 is no date"),
        ("printed: |", "text: |", r"2001\.yaml, line 1: `printed` is missing"),
    ],
)
def test_a_mistake_in_an_addition(sources: Path, tmp_path: Path, old: str, new: str, sentence: str) -> None:
    (sources / "additions").mkdir(exist_ok=True)
    (sources / "additions" / "2001.yaml").write_text(ADDITION.replace(old, new), encoding="utf-8")
    with pytest.raises(RulingsError, match=sentence):
        update(sources, tmp_path / "out")


def test_a_knowledge_base_that_is_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(RulingsError, match="no such folder"):
        rulings.open(tmp_path / "nowhere")
    with pytest.raises(RulingsError, match="holds no cards"):
        rulings.open(tmp_path)


def test_rulings_without_a_heading_are_opened_too_each_with_what_it_can_belong_to(sources: Path, tmp_path: Path) -> None:
    (sources / "restorations.yaml").unlink()
    update(sources, tmp_path / "out")
    damaged = rulings.open(tmp_path / "out")
    assert len(damaged.rulings) == 524
    assert len(damaged.unattributed) == 113
    assert {r.subject.title for r in damaged.unattributed} == {"Unattributed"}
    assert any("Aardvark" in r.candidates for r in damaged.unattributed)
    assert damaged.rulings_for("ai-chief-financial-officer")[0].text.startswith("Though the card text")
