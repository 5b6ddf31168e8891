"""Tests of mentions of cards, compared with hand-made labels, and of words that only
look like card names.
"""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rulings.model.hand_edited import LinkRow
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.mentions import MentionFinder
from support.data_files import WITHDRAWN, read_data


@pytest.fixture(scope="module")
def mention_finder(parsed: ParsedKnowledge) -> MentionFinder:
    return MentionFinder(parsed.sources.cards, parsed.sources.edited.names)


@pytest.mark.parametrize("labelled", ["mentions.yaml", "mentions-second.yaml"])
def test_precision_and_recall_are_high_on_labelled_entries(
    parsed: ParsedKnowledge, labelled: str
) -> None:
    """The second person to label them knew neither the first labels nor `names.yaml`,
    and also labelled "Shell counter" as a name.
    """
    data = read_data(labelled)
    labels = {
        id: Counter((words, title) for words, title in pairs)
        for id, pairs in data.items()
        if id not in WITHDRAWN
    }
    mentions = {
        r.id: Counter((m.words, m.title) for m in r.mentions)
        for r in parsed.rulings
        if r.id in labels
    }
    assert labels.keys() == mentions.keys()
    correct = sum((labels[id] & mentions[id]).total() for id in labels)
    precision = correct / sum(mentions[id].total() for id in labels)
    recall = correct / sum(counter.total() for counter in labels.values())
    assert precision >= 0.99, f"precision {precision:.4f}, recall {recall:.4f}"
    assert recall >= 0.97, f"precision {precision:.4f}, recall {recall:.4f}"


@pytest.mark.parametrize(
    ("words", "subject", "titles"),
    [
        ("Dreff throws ice", "", ["Dr. Dreff"]),
        ("Dreff's rez", "", ["Dr. Dreff"]),
        ("two Olivia Salazars", "", ["Olivia Salazar"]),
        (
            "the cost of DFA's effect; hit the ESC key",
            "",
            ["Death from Above", "Emergency Self-Construct"],
        ),
        ("a PDCA counter", "", ["Please Don't Choke Anyone"]),
        ("additional cards via Skiviss", "", ["Skivviss"]),
        ("Bizzare Encryption Scheme", "", ["Bizarre Encryption Scheme"]),
        (
            "for Dreffing ice; you can dreff Dumpster",
            "",
            ["Dr. Dreff", "Dr. Dreff", "Dumpster"],
        ),
        ("in which you become Haunted", "", ["Haunting Inquisition"]),
        (
            "a transmuted Inquisition",
            "Haunting Inquisition",
            ["Ice Transmutation", "Haunting Inquisition"],
        ),
        (
            "(Sparky on Vienna 22 and the Run chart, Netrunner-L, 9/9/96)",
            "",
            ["Vienna 22"],
        ),
        ("Pattel counters", "Pattel's Virus", ["Pattel's Virus"]),
        ("Pattel counters", "Pattel Antibody", ["Pattel Antibody"]),
        ("Pattel counters", "", []),
        ("misc for Sale", "", ["misc.for-sale"]),
        ("they're all Setup!s", "", ["Setup!"]),
        ("Pattel’s Virus", "", ["Pattel's Virus"]),
        # words that only look like card names
        ("using a worm, or worms; the Worm keyword", "", []),
        ("the deck of cards. The deck", "", []),
        ("score the agenda. Scores! Score it", "", []),
        ("a trap; the setup of the fort; a shock", "", []),
        ("virus counters and a Virus program", "", []),
        ("(Wendy Wallace, Netrunner-L, 5/1/96)", "", []),
        ("replace them from the bank", "", []),
        ("pay off the loan", "", []),
        ("as dr-dreff-504d5230 says", "", []),
        ("an imp of a mouse and a clown", "", []),
    ],
)
def test_card_names_are_linked_and_similar_words_are_not(
    mention_finder: MentionFinder, words: str, subject: str, titles: list[str]
) -> None:
    assert [m.title for m in mention_finder.find(words, subject)] == titles


LINKS = (
    LinkRow(ruling="a-1", words="Olivia", card=None, reason="a player"),
    LinkRow(
        ruling="a-1",
        words="the doctor",
        card="Dr. Dreff",
        reason="by what he is called",
    ),
)


@pytest.mark.parametrize(
    ("id", "titles"),
    [
        ("a-1", ["Clown", "Dr. Dreff", "Imp"]),
        ("a-2", ["Clown", "Olivia Salazar", "Imp"]),
    ],
)
def test_a_link_of_one_ruling_is_set_or_removed(
    parsed: ParsedKnowledge, id: str, titles: list[str]
) -> None:
    names = replace(parsed.sources.edited.names, links=LINKS)
    mentions = MentionFinder(parsed.sources.cards, names).find(
        "With Clown, Olivia asks the doctor (not the doctors) for Imp", "", id
    )
    assert [mention.title for mention in mentions] == titles


def test_every_title_is_a_mention_of_its_card(
    mention_finder: MentionFinder, parsed: ParsedKnowledge
) -> None:
    """Except titles that are also keywords: in a text they mean the keyword."""
    keywords = {"Worm", "Zombie"}
    missed = [
        c.title
        for c in parsed.cards
        if c.title not in keywords
        and [m.id for m in mention_finder.find(f"Play {c.title} now.")] != [c.id]
    ]
    assert missed == []
