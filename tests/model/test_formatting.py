"""Tests of the words for dates, counts, the facts of a card, statuses and inheritances."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulings.model import dates, formatting, plain_text, remarks
from rulings.model.entities import Citation, Inherited, Reference
from rulings.model.formatting import cited_parts
from rulings.model.knowledge import Knowledge
from rulings.model.remarks import Remark
from rulings.model.vocabulary import InheritanceBasis


@pytest.mark.parametrize(
    ("iso", "words"),
    [("1997-02-25", "25 February 1997"), ("1996-08", "August 1996"), ("2000", "2000")],
)
def test_dates_are_written_out(iso: str, words: str) -> None:
    assert dates.date_in_words(iso) == words


def test_the_summary_of_a_card_lists_its_printed_facts(kb: Knowledge) -> None:
    dreff, boon = (kb.cards_by_id[id] for id in ("dr-dreff", "ai-boon"))
    assert formatting.summary_parts(dreff) == [
        "Corp upgrade",
        "Sysop",
        "rez 0",
        "trash 3",
        "Base, uncommon",
    ]
    assert [*formatting.number_phrases(boon)] == ["install 12", "strength *", "1 MU"]


def test_x_is_shown_like_a_number(kb: Knowledge) -> None:
    assert [*formatting.number_phrases(kb.cards_by_id["homing-missile"])][:2] == [
        "rez 4",
        "strength X",
    ]
    assert [*formatting.number_phrases(kb.cards_by_id["power-grid-overload"])] == [
        "cost X"
    ]


@pytest.mark.parametrize(
    ("errata", "others", "words"),
    [
        (0, 0, "no rulings"),
        (0, 1, "1 ruling"),
        (1, 0, "1 erratum"),
        (2, 0, "2 errata"),
        (1, 1, "2 rulings (1 erratum)"),
        (2, 7, "9 rulings (2 errata)"),
    ],
)
def test_rulings_are_counted_with_the_errata(
    kb: Knowledge, errata: int, others: int, words: str
) -> None:
    ruling = kb.rulings[0]
    erratum = replace(ruling, erratum=True)
    assert formatting.counted_rulings([erratum] * errata + [ruling] * others) == words


def test_count_uses_singular_and_plural() -> None:
    assert [plain_text.count(n, "ruling") for n in (0, 1, 2)] == [
        "0 rulings",
        "1 ruling",
        "2 rulings",
    ]
    assert [plain_text.count(2, noun) for noun in ("authority", "day")] == [
        "2 authorities",
        "2 days",
    ]


REMARK = Remark("superseded", "note", "Title", ("a", "b", "c"), reason="Why.")


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "✗ superseded: follow a, b, c"),
        ({"words": "two words"}, "✗ superseded: follow a, b, c instead of “two words”"),
        ({"words": "two words", "number": 2}, "✗2 superseded: follow a, b, c"),
        ({"decides": "Do that."}, "✗ superseded: follow a, b, c: “Do that.”"),
        (
            {"decides": "Do that.", "at_the_table": "do this"},
            "✗ superseded: follow a, b, c: do this",
        ),
        (
            {"council": "official there"},
            "✗ superseded: follow a, b, c (the word of a players’ council, official there)",
        ),
        ({"relation": "disputed"}, "⇄ disputed: Title; see a, b, c"),
        (
            {"relation": "disputed", "at_the_table": "toss a coin"},
            "⇄ disputed: toss a coin; see a, b, c",
        ),
        # there is no other entry to follow: words in the same entry are quoted
        ({"to": (), "instead": "these words"}, "✗ superseded: follow “these words”"),
        ({"to": ()}, "✗ superseded"),
        ({"relation": "exception", "words": "two words"}, "+ but see a, b, c: Title"),
        ({"relation": "exception", "number": 3}, "+3 but see a, b, c: Title"),
        ({"relation": "clarification"}, "See also a, b, c: Title"),
        ({"relation": "until-then", "to": ()}, "Until then: Title"),
        ({"relation": "uncited", "to": ()}, "Title"),
    ],
)
def test_a_remark_is_one_line(changes: dict[str, Any], line: str) -> None:
    assert replace(REMARK, **changes).line == line


LATER = replace(REMARK, note="later", to=("d",), decides="Do it.")
SEE_ALSO = Remark("related", "other", "Another", ("a",))


@pytest.mark.parametrize(
    ("shown", "above", "below"),
    [
        ([replace(REMARK, to=("a",))], ["✗ superseded: follow a"], []),
        (
            [replace(REMARK, words="two words", at_the_table="do this")],
            ["✗ superseded: follow a and 2 more instead of “two words”"],
            ["Also follow b, c: do this"],
        ),
        (
            [replace(REMARK, to=("a",), decides="Do that.")],
            ["✗ superseded: follow a"],
            ["Follow “Do that.”"],
        ),
        (
            [replace(REMARK, to=("a",), decides="Do that.", at_the_table="do this")],
            ["✗ superseded: follow a"],
            ["Do this"],
        ),
        (
            [replace(REMARK, to=(), instead="one two three four five six seven")],
            ["✗ superseded: follow “one two three … five six seven”"],
            ["Follow “one two three four five six seven”"],
        ),
        # Another status of the same kind has no headline of its own
        (
            [replace(REMARK, to=("a",)), LATER],
            ["✗ superseded: follow a; 1 more below"],
            ["Follow d: “Do it.”"],
        ),
        (
            [replace(LATER, words="two words"), replace(LATER, note="last", to=())],
            ["✗ superseded: follow d; 1 more below"],
            ["Instead of “two words”: “Do it.”", "“Do it.”"],
        ),
        # The numbers are at the words
        (
            [replace(REMARK, to=("a",), number=1), replace(LATER, number=2)],
            ["✗1 superseded: follow a; 1 more below"],
            ["✗1 superseded: follow a", "✗2 superseded: follow d: “Do it.”"],
        ),
        (
            [
                replace(
                    REMARK, relation="disputed", at_the_table="toss a coin: it is even"
                )
            ],
            ["⇄ disputed: toss a coin"],
            ["It is even; see a, b, c"],
        ),
        # An entry that a line above names is not named again
        (
            [replace(REMARK, to=("a",)), SEE_ALSO],
            ["✗ superseded: follow a"],
            ["See also: Another"],
        ),
        (
            [SEE_ALSO, replace(SEE_ALSO, title="A third")],
            [],
            ["See also a: Another", "See also: A third"],
        ),
    ],
)
def test_remarks_are_one_line_above_the_words_and_the_rest_below(
    shown: list[Remark], above: list[str], below: list[str]
) -> None:
    def texts(lines: list[remarks.ShownLine]) -> list[str]:
        return ["".join(map(str, shown_line.line)) for shown_line in lines]

    around = remarks.around_words(shown)
    assert texts(around.above) == above
    assert texts(around.below) == below


@pytest.mark.parametrize(
    ("why", "on", "about"),
    [
        ("keyword", "Virus", "on Virus cards"),
        ("named", "Sleepy ice", ""),
        ("see", "For notes on Virus programs, see Boardwalk.", "on Virus programs"),
        ("see", "See the rulings on base links.", "on base links"),
        ("see", "See Boardwalk.", ""),
        ("see", "See the notes on Boardwalk.", ""),  # it would only repeat the title
        ("see", None, ""),
    ],
)
def test_inherited_rulings_say_what_they_are_about(
    why: InheritanceBasis, on: str | None, about: str
) -> None:
    group = Inherited(Reference("card", "boardwalk", "Boardwalk"), why, on, None, ())
    assert formatting.inherited_about(group) == about


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], [("One two. Three”", 0)]),
        ([(0, 15)], [("One two. Three”", 1)]),
        # words after the last citation form a part without citations
        ([(0, 8)], [("One two.", 1), ("Three”", 0)]),
        ([(0, 8), (9, 15)], [("One two.", 1), ("Three”", 1)]),
        # two citations support the same words
        ([(0, 8), (0, 8)], [("One two.", 2), ("Three”", 0)]),
        ([(0, 14)], [("One two. Three”", 1)]),  # a quotation mark alone is not a part
    ],
)
def test_a_text_is_divided_where_its_citations_change(
    kb: Knowledge, spans: list[tuple[int, int]], expected: list[tuple[str, int]]
) -> None:
    citations = tuple(Citation("(A)", "A", supports=span) for span in spans)
    ruling = replace(kb.rulings[0], text="One two. Three”", citations=citations)
    pieces = cited_parts(ruling)
    assert [(piece.text, len(piece.citations)) for piece in pieces] == expected
    assert [ruling.text[piece.start : piece.end].strip() for piece in pieces] == [
        words for words, _ in expected
    ]
