"""Tests that no row overrules, disputes, excepts, hides or passes on a ruling by a slip: each type
of row with each fault.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from msgspec import structs

from rulings.model.hand_edited import Addition, checked_rows
from rulings.parser.checks import check_references
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.verdicts import FAULTS, AnyRow
from rulings.storage.yaml_files import parse_yaml
from support.data_files import now

# Two by the publisher on one card, the second is later; an unofficial one and one of the publisher's
EARLIER, LATER = "loan-from-chiba-12297dd9", "loan-from-chiba-98ec6c59"
UNOFFICIAL, OFFICIAL = "the-shell-traders-c9768992", "the-shell-traders-75a6df93"
WORDS = {
    EARLIER: "you start the turn",
    LATER: "cannot be used",
    UNOFFICIAL: "the last counter",
    OFFICIAL: "remove it from the game",
    "mouse-8af88c75": "Cannot expose",
}


def note(one: str, other: str, follow: str = "other", kind: str = "later-against-earlier") -> str:
    more = {"neither": "table: X", "other": "extent: part"}[
        "neither" if "neither" in follow else "other"
    ]
    more = "" if kind == "exception" else f", {more}"
    sides = f"one: {{ruling: {one}, words: {WORDS[one]}}}, other: {{ruling: {other}, words: {WORDS[other]}}}"
    return f"- {{title: T, id: t, kind: {kind}, {sides}, follow: {follow}, reason: X{more}}}"


def reversal(ruling: str, takes_back: str, key: str = "replaces") -> str:
    table = ", table: X" if key == "in_doubt" else ""
    return f"- {{ruling: {ruling}, words: {WORDS[ruling]}, {key}: [{takes_back}]{table}}}"


def inheritance(card: str, ruling: str, takes: str, subject: str = "loan-from-chiba") -> str:
    words = {
        "also": f", words: {WORDS[EARLIER]}",
        "all": ", entry: bulldozer-2cc9704a, words: Noisy",
    }
    source = f", ruling: {ruling}" if ruling else ""
    return f"- {{cards: [{card}], subject: {subject}{source}, takes: {takes}, reason: X{words.get(takes, '')}}}"


def near_identical(*rulings: str) -> str:
    return f"- {{about: X, rulings: [{', '.join(rulings)}]}}"


APART = "mouse-8af88c75 have neither a subject nor a card in common"
NOT_OFFICIAL = f"{UNOFFICIAL} is not official, by authorities.yaml and documents.yaml, and cannot"
SAME = "is on both sides with the same words; name two statements"
# Type of row and fault → rows that have it, each with the words that say so
ROWS: dict[tuple[str, str], list[tuple[str, str]]] = {
    ("Note", "same"): [(note(EARLIER, EARLIER, kind="within-document"), f"{EARLIER} {SAME}")],
    ("Note", "kind"): [
        (
            note(EARLIER, LATER, kind=kind),
            f"the kind {kind} is for a statement of `manual` and a statement of `{other}`, not for a "
            "statement of `rulings` and a statement of `rulings`",
        )
        for kind, other in (
            ("manual-against-ruling", "rulings"),
            ("manual-against-run-chart", "run-chart"),
        )
    ],
    ("Note", "apart"): [
        (note(EARLIER, "mouse-8af88c75"), f"{EARLIER} and {APART}; if both are on one question"),
        (note(EARLIER, "mouse-8af88c75", "neither"), APART),
        (note(EARLIER, "mouse-8af88c75", kind="exception"), APART),
    ],
    ("Note", "standing"): [
        (note(OFFICIAL, UNOFFICIAL), f"{NOT_OFFICIAL} overrule {OFFICIAL}: follow that"),
        (note(OFFICIAL, UNOFFICIAL, "neither"), f"{NOT_OFFICIAL} dispute {OFFICIAL}: follow that"),
        (note(OFFICIAL, UNOFFICIAL, kind="exception"), f"{NOT_OFFICIAL} be an exception to"),
    ],
    ("Note", "age"): [
        (note(LATER, EARLIER), f"{EARLIER} (1996-05-19) is older than {LATER} (1996-07-15)")
    ],
    ("Note", "quotation"): [
        (note(EARLIER, LATER).replace("cannot be", "be"), "“be used” is cut off from its negation"),
        (
            note(EARLIER, LATER).replace("cannot be used", "Netrunner-L"),
            f"“Netrunner-L” is the citation or label of {LATER}; quote its words",
        ),
    ],
    ("ReversalRow", "quotation"): [
        (
            reversal(EARLIER, LATER).replace(WORDS[EARLIER], "effect"),
            f"“effect” is cut off from its negation in {EARLIER}",
        )
    ],
    ("ReversalRow", "same"): [(reversal(EARLIER, EARLIER), f"{EARLIER} {SAME}")],
    ("ReversalRow", "kind"): [
        (reversal(LATER, EARLIER), f"{LATER} does not say that it reverses another; write a note")
    ],
    ("ReversalRow", "apart"): [
        (reversal("mouse-8af88c75", EARLIER), f"and {EARLIER} have neither a subject nor a card"),
        (reversal("mouse-8af88c75", EARLIER, "in_doubt"), f"and {EARLIER} have neither"),
    ],
    ("ReversalRow", "standing"): [
        (reversal(UNOFFICIAL, OFFICIAL), f"{NOT_OFFICIAL} overrule {OFFICIAL}"),
        (reversal(UNOFFICIAL, OFFICIAL, "in_doubt"), f"{NOT_OFFICIAL} dispute {OFFICIAL}"),
    ],
    ("ReversalRow", "age"): [
        (reversal(EARLIER, LATER), f"{EARLIER} (1996-05-19) is older than {LATER} (1996-07-15)"),
        (reversal(EARLIER, LATER, "in_doubt"), f"{EARLIER} (1996-05-19) is older than {LATER}"),
    ],
    ("NearIdentical", "same"): [(near_identical(EARLIER, EARLIER), "is listed twice")],
    ("NearIdentical", "apart"): [
        (
            near_identical(EARLIER, "mouse-8af88c75"),
            f"{EARLIER} and mouse-8af88c75 have hardly a word in common",
        )
    ],
    ("NearIdentical", "standing"): [
        (near_identical(OFFICIAL, UNOFFICIAL), f"{NOT_OFFICIAL} stand for {OFFICIAL}")
    ],
    ("NearIdentical", "negated"): [
        (
            near_identical(EARLIER, "archives-trash-d97efd31"),
            "differ in a negation: they need a note",
        ),
        (  # As a note says
            near_identical("security-purge-ee89927c", "priority-requisition-d9e4ba97"),
            "are no repetition: notes.yaml, line",
        ),
    ],
    ("InheritanceRow", "same"): [
        (
            inheritance("loan-from-chiba", EARLIER, "also"),
            "loan-from-chiba cannot inherit its own rulings",
        )
    ],
    ("InheritanceRow", "kind"): [
        (inheritance("asp", EARLIER, "only", "hammer"), f"{EARLIER} is not a ruling on hammer")
    ],
    ("InheritanceRow", "apart"): [
        (
            inheritance("asp", EARLIER, "also"),
            f"asp is not named in {EARLIER}, and `words` has none",
        ),
        (
            inheritance("asp", "", "all", "hammer"),
            "asp is not named in hammer, and `words` has none",
        ),
        (inheritance("asp", EARLIER, "only"), "asp inherits nothing from loan-from-chiba"),
        (inheritance("asp", EARLIER, "not"), "asp inherits nothing from loan-from-chiba"),
    ],
}
CANNOT_HAVE = {  # and why
    ("Note", "negated"): "a note is where statements differ",
    ("ReversalRow", "negated"): "a reversal is where statements differ",
    ("NearIdentical", "kind"): "its sides are rulings, by the types of its keys",
    ("NearIdentical", "quotation"): "it quotes nothing",
    ("InheritanceRow", "quotation"): "its words show why, and decide nothing",
    ("NearIdentical", "age"): "none takes back another",
    ("InheritanceRow", "standing"): "the card shows what it inherits with its marks",
    ("InheritanceRow", "age"): "a card has no date",
    ("InheritanceRow", "negated"): "a card says nothing",
}
FILES = {
    "Note": "notes",
    "ReversalRow": "reversals",
    "NearIdentical": "near-identical",
    "InheritanceRow": "inheritance",
}


def errors_of(parsed: ParsedKnowledge, file: str, text: str) -> list[str]:
    """What is wrong if the row is added to the shipped ones."""
    rows, faults = checked_rows({file: parse_yaml(now(text), file)})
    name = file.replace("-", "_")
    edited = parsed.sources.edited
    changed = {name: [*getattr(edited, name), *(getattr(rows, name) or ())]}
    edited = structs.replace(edited, questions={}, unanswered=[], **changed)
    findings = check_references(replace(parsed, sources=replace(parsed.sources, edited=edited)), [])
    return [
        *(words for _, words in faults.get(file, ())),
        *(problem.text for problem in findings.errors),
    ]


def test_every_fault_of_every_type_of_row_is_planted_or_cannot_be() -> None:
    types = [row.__name__ for row in get_args(AnyRow)]
    assert sorted([*ROWS, *CANNOT_HAVE]) == sorted(product(types, FAULTS))


@pytest.mark.parametrize(
    ("row_type", "text", "words"),
    [(row_type, *row) for (row_type, _), rows in ROWS.items() for row in rows],
)
def test_a_row_that_changes_what_is_followed_by_a_slip_is_refused(
    parsed: ParsedKnowledge, row_type: str, text: str, words: str
) -> None:
    errors = errors_of(parsed, FILES[row_type], text)
    assert [error for error in errors if now(words) in error], errors


@pytest.mark.parametrize(
    ("row_type", "text"),
    [
        ("Note", note(EARLIER, "mouse-8af88c75").replace("reason: X", "reason: X, about: both")),
        ("Note", note(EARLIER, LATER)),
        ("Note", note(EARLIER, LATER, "neither")),
        ("Note", note(UNOFFICIAL, OFFICIAL, kind="exception")),
    ],
)
def test_a_row_that_is_right_is_not(parsed: ParsedKnowledge, row_type: str, text: str) -> None:
    assert errors_of(parsed, FILES[row_type], text) == []


@pytest.mark.parametrize(
    ("reason", "is_named"),
    [("At the events of the Top Runners' Conference", True), ("At its events", False)],
)
def test_a_council_is_named_as_a_search_reads_its_name(
    parsed: ParsedKnowledge, reason: str, is_named: bool
) -> None:
    text = (
        "- {title: T, id: t, kind: later-against-earlier, follow: other, extent: part, "
        f"reason: {reason}, one: {{ruling: ice-and-icebreakers-3baff435, words: moves in}}, "
        "other: {ruling: ice-and-icebreakers-6b8d3e44, words: Use the following procedure}}"
    )
    errors = errors_of(parsed, "notes", text)
    assert [error for error in errors if "write the council's name" in error] == errors
    assert bool(errors) is not is_named


@pytest.mark.parametrize(
    ("reason", "date", "is_refused"),
    [
        ("A league says so", "2035-01-31", True),
        ("A league says so", None, True),
        ("The League List says so", "2035-01-31", False),
        ("A list says so", "1997-05-01", False),  # when the publisher printed lists
    ],
)
def test_a_document_later_than_the_printed_list_is_named_as_a_council_is(
    parsed: ParsedKnowledge, reason: str, date: str | None, is_refused: bool
) -> None:
    (ruling,) = (ruling for ruling in parsed.rulings if ruling.id == now(LATER))
    citation = structs.replace(
        ruling.citations[0], authority="League List", standing="document", date=date
    )
    source = structs.replace(ruling.source, document="additions-2035", lines=(0, 0))
    later = structs.replace(ruling, citations=(citation,), source=source)
    row = Addition(subject=ruling.subject.title, printed=ruling.printed)
    sources = replace(
        parsed.sources, edited=structs.replace(parsed.sources.edited, additions={"2035": [row]})
    )
    changed = replace(
        parsed, sources=sources, rulings=[later if r is ruling else r for r in parsed.rulings]
    )
    errors = errors_of(
        changed, "notes", note(EARLIER, LATER).replace("reason: X", f"reason: {reason}")
    )
    advice = f"{LATER} is the word of a later document (League List), and {EARLIER} that of the publisher"
    assert [error for error in errors if now(advice) in error] == errors
    assert bool(errors) is is_refused
