"""Tests that an editor is asked about a new ruling that may take back another, once, and
about no other.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from rulings.errors import RulingsWarning
from rulings.model.knowledge import Knowledge
from rulings.parser.parse import parse_folder
from rulings.parser.reversals import ReversalFinder

CARDS = ("Runner Sensei", "Joan of Arc", "Sparky's Run Chart")
TAKES_BACK = (
    "This reverses lockjaw-d32fc35e: it stays.",
    "It overrules what Sparky said.",
    "This overturns the ruling of Tom Wylie.",
    "Contrary to lockjaw-d32fc35e, it stays.",
    "Contrary to Sparky's answer, it stays.",
    "lockjaw-d32fc35e no longer applies.",
    "Sparky's ruling of 1996-05-01 is withdrawn.",
    "The earlier ruling on Lockjaw no longer holds.",
    "This supersedes what was said.",
    "This retracts the earlier answer.",
    "I take back my ruling.",
    "Tom Wylie's answer is hereby rescinded.",
    "The ruling in the FAQ is no longer valid.",
    "The FAQ is superseded: it stays.",
    "This is a reversal of the FAQ.",
    "It stays (note that this is a reversal of a previous ruling).",
    "This is contrary to the Rulebook and replaces it.",
    "Asp is one (REVERSES a previous ruling).",
    "Dr. Dreff's earlier ruling no longer stands.",
    "This ruling overrules the one by Sparky.",
    "This overrules the previous one.",
    "This replaces Sparky's ruling of 1996.",
    "Sparky's ruling is no longer in effect.",
    "Sparky was wrong about this.",
    "The earlier ruling by Sparky is hereby cancelled.",
    "This ruling cancels lockjaw-d32fc35e.",
    "Disregard the ruling by Sparky.",
    "The FAQ no longer counts here.",
    "Sparky's ruling does not hold any more.",
    "This corrects my earlier answer.",
    "The rulings of Tom Wylie on this are obsolete.",
    "Contrary to the ones by Sparky, it stays.",
    "This withdraws the one of Tom Wylie.",
    "The answer of May 1996 doesn't apply anymore.",
    "The earlier ruling is no longer right.",
)
TAKES_NOTHING_BACK = (
    "The bonus no longer applies after step 12 of Sparky's Run Chart.",
    "A hosted Runner Sensei that is taken back to the hand loses its counters.",
    "If an effect takes back Runner Sensei, it is so.",
    "If Marionette is taken back at step 13 of Sparky's Run Chart, it is.",
    "The Rulebook forbids that a move is taken back.",
    "Contrary to popular belief, the Rulebook lets the Corp look.",
    "Contrary to what many say, Sparky's ruling is right: it is.",
    "No later ruling reverses Sparky's.",
    "This agrees with lockjaw-d32fc35e, which reversed the FAQ.",
    "This confirms lockjaw-d32fc35e and its reversal of the FAQ: it is.",
    "It no longer applies, as lockjaw-d32fc35e says.",
    "If the effect is reversed by Joan of Arc, Sparky's sequence is kept.",
    "Contrary to the advice in the Rulebook for beginners, it may.",
    '"Does this overrule Sparky?" No, both are right.',
    "The Corp may overrule what a die shows.",
    "A die that shows what was reversed is rolled anew.",
    "The ruling of 1996-05-01 is confirmed.",
    "Sparky cannot be overruled.",
    "A ruling must not be taken back.",
    "A ruling may not be taken back.",
    "The counters are withdrawn from the bank at the Rulebook's step.",
    "The damage is reversed.",
    "Once trashed, the card no longer applies its bonus, as the Rulebook says.",
    "Nothing in this ruling is withdrawn.",
    "The bits that the FAQ mentions are taken back by the Runner.",
    "A counter replaces the one of Cockroach.",
    "The Corp takes back one card, and the Runner another.",
    "Imp replaces the old one in its place.",
    "If the Corp names the wrong fort, the run is cancelled.",
    "It corrects the cost printed on the card.",
    "Sparky agrees: it was wrong to install it.",
    "The Runner replaces what the Corp ruled out.",
    "The answer no longer matters once the run has ended.",
)


@pytest.fixture(scope="module")
def finder(kb: Knowledge) -> ReversalFinder:
    return ReversalFinder(
        name for authority in kb.authorities for name in authority.all_names
    )


def test_the_printed_reversals_are_found_and_no_other_ruling(
    kb: Knowledge, finder: ReversalFinder
) -> None:
    found = {
        ruling.id
        for ruling in kb.rulings
        if finder.find(ruling.text, [mention.words for mention in ruling.mentions])
    }
    assert found == {ruling.id for ruling in kb.rulings if ruling.reversal}


@pytest.mark.parametrize("words", TAKES_BACK)
def test_what_takes_back_a_ruling_is_asked_about(
    finder: ReversalFinder, words: str
) -> None:
    assert finder.find(words, CARDS)


@pytest.mark.parametrize("words", TAKES_NOTHING_BACK)
def test_other_sentences_with_such_verbs_and_names_are_not(
    finder: ReversalFinder, words: str
) -> None:
    assert not finder.find(words, CARDS)


@pytest.mark.slow
def test_the_editor_is_asked_once_and_may_leave_the_ruling_as_it_is(
    sources: Path, tmp_path: Path
) -> None:
    (sources / "additions/2035.yaml").write_text(
        "- subject: Asp\n"
        "  printed: 'It overrules what Sparky said about lockjaw-d32fc35e.'\n"
        "  citation: none\n"
        "- subject: Asp\n"
        '  printed: "It no longer applies after step 12 of Sparky\'s Run Chart."\n'
        "  citation: none\n"
        "- subject: Asp\n"
        "  printed: Errata Asp should cost 2.\n"
        "  citation: none\n",
        encoding="utf-8",
    )
    with pytest.warns(RulingsWarning) as noted:
        parse_folder(sources, tmp_path / "out")
    question, of_erratum = (str(warning.message) for warning in noted)
    assert "2035.yaml, line 2: “It overrules what Sparky said about" in question
    assert "may take back a ruling; if it does, add a row to reversals.yaml" in question
    assert "2035.yaml, line 8: it begins like an erratum" in of_erratum
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not parse_folder(sources, tmp_path / "out").files
