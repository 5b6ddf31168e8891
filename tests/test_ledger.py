"""Nothing is lost: every word of every document stands in exactly one place, whatever is done to the document."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.errors import RulingsError
from rulings.model.ids import fold
from rulings.parser.entries import read_entries
from rulings.parser.ledger import chart_ledger, make_ledgers, rulings_ledger, sections_ledger
from rulings.parser.lines import numbered, read_lines
from rulings.parser.parse import Parsed
from rulings.parser.restorations import restore
from rulings.parser.run_chart import read_run_chart
from rulings.parser.sections import read_sections
from rulings.storage.opening import SHIPPED
from support.damage import shipped, undamaged
from support.examples import examples

WORDS = {
    "netrunner-rulings": 17758,
    "sparkys-run-chart": 594,
    "comprehensive-reference-manual": 1101,
    "the-big-sell-out": 2353,
    "android-netrunner-tournament-regulations": 6003,
}


def test_every_word_of_the_documents_stands_in_one_place(parsed: Parsed) -> None:
    books = make_ledgers(parsed)
    assert {id: books[id].words for id in WORDS} == WORDS
    assert all(book.accounted == book.words for book in books.values())
    assert not [word for book in books.values() for word in (*book.missing, *book.counted_twice)]


def test_the_ledger_counts_words_as_wc_does(parsed: Parsed) -> None:
    for id, book in make_ledgers(parsed).items():
        assert book.words == len(parsed.sources.documents[id].path.read_text(encoding="utf-8").split())


@pytest.mark.parametrize("damage", ["missing", "counted_twice"])
def test_a_word_missing_or_doubled_is_noticed_with_its_line(parsed: Parsed, damage: str) -> None:
    document = parsed.sources.document("rulings")
    cards = {fold(card.title): card for card in parsed.sources.cards}
    text = read_entries(restore(document.lines, parsed.sources.restorations, "")[0], cards, document.id)
    entry = text.blocks[3].entries[0]
    entry.body[0] = entry.body[0].replace("corp", "" if damage == "missing" else "corp corp", 1)
    book = rulings_ledger(document.lines, text)
    assert getattr(book, damage) == [f"line {entry.lines[0].number}: 'corp'"]
    assert (book.accounted == book.words) is (damage == "counted_twice")


def _mutate(lines: list[str], kinds: list[str], seed: int) -> str:
    chance = random.Random(seed)
    for kind in kinds:
        at = chance.randrange(len(lines) - 1)
        match kind:
            case "delete":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                other = chance.randrange(len(lines) - 1)
                lines[at], lines[other] = lines[other], lines[at]
            case "join":
                lines[at : at + 2] = [lines[at] + " " + lines[at + 1].strip()]
            case "split":
                half = len(lines[at]) // 2
                lines[at : at + 1] = [lines[at][:half], "    " + lines[at][half:]]
            case "tabs":
                lines[at] = lines[at].replace("    ", "\t").replace("   ", "\t")
            case "blank":
                lines.insert(at, "  ")
    return chance.choice(["\n", "\r\n", "\r"]).join(lines)


MUTATIONS = st.lists(st.sampled_from(["delete", "double", "swap", "join", "split", "tabs", "blank"]), min_size=1, max_size=6)
DEFAULTS = settings(max_examples=examples(30), deadline=None)


@DEFAULTS
@given(kinds=MUTATIONS, seed=st.integers(0, 2**32), bom=st.booleans(), whole=st.booleans())
def test_a_changed_rulings_document_still_adds_up_or_says_where_not(kinds: list[str], seed: int, bom: bool, whole: bool) -> None:
    parsed = shipped()
    document = parsed.sources.document("rulings")
    raw = document.path.read_bytes()
    text = (undamaged(raw, parsed) if whole else raw).decode()
    lines = numbered("\ufeff" * bom + _mutate(text.split("\n"), kinds, seed))
    cards = {fold(card.title): card for card in parsed.sources.cards}
    try:
        restored, _ = restore(tuple(lines), parsed.sources.restorations, "restorations.yaml")
        read = read_entries(restored, cards, "the document")
    except RulingsError as error:
        assert ", line " in str(error)
        return
    book = rulings_ledger(lines, read)
    assert (book.missing, book.counted_twice) == ([], [])


@DEFAULTS
@given(
    kinds=MUTATIONS, seed=st.integers(0, 2**32), bom=st.booleans(), short=st.sampled_from(["run-chart", "manual", "variant", "tournament"])
)
def test_the_other_documents_too(kinds: list[str], seed: int, bom: bool, short: str) -> None:
    document = shipped().sources.document(short)
    text = document.path.read_text(encoding="utf-8")
    lines = tuple(numbered("\ufeff" * bom + _mutate(text.split("\n"), kinds, seed)))
    try:
        if short == "run-chart":
            book = chart_ledger(lines, read_run_chart(lines, "chart", "the chart"))
        else:
            book = sections_ledger(lines, read_sections(replace(document, lines=lines)))
    except RulingsError as error:
        assert ", line " in str(error)
        return
    assert (book.missing, book.counted_twice) == ([], [])


def test_the_form_of_the_file_does_not_matter(tmp_path) -> None:  # type: ignore[no-untyped-def]
    plain = (SHIPPED / "sources" / "sparkys-run-chart.txt").read_bytes()
    expected = [line.text for line in numbered(plain.decode())]
    for name, raw in {"crlf": plain.replace(b"\n", b"\r\n"), "cr": plain.replace(b"\n", b"\r"), "bom": b"\xef\xbb\xbf" + plain}.items():
        path = tmp_path / name
        path.write_bytes(raw)
        assert [line.text for line in read_lines(path)] == expected, name


def test_latin_1_is_refused_with_the_line(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "chart.txt"
    path.write_bytes("Sparky's Run Chart\n\nNetrunner is © 1996".encode("latin-1"))
    with pytest.raises(RulingsError, match=r"chart\.txt, line 3: byte 0xa9 is not UTF-8"):
        read_lines(path)
