"""Tests that reading a document neither loses nor repeats a word, even if the document
was changed at random.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rulings.errors import RulingsError
from rulings.model.vocabulary import RULINGS_DOCUMENT, RUN_CHART_DOCUMENT
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.ledger import (
    chart_ledger,
    ledger_problems,
    make_ledgers,
    rulings_ledger,
    sections_ledger,
)
from rulings.parser.rulings_document import read_rulings_document, restore
from rulings.parser.run_chart import read_run_chart
from rulings.parser.sections import is_tabular, read_sections
from rulings.parser.sources import numbered
from rulings.storage.files import SHIPPED, read_text
from support.examples import example_count
from support.source_documents import parse_shipped_sources, undo_damage


def test_every_word_of_the_documents_is_counted_once(parsed: ParsedKnowledge) -> None:
    ledgers = make_ledgers(parsed)
    documents = parsed.sources.documents.items()
    assert ledgers.keys() >= dict(documents).keys()
    for id, document in documents:
        words = list[str]()
        for line in read_text(document.path).split(
            "\n"
        ):  # without the lines drawn around cells
            cells = line.replace("|", " ").split()
            words += (
                [cell for cell in cells if cell.strip("-:")]
                if is_tabular(line.strip())
                else line.split()
            )
        assert ledgers[id].words == len(words)


@pytest.mark.parametrize("damage", ["missing", "surplus"])
def test_missing_and_doubled_words_are_reported_with_their_line(
    parsed: ParsedKnowledge, damage: str
) -> None:
    document = parsed.sources.documents[RULINGS_DOCUMENT]
    cards = parsed.sources.cards
    text = read_rulings_document(
        restore(document.lines, parsed.sources.edited.restorations, ""),
        cards,
        document.id,
    )
    entry = text.blocks[3].entries[0]
    entry.body[0] = entry.body[0].replace(
        "corp", "" if damage == "missing" else "corp corp", 1
    )
    ledger = rulings_ledger(document.lines, text)
    assert getattr(ledger, damage) == [(entry.lines[0].number, "corp")]
    assert (ledger.accounted == ledger.words) is (damage == "surplus")
    what = {
        "missing": "this word of the source is missing",
        "surplus": "this word is counted twice, or is not in the source",
    }
    place = f"{document.id}, line {entry.lines[0].number}"
    assert [str(problem) for problem in ledger_problems({document.id: ledger})] == [
        f"{place}: “corp”: {what[damage]}"
    ]


def test_lost_words_of_a_step_are_reported(parsed: ParsedKnowledge) -> None:
    chart = parsed.run_chart
    lines = parsed.sources.documents[RUN_CHART_DOCUMENT].lines
    steps = list(chart.steps)
    n = next(n for n, step in enumerate(steps) if step.decision)
    steps[n] = replace(steps[n], decision=None)
    assert chart_ledger(lines, chart).missing == []
    missing = [
        word
        for _, word in chart_ledger(lines, replace(chart, steps=tuple(steps))).missing
    ]
    assert {"Yes:", "No:", "Go"} <= set(missing)


def _mutate(lines: list[str], kinds: list[str], seed: int) -> str:
    rng = random.Random(seed)
    for kind in kinds:
        index = rng.randrange(len(lines) - 1)
        match kind:
            case "delete":
                del lines[index]
            case "double":
                lines.insert(index, lines[index])
            case "swap":
                other = rng.randrange(len(lines) - 1)
                lines[index], lines[other] = lines[other], lines[index]
            case "join":
                lines[index : index + 2] = [
                    lines[index] + " " + lines[index + 1].strip()
                ]
            case "split":
                half = len(lines[index]) // 2
                lines[index : index + 1] = [
                    lines[index][:half],
                    "    " + lines[index][half:],
                ]
            case "tabs":
                lines[index] = lines[index].replace("    ", "\t").replace("   ", "\t")
            case "blank":
                lines.insert(index, "  ")
    return rng.choice(["\n", "\r\n", "\r"]).join(lines)


MUTATIONS = st.lists(
    st.sampled_from(["delete", "double", "swap", "join", "split", "tabs", "blank"]),
    min_size=1,
    max_size=6,
)
DEFAULTS = settings(max_examples=example_count(30))


@pytest.mark.slow
@DEFAULTS
@given(kinds=MUTATIONS, seed=st.integers(0, 2**32), undamaged=st.booleans())
def test_a_changed_rulings_document_adds_up_or_is_rejected(
    kinds: list[str], seed: int, undamaged: bool
) -> None:
    parsed = parse_shipped_sources()
    document = parsed.sources.documents[RULINGS_DOCUMENT]
    text = undo_damage(parsed) if undamaged else read_text(document.path)
    lines = numbered(_mutate(text.split("\n"), kinds, seed))
    cards = parsed.sources.cards
    try:
        restored = lines
        if not undamaged:
            restored = restore(
                lines, parsed.sources.edited.restorations, "restorations.yaml"
            )
        read = read_rulings_document(restored, cards, "the document")
    except RulingsError as error:
        assert ", line " in str(error)
        return
    ledger = rulings_ledger(lines, read)
    assert (ledger.missing, ledger.surplus) == ([], [])


@DEFAULTS
@given(
    kinds=MUTATIONS,
    seed=st.integers(0, 2**32),
    id=st.deferred(
        lambda: st.sampled_from(
            [
                id
                for id in parse_shipped_sources().sources.documents
                if id != RULINGS_DOCUMENT
            ]
        )
    ),
)
# The question of a step is printed twice
@example(kinds=["split", "double"], seed=0, id=RUN_CHART_DOCUMENT)
def test_other_changed_documents_add_up_or_are_rejected(
    kinds: list[str], seed: int, id: str
) -> None:
    document = parse_shipped_sources().sources.documents[id]
    text = document.path.read_text(encoding="utf-8")
    lines = tuple(numbered(_mutate(text.split("\n"), kinds, seed)))
    document = replace(document, lines=lines)
    try:
        if id == RUN_CHART_DOCUMENT:
            ledger = chart_ledger(lines, read_run_chart(document))
        else:
            ledger = sections_ledger(lines, read_sections(document))
    except RulingsError as error:
        assert ", line " in str(error)
        return
    assert (ledger.missing, ledger.surplus) == ([], [])


@pytest.mark.parametrize(
    ("line_ending", "start"),
    [(b"\r\n", b""), (b"\r", b""), (b"\n", b"\xef\xbb\xbf")],
    ids=["CR LF", "CR", "BOM"],
)
def test_line_endings_and_byte_order_marks_do_not_matter(
    tmp_path: Path, line_ending: bytes, start: bytes
) -> None:
    original = (SHIPPED / "sources" / "sparkys-run-chart.txt").read_bytes()
    path = tmp_path / "chart.txt"
    path.write_bytes(start + original.replace(b"\n", line_ending))
    assert [line.text for line in numbered(read_text(path))] == [
        line.text for line in numbered(original.decode())
    ]
