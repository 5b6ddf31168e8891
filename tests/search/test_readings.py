"""Tests that plain words which may be a list or a question hide and lose nothing."""

from __future__ import annotations

import random
import re
from itertools import chain, product
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.model import ids
from rulings.search import lexicon, parameters, phrases
from rulings.search.inverted_index import open_index
from rulings.search.results import Results
from rulings.storage.yaml_files import read_yaml

ROLES = read_yaml(Path(lexicon.__file__).with_name("lexicon.yaml"))["roles"]
NEGATIONS, COMPARISONS, SUPERLATIVES = (
    [phrase for phrase in chain(*ROLES[role].values()) if phrase[0].isalpha()]
    for role in ("not", "bound", "most")
)
FRAMES = (
    "{a} {mark}",
    "{mark} {a}",
    "{a} {mark} {b}",
    "{a}, {b} and {mark}",
    "rulings on {a} {mark}",
    "{a} with {mark} or {b}",
)
LISTS = ("sparky", "errata", "ice", "viruses", "all cards", "hidden resources", "walls and nodes")


def queries(kb: KnowledgeBase, count: int) -> list[tuple[str, str]]:
    """Names and lists beside what may not be lost: the query, and that."""
    chosen = random.Random(1996)
    names = [*(card.title for card in kb.cards), *(topic.title for topic in kb.topics)]
    made = list[tuple[str, str]]()
    for number in range(count):
        a, b = chosen.choice(names), chosen.choice([*chosen.choices(names, k=3), *LISTS])
        figures = str(chosen.randrange(3, 400))
        mark = (
            figures,
            f"-{figures}",
            f"{chosen.choice('<>≠≥')}{chosen.choice(['', ' '])}{figures}",
            chosen.choice(NEGATIONS),
            f"{chosen.choice(COMPARISONS)} {figures}",
            chosen.choice(SUPERLATIVES),
        )[number % 6]
        first, second = chosen.sample((a, b), 2)
        made.append((chosen.choice(FRAMES).format(a=first, b=second, mark=mark), mark))
    return made


def test_how_the_rulings_on_a_card_stand_is_answered_by_what_is_about_it(
    kb: KnowledgeBase,
) -> None:
    index, wordings = kb.memoize(open_index), ("has {} been {}", "which rulings on {} are {}")
    verdicts = {
        "reversed": {"superseded", "superseded-in-part", "disputed"},
        "disputed": {"disputed"},
    }
    for card, (verdict, statuses) in product(kb.cards[::8], verdicts.items()):
        about = {index.settings.ids[number] for number in index.about(f"card/{card.id}")}
        of_status = {
            ruling.id
            for ruling in map(kb.ruling, filter(ids.is_ruling_id, about))
            if ruling.status in statuses or (ruling.reverses and verdict == "reversed")
        }
        for wording in wordings:
            results = kb.search(wording.format(card.title, verdict), None)
            if results.confidence == "high":
                assert {hit.id for hit in results} <= of_status
            else:
                assert not of_status


def test_a_number_sign_negation_comparison_or_superlative_is_never_lost_for_certain(
    kb: KnowledgeBase,
) -> None:
    index, lost, certain = kb.memoize(open_index), list[str](), 0
    for query, mark in queries(kb, 480):
        found = kb.search(query, 3)
        if found.confidence == "low":
            continue
        certain += 1
        told = " ".join(found.notes)
        shown = " ".join(f"{hit.title} {hit.passage}" for hit in found)
        marks = {*map(phrases.meaning_to_keep, phrases.items(index, shown))}
        for item in phrases.items(index, mark):
            meant = phrases.meaning_to_keep(item)
            is_told = mark[item.start : item.end] in told.replace("≥", ">=")
            if meant and meant not in marks and not is_told:
                lost.append(query)
    assert lost == []
    assert certain >= 12


def both(kb: KnowledgeBase, query: str) -> tuple[Results, Results]:
    """What is found for a query, and for that which its note offers."""
    found = kb.search(query, 3)
    offered = next(note for note in found.notes if re.match(r"[0-9]+ (?:card|ruling)s?\b", note))
    return found, kb.search(offered.partition(": ")[2], 3)


@pytest.mark.parametrize("ask", ["what is a {}", "are all {}s cards", "is a {} a card"])
@pytest.mark.parametrize("kind", ["resource", "upgrade", "program", "agenda"])
def test_what_is_asked_of_a_kind_is_answered_and_the_list_is_offered(
    kb: KnowledgeBase, kind: str, ask: str
) -> None:
    found, offered = both(kb, ask.format(kind))
    assert offered.counts == {"card": sum(card.type.lower() == kind for card in kb.cards)}
    assert {hit.kind for hit in found} != {"card"}


@pytest.mark.parametrize("sign", ["of strength 9", "with strength over 30", "that costs 99 bits"])
def test_a_list_that_nothing_meets_says_so_above_what_the_words_find(
    kb: KnowledgeBase, sign: str
) -> None:
    found = kb.search(f"ice {sign}", 3)
    assert found.confidence == "low"
    assert found.hits
    assert found.notes[-1].startswith("no card meets all of these: type:ice (")
    assert len(found.notes) < parameters.MAX_NOTES
