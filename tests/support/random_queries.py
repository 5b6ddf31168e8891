"""Random queries that nobody would type, for comparing both searches."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator

from rulings.model.knowledge import Knowledge
from rulings.names.catalogue import names_of
from rulings.names.name_table import JOINERS
from rulings.search.fields import FIELDS
from rulings.search.inverted_index import open_index
from rulings.search.query_words import FILLERS

FOREIGN = (
    *"你好 naïve Skälderviken π Ünïcödé ‘rez’ №5 ß ice… 🙂".split(),
    *("İstanbul", "x²", "\u200bice", "\ufeff", "½"),
)
BROKEN = (
    *(
        '"',
        "(",
        ")",
        "-",
        "*",
        "~",
        "--",
        "card:",
        "nosuch:field",
        "cost>3",
        "strength:2+",
    ),
    *("date:1997-02-30", "OR"),
)


def random_queries(kb: Knowledge, count: int, seed: int) -> list[str]:
    """This many queries, always the same for the same knowledge base and seed."""
    rng = random.Random(seed)
    texts = [ruling.text.split() for ruling in kb.rulings] + [
        section.text.split() for section in kb.sections
    ]
    texts = [words for words in texts if words]
    titles = [card.title for card in kb.cards] + [topic.title for topic in kb.topics]
    nicknames, other = (
        sorted(names_of(kb).aliases),
        kb.computed(open_index).tables.other_game,
    )
    theirs = [*other.titles.values(), *other.terms.values()]

    def words(most: int) -> str:
        text = rng.choice(texts)
        start = rng.randrange(len(text))
        return " ".join(text[start : start + rng.randint(1, most)])

    def misspelt(typed: str) -> str:
        at = rng.randrange(len(typed))
        left, letter, right = typed[:at], typed[at], typed[at + 1 :]
        other = rng.choice(string.ascii_lowercase)
        doubled, swapped = (
            left + 2 * letter + right,
            left + right[:1] + letter + right[1:],
        )
        return rng.choice([left + right, doubled, left + other + right, swapped])

    def parts() -> Iterator[str]:
        for _ in range(rng.randint(1, 5)):
            word = words(1)
            makers = (
                lambda: words(1),
                lambda: words(8),
                lambda: rng.choice(titles),
                lambda: rng.choice(titles)[: rng.randint(2, 8)],
                lambda: rng.choice(nicknames),
                lambda: rng.choice(theirs),
                lambda: misspelt(rng.choice(titles)),
                lambda word=word: misspelt(word),
                lambda: rng.choice(FILLERS + JOINERS),
                lambda: rng.choice(FIELDS).example,
                lambda: f"-{rng.choice(FIELDS).example}",
                lambda: f'"{words(3)}"',
                lambda word=word: f"-{word}",
                lambda word=word: f"{word[:4]}*",
                lambda word=word: f"({word} OR {words(1)})",
                lambda: rng.choice(FOREIGN),
                lambda: rng.choice(BROKEN),
            )
            yield rng.choice(makers)()

    return [" ".join(parts()) for _ in range(count)]


def queries_on_citations(kb: Knowledge, count: int, seed: int) -> list[str]:
    """This many queries, each of a card's title, a cited word and a word of its text."""
    rng, queries = random.Random(seed), list[str]()
    on_cards = (ruling for ruling in kb.rulings if ruling.subject.kind == "card")
    rulings = [ruling for ruling in on_cards if ruling.citations]
    for ruling in rng.choices(rulings, k=count):
        cited = (
            rng.choice(ruling.citations).printed.strip("()").replace(",", " ").split()
        )
        words = [
            ruling.subject.title,
            rng.choice(cited),
            rng.choice(ruling.text.split()),
        ]
        rng.shuffle(words)
        queries.append(" ".join(words))
    return queries
