"""A query and its results → sentences: why nothing was found, what has no rulings, how the query was read.

The page does the same in `site/theme/js/engine/explanation.js`.
"""

from __future__ import annotations

from whoosh.query import And, Not, Term

from rulings.model.constants import GAMES, NETRUNNER, SubjectKind
from rulings.model.formatting import joined_with_or
from rulings.search import constants
from rulings.search.fields import field_query
from rulings.search.index import Index
from rulings.search.options import Options
from rulings.search.request import Request, passing_numbers


def why_nothing_found(request: Request) -> tuple[list[str], list[str]]:
    """Sentences that say why nothing was found, and the nearest titles unless it is due to fields or filters alone."""
    expansion, passing = request.expansion, request.candidate_filter
    has_condition = request.query.condition is not None
    if not expansion.words and not has_condition and not request.query.ids:
        return ["there is no word in the query to search for"], []
    if (passing is not None and not passing) or not (expansion.words or has_condition):
        if has_condition and not passing_numbers(request.index, request.query.condition, Options()):
            return ["nothing matches the whole query"], []
        return ["your filters exclude everything (side, type, game, date or official)"], []
    nearest: list[str] = []
    if expansion.words and len(expansion.words) <= constants.MAX_NEAREST_WORDS and not _surely_named(request):
        topics = set(request.index.searcher.docs_for_query(Term("kind", "topic")))
        kind: SubjectKind = "topic" if passing and passing <= topics else "card"
        named = request.index.names.meaning(" ".join(expansion.words), kind)
        nearest = [thing.title for thing in named.things or named.near if thing.kind == kind]
    if expansion.unknown and not expansion.concepts:
        return [unknown_words(request)], nearest
    reason = "nothing matches well enough" if passing is None else "your filters exclude every match for these words"
    return [reason], nearest


def corrected_words(request: Request) -> list[str]:
    """Sentences that say how misspelt words were read."""
    return [f"“{word}” was read as “{meant}”" for word, meant in request.expansion.corrected.items()]


def unknown_words(request: Request) -> str:
    """A sentence naming, as typed, the words that occur in no ruling, section or step."""
    words_of = request.index.analyzer.words
    unknown = request.expansion.unknown
    typed = [word for word in request.shown.split() if not set(words_of(word)).isdisjoint(unknown)]
    as_typed = [word.strip("\"'()*~.,;:!?") for word in typed]
    distinct = list(dict.fromkeys(as_typed or unknown))
    quoted = [f"“{word[: constants.MAX_NOTE_QUOTE_LENGTH]}”" for word in distinct[: constants.MAX_LISTED]]
    return f"no ruling, section or step has {joined_with_or(quoted)}"


def cards_without_rulings(request: Request) -> list[str]:
    """Sentences for named cards that have no rulings: the hits are then about something else."""
    index = request.index
    sentences = list[str]()
    for id in _surely_named(request):
        number = index.number_of(id)
        if number is None or _entries_about(index, id):
            continue
        fields = [field_query("keyword", keyword) for keyword in index.keywords(number) if _has_rulings(index, keyword)]
        others = f"; rulings on its keywords: {', '.join(fields)}" if fields else ""
        sentences.append(f"nothing was ever ruled on {_title(index, id)}{others}")
    return sentences[: constants.MAX_UNRULED_CARDS]


def _surely_named(request: Request) -> list[str]:
    """The ids of the cards that the query surely names, each once."""
    mentions = (m for m in request.expansion.mentions if len(m.card_ids) == 1)
    sure = (m for m in mentions if m.confidence >= constants.UNRULED_CONFIDENCE)
    return list(dict.fromkeys(mention.card_ids[0] for mention in sure))


def _has_rulings(index: Index, keyword: str) -> bool:
    """Whether there is a ruling on a card with the keyword."""
    rulings = And([Term("kind", "ruling"), Term("keyword", index.analyzer.field_term(keyword))])
    return any(True for _ in index.searcher.docs_for_query(rulings))


def _entries_about(index: Index, card: str) -> set[int]:
    """The numbers of the rulings, sections and steps about a card."""
    about, is_card = Term(".about", f"card/{card}"), Term("kind", "card")
    return set(index.searcher.docs_for_query(And([about, Not(is_card)])))


def cards_without_joint_ruling(request: Request) -> list[str]:
    """A sentence if two cards are named and no ruling concerns both: each hit is then about one of them only."""
    index, cards = request.index, _surely_named(request)
    if len(cards) != 2 or request.query.has_operators:
        return []
    first, second = (_entries_about(index, card) for card in cards)
    return [] if first & second else [f"no ruling concerns both {' and '.join(_title(index, card) for card in cards)}"]


def only_another_game(request: Request, best: int) -> list[str]:
    """A sentence if the best hit (its number) is on another game, of which the query does not speak."""
    game = request.index.stored_document(best).game
    if game == NETRUNNER or request.expansion.sources or request.query.condition is not None:
        return []
    return [f"only the regulations of {GAMES[game]} speak of this"]


def reading(request: Request) -> tuple[str, ...]:
    """How each part of the query was read: `dreff: card Dr. Dreff`, `bits: also money (3.1)`."""
    index, expansion, sentences = request.index, request.expansion, list[str]()
    for mention in expansion.mentions:
        titles = " or ".join(_title(index, card) for card in mention.card_ids)
        sentences.append(f"{' '.join(expansion.words[mention.start : mention.stop])}: card {titles}")
    for concept in expansion.concepts[: constants.MAX_READINGS]:
        stem = index.analyzer.stem(concept.word)
        others = sorted((-closeness, term) for term, closeness in concept.terms.items() if term != stem)
        also = f"also {', '.join(term for _, term in others[: constants.MAX_READINGS])} " if others else ""
        sentences.append(f"{concept.word}: {also}({concept.weight:.1f})")
    sentences += [f"{word}: in no entry" for word in expansion.unknown[: constants.MAX_READINGS]]
    return tuple(dict.fromkeys(sentences))


def _title(index: Index, card: str) -> str:
    number = index.number_of(card)
    return index.stored_document(number).title if number is not None else card.replace("-", " ")
