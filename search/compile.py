"""Entries, weights and synonyms → the ranking table: what can be computed before the question is asked, is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import log
from typing import Any

from rulings.search.associations import associations
from rulings.search.entries import KINDS, UNDER, Entry
from rulings.search.table import pack
from rulings.search.tokens import stems_of, words_of

LAYOUT = 1  # raised when the table changes shape
GAMES = ("netrunner", "android-netrunner")
FIELDS = ("title", "questions", "text", "keys")
RANKED_KINDS = frozenset(
    ("ruling", "section", "step")
)  # cards and topics are found by name and by fields, not by their words
CONCERNS = "§"  # begins the term under which all that concerns a card or topic is posted


def rarity(count: int, having: int) -> float:
    """How much a term tells, that `having` of `count` entries have (the inverse document frequency of BM25)."""
    return log(1 + (count - having + 0.5) / (having + 0.5))


def compile_table(
    found: Sequence[Entry],
    weights: dict[str, Any],
    head: dict[str, Any],
    extra: dict[str, Any],
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> bytes:
    """The table's bytes. `head` goes into its head (names, synonyms, signature); `progress(done, of)` is called."""
    read = list[dict[str, Any]]()
    for number, entry in enumerate(found):
        questions = [stems_of(question) for question in entry.questions]
        read.append(
            {
                "title": stems_of(entry.title),
                "questions": [s for q in questions for s in q],
                "text": stems_of(entry.text),
                "keys": stems_of(entry.keys),
                "each": questions,
            }
        )
        if not number % 64:
            progress(number, len(found))
    postings = _postings(found, read, weights)
    count = sum(1 for entry in found if entry.kind in RANKED_KINDS)
    number_of = {term: number for number, term in enumerate(postings)}
    rare = {term: rarity(count, len(entries)) for term, (entries, _) in postings.items()}
    head["associated"] = associations(postings, count)
    ranked = [
        (_prior(entry, weights), *_ranked(entry, words, number_of, rare))
        for entry, words in zip(found, read, strict=True)
    ]
    shown = [_shown(entry) for entry in found]
    groups = {entry.id: number for number, entry in enumerate(found)}
    head = {
        **head,
        "layout": LAYOUT,
        "count": len(found),
        "documents": count,
        "kinds": bytes(KINDS.index(entry.kind) for entry in found),
        "general": bytes(
            any(key.startswith("topic/") and how == UNDER for key, how in entry.concerns.items()) for entry in found
        ),
        "later": bytes(entry.game != GAMES[0] for entry in found),
        "cards": {entry.id: number for number, entry in enumerate(found) if entry.kind == "card"},
        "topics": {
            " ".join(words_of(entry.title)): number for number, entry in enumerate(found) if entry.kind == "topic"
        },
        "twins": _twins(found, groups),
    }
    progress(len(found), len(found))
    return pack(head, postings, ranked, shown, extra)


def _postings(
    found: Sequence[Entry], read: list[dict[str, Any]], weights: dict[str, Any]
) -> dict[str, tuple[list[int], list[int]]]:
    usual = {
        name: max(1.0, sum(len(words[name]) for words in read) / max(1, sum(bool(w[name]) for w in read)))
        for name in FIELDS
    }
    having = Counter(term for words in read for term in {*words["text"], *words["questions"]})
    told = {term: min(1.0, weights["title_word"] / entries) for term, entries in having.items()}
    postings = defaultdict[str, tuple[list[int], list[int]]](lambda: ([], []))
    for number, (entry, words) in enumerate(zip(found, read, strict=True)):
        if entry.kind in RANKED_KINDS:
            for term, strength in _strengths(words, weights, usual, told).items():
                _post(postings, term, number, strength)
        for subject, strength in entry.concerns.items():
            _post(postings, CONCERNS + subject, number, strength)
    return dict(postings)


def _post(postings: dict[str, tuple[list[int], list[int]]], term: str, number: int, strength: float) -> None:
    entries, strengths = postings[term]
    entries.append(number)
    strengths.append(max(1, min(255, round(255 * strength))))


def _strengths(
    words: dict[str, Any], weights: dict[str, Any], usual: dict[str, float], told: dict[str, float]
) -> dict[str, float]:
    """BM25F without the rarity: term → 0–1, frequencies weighted by field, made even by length, then saturated.

    `told`: how much a word tells in a title; *data* and *fort* in Data Fort Reclamation tell nothing of the card.
    """
    total = defaultdict[str, float](float)
    for name in FIELDS:
        of_field = weights["fields"][name]
        length = 1 - of_field["length"] + of_field["length"] * len(words[name]) / usual[name]
        for term, times in Counter(words[name]).items():
            total[term] += of_field["weight"] * times / length * (told.get(term, 1.0) if name == "title" else 1.0)
    return {term: amount / (amount + weights["saturation"]) for term, amount in total.items()}


def _ranked(entry: Entry, words: dict[str, Any], number_of: dict[str, int], rare: dict[str, float]) -> tuple[Any, ...]:
    """`(questions, text)`: each question as (its weight, its terms without the title's), then the text's terms."""
    if entry.kind not in RANKED_KINDS:
        return (), ()
    title = set(words["title"])
    questions = []
    for each in words["each"]:
        terms = list(dict.fromkeys(term for term in each if term not in title)) or list(dict.fromkeys(each))
        questions.append((sum(rare[term] for term in terms), tuple(number_of[term] for term in terms)))
    return tuple(questions), tuple(number_of[term] for term in words["text"])


def _prior(entry: Entry, weights: dict[str, Any]) -> float:
    """How far an entry comes before others by its nature alone: errata, pointers, reversed, unofficial, empty."""
    prior = 1.0
    for nature in entry.facts.get("is", ()):
        prior *= weights["nature"].get(nature, 1.0)
    return prior * float(weights["nature"]["empty"]) if entry.facts.get("empty") else prior


def _shown(entry: Entry) -> tuple[Any, ...]:
    question = entry.questions[0] if entry.questions else ""
    return (
        entry.kind,
        entry.id,
        entry.title,
        entry.document,
        entry.game,
        entry.text,
        entry.url,
        question,
        entry.who,
        entry.date,
        entry.also_under,
        entry.facts,
    )


def _twins(found: Sequence[Entry], number: dict[str, int]) -> dict[int, tuple[int, ...]]:
    """Entry → its near-identical ones."""
    return {
        at: tuple(number[id] for id, _ in entry.also_under if id in number)
        for at, entry in enumerate(found)
        if entry.also_under
    }


def vocabulary(terms: Iterable[str]) -> list[str]:
    """The terms that are words."""
    return [term for term in terms if not term.startswith(CONCERNS)]
