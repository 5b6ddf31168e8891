"""A query and its results → sentences: why nothing was found, what was never ruled on, how the query was read.

The page does the same in `site/theme/js/search-explanation.js`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from whoosh import query as whoosh_query

from rulings.names import resolving
from rulings.search.constants import MOST_READINGS

if TYPE_CHECKING:
    from rulings.search.expansion import Expansion
    from rulings.search.index import Index
    from rulings.search.query_parser import Query


def nothing(
    index: Index,
    query: Query,
    asked: Expansion,
    candidate_filter: set[int] | None,
    kinds: Iterable[str] | None,
    typed: str,
) -> tuple[list[str], list[str]]:
    """Sentences that say why nothing was found, and the nearest titles."""
    if not asked.words and query.must is None:
        return ["there is no word in the query to search for"], []
    near = list[str]()
    if asked.words and len(asked.words) < 7:
        named = resolving.resolve(index.names, " ".join(asked.words))
        near = named.titles or named.nearest
    if candidate_filter is not None and not candidate_filter:
        if query.must is not None:
            return ["nothing matches all the fields, phrases and patterns of the query together"], near
        return ["the filters leave nothing to search (--side, --type, --game, --as-of, --official or the kind)"], near
    if asked.unknown and not asked.concepts:
        return [unknown_words(index, typed, asked.unknown)], near
    sentences = ["nothing matches well enough"]
    if candidate_filter is not None:
        sentences = ["nothing with these words passes the filters"]
    if kinds is not None:
        sentences.append(f"only these kinds were searched: {', '.join(sorted(kinds))}")
    return sentences, near


def unknown_words(index: Index, typed: str, words: list[str]) -> str:
    """A sentence naming, as typed, the words that occur in no ruling, section or step."""
    analyzer = index.vocabulary.analyzer
    known = [word.strip("\"'()*~.,;:!?") for word in typed.split() if not set(analyzer.words(word)).isdisjoint(words)]
    quoted = [f'"{word[:40]}"' for word in dict.fromkeys(known or words)][:6]
    listed = quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
    return f"no ruling, section or step has {listed}"


def unruled(index: Index, asked: Expansion, least: float) -> list[str]:
    """A sentence for a named card that nothing was ever ruled on: the hits are then about something else."""
    sentences = list[str]()
    for one in asked.entities:
        if len(one.cards) == 1 and one.confidence >= least and not _answers_about(index, one.cards[0]):
            number = index.number_of("id", one.cards[0])
            if number is None:
                continue
            card = index.stored(number)
            helpful = [
                k for k in card["keywords"] if any(True for _ in index.searcher.docs_for_query(_ruled_on(index, k)))
            ]
            fields = [f'keyword:"{k.lower()}"' if " " in k else f"keyword:{k.lower()}" for k in helpful]
            sentences.append(
                f"nothing was ever ruled on {card['title']}"
                + (f"; rulings on its keywords: {', '.join(fields)}" if fields else "")
            )
    return list(dict.fromkeys(sentences))[:2]


def _ruled_on(index: Index, keyword: str) -> whoosh_query.Query:
    value = index.vocabulary.analyzer.slug(keyword)
    return whoosh_query.And([whoosh_query.Term("kind", "ruling"), whoosh_query.Term("keyword", value)])


def _answers_about(index: Index, card: str) -> set[int]:
    """The numbers of the rulings, sections and steps about a card."""
    about = whoosh_query.Term("about", f"card/{card}")
    return set(
        index.searcher.docs_for_query(whoosh_query.And([about, whoosh_query.Not(whoosh_query.Term("kind", "card"))]))
    )


def apart(index: Index, asked: Expansion, least: float) -> list[str]:
    """A sentence for two named cards that no ruling concerns together: each hit is about one of them only."""
    named = [one.cards[0] for one in asked.entities if len(one.cards) == 1 and one.confidence >= least]
    cards = list(dict.fromkeys(named))
    if len(cards) != 2 or _answers_about(index, cards[0]) & _answers_about(index, cards[1]):
        return []
    one, other = (_title(index, card) for card in cards)
    return [f"no ruling concerns both {one} and {other}"]


def reading(index: Index, asked: Expansion) -> tuple[str, ...]:
    """How each part of the query was read: `dreff: card Dr. Dreff`, `bits: also money (3.1)`."""
    sentences = [
        f"{' '.join(asked.words[one.start : one.stop])}: card {' or '.join(_title(index, card) for card in one.cards)}"
        for one in asked.entities
    ]
    for concept in asked.concepts[:MOST_READINGS]:
        own = index.vocabulary.analyzer.stem(concept.word)
        others = sorted((-closeness, term) for term, closeness in concept.terms.items() if term != own)
        also = f"also {', '.join(term for _, term in others[:MOST_READINGS])} " if others else ""
        sentences.append(f"{concept.word}: {also}({concept.weight:.1f})")
    return (*sentences, *(f"{word}: in no entry" for word in asked.unknown[:MOST_READINGS]))


def _title(index: Index, card: str) -> str:
    number = index.number_of("id", card)
    return str(index.stored(number)["title"]) if number is not None else card.replace("-", " ")
