"""Tests that plain words are a list if each of them is a part of one, and otherwise none."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from rulings.api import KnowledgeBase
from rulings.search import parameters, plain_words
from rulings.search.inverted_index import open_index
from support.examples import some_of

# What a list may have → its condition
PARTS = {
    "official": "is:official",
    "rulings": "kind:ruling",
    "by Sparky": 'by:"Sparky"',
    "before May 1996": "date:<1996-05",
    "on Dr. Dreff": 'card:"Dr. Dreff"',
}
FACTS = {
    "Proteus": "set:proteus",
    "walls": "keyword:wall",
    "with strength 4 or more": "strength:>=4",
    "that cost less than 9 bits": "cost:<9",
}
ORDERS = {  # of rulings; of cards
    "newest rulings": "sort:-date kind:ruling", "the latest errata by Pickle": 'sort:-date is:errata by:"Skipper Pickle"',
    "first ruling on Dr. Dreff": 'sort:date kind:ruling card:"Dr. Dreff"',
    "show me the last official rulings": "sort:-date is:official kind:ruling",
    "oldest errata except hardware": "sort:date is:errata -type:hardware",
    "what is the strongest ice": "sort:-strength type:ice kind:card", "cheapest wall": "sort:cost keyword:wall kind:card",
    "most expensive programs from Proteus": "sort:-cost type:program set:proteus kind:card",
    "cards with the most rulings": "kind:card sort:-rulings",
    "ice with the highest strength that costs less than 5 bits": "type:ice sort:-strength cost:<5 kind:card",
}  # fmt: skip
NO_ORDERS = (
    "strongest rulings", "newest ice", "first run", "last ice", "newest oldest rulings",
    "rulings not newest", "the first ice of a fort", "rulings by Sparky on the strongest ice",
    "does the last ice count", "what was ruled first on trace",
)  # fmt: skip
LEFT_OUT = {
    "": [],
    "not from the FAQ": ['-by:"Netrunner FAQ v1.0"'],
    "except errata": ["-is:errata"],
}


@pytest.mark.parametrize("asking", ["", "show me all ", "how many "])
def test_a_list_is_its_conditions_in_any_order(kb: KnowledgeBase, asking: str) -> None:
    index = kb.memoize(open_index)
    for order, (last, left_out) in some_of(product(permutations(PARTS), LEFT_OUT.items())):
        reading = plain_words.read(index, f"{asking}{' '.join(order)} {last}".strip())
        assert (
            reading.query.split() == " ".join([*(PARTS[part] for part in order), *left_out]).split()
        )
    for order in permutations(FACTS):
        reading = plain_words.read(index, f"{asking}{' '.join(order)}")
        assert reading.query.split() == [*(FACTS[fact] for fact in order), "kind:card"]


@pytest.mark.parametrize(("text", "query"), ORDERS.items(), ids=ORDERS)
def test_a_superlative_in_a_list_is_its_order(kb: KnowledgeBase, text: str, query: str) -> None:
    assert plain_words.read(kb.memoize(open_index), text).query == query
    assert kb.search(text, None).hits == kb.search(query, None).hits != ()


@pytest.mark.parametrize("text", NO_ORDERS)
def test_a_superlative_beside_anything_else_is_a_word(kb: KnowledgeBase, text: str) -> None:
    assert not plain_words.read(kb.memoize(open_index), text).query


@pytest.mark.parametrize(
    "word", ["or", "and", "never", "nobody", "excluded", "strongest", "relayed", "trace", "zzzz"]
)
def test_with_another_word_nothing_is_a_condition(kb: KnowledgeBase, word: str) -> None:
    index, words = kb.memoize(open_index), " ".join(PARTS).split()
    for place in range(len(words) + 1):
        text = " ".join([*words[:place], word, *words[place:]])
        assert not plain_words.read(index, text).query
        results = kb.search(text, 3)
        assert not results.counts
        assert not [note for note in results.notes if "was read as" in note and ":" in note]


@pytest.mark.parametrize("sign", ["of strength 9", "with strength over 30", "that costs 99 bits"])
def test_a_list_that_nothing_meets_says_so_above_what_the_words_find(
    kb: KnowledgeBase, sign: str
) -> None:
    found = kb.search(f"ice {sign}", 3)
    assert found.confidence == "low"
    assert found.hits
    assert found.notes[-1].startswith("no card meets all of these: type:ice (")
    assert len(found.notes) < parameters.MAX_NOTES


ASKED = (
    "is {} still valid",
    "has {} been reversed?",
    "does {} still work",
    "is the ruling on {} still in force",
    "{} still legal as printed?",
)


@pytest.mark.parametrize("question", ASKED)
def test_a_question_whether_rulings_hold_is_answered_with_what_overrules_them(
    kb: KnowledgeBase, question: str
) -> None:
    for title in ("Armageddon", "Mystery Box", "Tutor", "Glacier"):
        overruled = kb.search(f'card:"{title}" is:superseded*,disputed', None)
        results = kb.search(question.format(title), None)
        assert results.confidence == "high"
        if overruled.hits:
            assert [hit.id for hit in results] == [hit.id for hit in overruled]
        else:
            assert "nothing reverses, overrules or disputes any of these" in results.notes[0]


@pytest.mark.parametrize("last", ["or 1998", "from the 90s", "to 1998", "in spring"])
def test_what_begins_as_a_list_and_is_none_is_doubted(kb: KnowledgeBase, last: str) -> None:
    for first in ("errata", "rulings by Sparky", "reversals of 1997", "official rulings"):
        results = kb.search(f"{first} {last}", 3)
        assert results.confidence == "low", results.query


def test_a_fact_in_the_singular_is_text_unless_something_else_makes_a_list(
    kb: KnowledgeBase,
) -> None:
    index = kb.memoize(open_index)
    facts = ("base link", "virus", "sentry", "hidden resource", "node")
    for fact, who in product(facts, ("Sparky", "by Wylie", "Pickle 1998", "pacificon")):
        for text in (f"{who} {fact}", f"{fact} {who}"):
            reading = plain_words.read(index, text)
            assert (reading.query, reading.stray) == ("", ""), text
        for text in (f"{who} {fact} rulings", f"newest {fact} {who}", f"{who} {fact}s"):
            is_plural = text.endswith("s") and "rulings" not in text
            if not (is_plural and fact in ("virus", "sentry")):
                assert plain_words.read(index, text).query, text
