"""Tests that correct edits are accepted: the printed rulings as additions, and rulings
of other shapes.
"""

from __future__ import annotations

from pathlib import Path

from rulings.model.formatting import attribution
from rulings.model.knowledge import Knowledge
from rulings.parser.parse import generate
from rulings.storage.yaml_files import dump

CITED = "  (Sparky, Netrunner-L, 1997-05-01)"
RIGHT = (
    "Homing Missile's subroutine ends nothing.",
    "Both Bug Zappers do their damage.",
    "After Dr. Dreff, e.g. two pieces of ice, N.E.T.O. costs 3.",
    "Vewy Vewy Quiet is played as printed.",
    'A card that is 6" away is out of play.',
    "“May I look at it?” (the usual question) is answered with no.",
    "Q: May I look at it? A: No.",
    "May the Corp rez it? No.",
    "The Corp may overrule what a die shows.",
    "A die that shows what was reversed is rolled anew.",
    "“It is one.\n\nIt is two,” says the card.",
    "That that is so was never in doubt.",
    "Errata on agendas hold for both players.",
    "An ERRATUM that is lost says nothing.",
    "The first card costs > 3 bits and < 5.",
    "Asp: one action, then another.",
    "It counts as one (not two).",
    "It counts as one [not two].",
    "Asp, Imp & Clown are programs; the third is a virus.",
    "See what is on top, then decide.",
    "1. Rez it. 2. Pay for it. 3. Encounter it.",
    "- It is rezzed.\n- It is paid for.",
    "The date: 1997 or later.",
    "From the Archives: nothing.",
    "Cards from R&D go to HQ.",
    "The Runner forgoes 1 MU … and keeps it.",
    "Ice, once rezzed, “stays” so – as ever!",
    "IT IS SO",
    "The Shell Trader keeps its counters.",
    "The ruling of 1996-05-01 is confirmed.",
    # Parentheses that are not citations
    "It is one (since 1997) for most cards (3/4 of them in May 2024).",
    "It is one (see the FAQ of 1996), as before (Sparky said so in 1996).",
    "It is one (cf. the ruling of 31 January 2025), as of Proteus (1996).",
    "It is one (as of 2025-01-31), as dr-dreff-504d5230 says (until 31.01.2035).",
    "It is one (e.g., 1/2 of them), or more (i.e., 10-12 bits, as of 1997).",
    "It is one (10-12 bits) as of 1997 (1997-98).",
    "The bonus no longer applies after step 12 of Sparky's Run Chart.",
    "A hosted Runner Sensei that is taken back to the hand loses its counters.",
    "If Marionette is taken back at step 13 of Sparky's Run Chart, it is over.",
    "The Rulebook forbids that a move is taken back.",
    "Contrary to popular belief, the Rulebook lets the Corp look.",
    "Contrary to what many say, Sparky's ruling is right: it stays.",
    "No later ruling reverses Sparky's.",
    "This agrees with lockjaw-d32fc35e, which reversed the FAQ.",
    "This confirms lockjaw-d32fc35e and its reversal of the FAQ: it stays.",
    "The strength no longer applies, as lockjaw-d32fc35e says.",
    "If the effect is reversed by Joan of Arc, Sparky's sequence is kept.",
    "“Does this overrule Sparky?” No, both are right.",
    # True reversals, which are asked about but never refused
    "This reverses lockjaw-d32fc35e: it stays.",
    "It overrules what Sparky said.",
    "It is one (REVERSES a previous ruling).",
)
QUESTIONS = (
    "Dr. Dreff",
    "does Dr. Dreff count as ice?",
    "May I throw Homing Missile's ice (the Corp's)?",
    "MAY I?",
    "is a sysop, like Dr. Dreff, an upgrade - or a node?",
    "vewy vewy quiet twice",
)


def problems_of(sources: Path, rows: list[dict[str, object]]) -> list[str]:
    """The errors reported for added rulings."""
    (sources / "additions/2001.yaml").write_text(dump(rows), encoding="utf-8")
    return list(map(str, generate(sources).problems))


def test_the_printed_rulings_pass_as_additions(sources: Path, kb: Knowledge) -> None:
    """Each is added to a card without rulings, with dates in the form for additions."""
    subject_ids = {entry.subject.id for entry in kb.ruling_entries}
    subjects = [card.title for card in kb.cards if card.id not in subject_ids]
    rows = list[dict[str, object]]()
    for number, ruling in enumerate(
        ruling for ruling in kb.ruling_entries if not ruling.reversal
    ):
        printed = ruling.printed
        for citation in ruling.citations:
            words = citation.printed.strip("();. ")
            printed = printed.replace(words, attribution(citation), 1)
        subject = subjects[number % len(subjects)]
        row: dict[str, object] = {
            "subject": subject,
            "printed": printed,
            "note": "As printed.",
        }
        if not (ruling.citations or ruling.is_cross_reference):
            row["citation"] = "none"
        rows.append(row)
    assert len(rows) > 500
    assert problems_of(sources, rows) == []


def test_right_rulings_of_other_shapes_pass(sources: Path) -> None:
    rows: list[dict[str, object]] = [
        {"subject": "Imp", "printed": words + CITED} for words in RIGHT
    ]
    rows.append(
        {"subject": "Dr. Dreff", "printed": f"It is.{CITED}", "questions": [*QUESTIONS]}
    )
    assert len(RIGHT) == 51
    # A nickname may be a link in many additions
    rows += [{"subject": "Imp", "printed": f"Dropp: {n}.{CITED}"} for n in range(20)]
    assert problems_of(sources, rows) == []
