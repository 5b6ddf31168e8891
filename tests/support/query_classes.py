"""Classes of queries, each enumerated from the knowledge base, to compare both searches by."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.api import KnowledgeBase
from rulings.model import plain_text
from rulings.naming import TITLE_STOP_WORDS, names_of
from rulings.search.fields import FIELDS
from rulings.search.inverted_index import open_index

# One to four words
BESIDE = ("rez", "jack out", "rez cost", "trash when accessed", "when rezzed or used")


def query_classes(kb: KnowledgeBase) -> dict[str, list[str]]:
    """The name of each class → its queries, each once."""
    index, names = kb.memoize(open_index), names_of(kb)
    other = index.settings.other_game
    titles = [thing.title for thing in names.things if thing.kind in ("card", "topic")]
    words = sorted({word for title in titles for word in plain_text.fold(title).split()})
    beginnings = {title[:n].lower() for title in titles for n in range(2, min(len(title), 9))}
    nicknames = sorted(names.aliases)
    classes = {
        "titles": titles,
        "titles beside words": [
            f"{title} {BESIDE[n % len(BESIDE)]}" for n, title in enumerate(titles)
        ],
        "titles with joiners": [
            f"{title} {beside}"
            for title in titles
            if {"and", "with", "on"} & {*title.lower().split()}
            for beside in BESIDE
        ],
        "titles of the other game": [*other.titles.values()],
        "terms of the other game": [
            *other.terms.values(),
            *(f"how does {term} work" for term in other.terms.values()),
        ],
        "nicknames": nicknames,
        "misspelt nicknames": [
            f"{name[:-2]}{name[-1]} {BESIDE[len(name) % 5]}" for name in nicknames if len(name) > 4
        ],
        "parts of names": list(half_names(kb)),
        "parts of names beside words": [f"{name} {BESIDE[-1]}" for name in half_names(kb)],
        "card: with a word": [f"card:{word}" for word in words],
        "topic: with a word": [f"topic:{word}" for word in words],
        "fields": [
            f"{field.name}:{value} {beside}"
            for field in FIELDS
            for value in (
                index.field_terms(field.name)
                if field.value_type in ("value", "number")
                else ("1996", "1997-03", "1996-08-06")
            )
            for beside in ("", "rez")
        ],
        "beginnings": sorted(beginnings),
        "questions": [question for ruling in kb.rulings for question in ruling.questions[:1]],
    }
    return {name: list(dict.fromkeys(queries)) for name, queries in classes.items()}


def half_names(kb: KnowledgeBase) -> Iterator[str]:
    """What people type of titles: beginnings of words, words written together, consonants, one
    letter left out.
    """
    for card in kb.cards:
        words = [
            word for word in plain_text.fold(card.title).split() if word not in TITLE_STOP_WORDS
        ]
        first, *rest = words
        if rest:
            yield f"{first[:4]} {rest[0]}"
            yield f"{first} {rest[0][:4]}"
            yield f"{first[:4]} {rest[0][:4]}"
            yield f"{first[0]}{''.join(letter for letter in first[1:] if letter not in 'aeiou')} {rest[0]}"
            yield "".join(words)
        yield first[:5]
        yield " ".join(word[:-2] + word[-1] if len(word) > 4 else word for word in words)
