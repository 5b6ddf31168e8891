"""The words of a query → weighted concepts; an open index and concepts → the documents, best first:
the loop.

The loop reads the postings of each concept (a word with its synonyms), adds up, and sorts. A score
is the sum of

- `words`: BM25 of title, extra words and text, and of our questions, each question counted once for
  each term, as a share of the weight of all concepts; with how much a document is about the named
  cards
- `similarity`: to the most similar of our questions, and a share of that to the next one. It is the
  weight of the common concepts, divided by the geometric mean of the weights of query and question

less a share for concepts that are missing, times the prior of the document, which is the lower the
less it rules, and its boost, if it has few questions (`weights.yaml` explains each number).

The page does the same in `site/theme/js/engine/ranking.js`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import partial
from itertools import repeat

from msgspec import Struct

from rulings import edit_distance
from rulings import names as rulings_names
from rulings.search import index as search_index
from rulings.search import names_in_query, parameters, passages


class Concept(Struct):
    """A word of a query and its synonyms. `terms`: stem → closeness (0–1); `weight`: idf × share of
    the word.
    """

    word: str
    terms: dict[str, float]
    weight: float


class Expansion(Struct):
    """What a query asks for. `unknown`: words that occur nowhere; `corrected`: word → the word it
    was read as.
    """

    words: list[str] = []
    concepts: list[Concept] = []
    mentions: list[names_in_query.CardMention] = []
    unknown: list[str] = []
    corrected: dict[str, str] = {}
    sources: frozenset[str] = frozenset()  # short names of the sources that the query names
    # Positions of the words that say nothing about what is asked for
    idle: frozenset[int] = frozenset()

    @property
    def asking(self) -> list[str]:
        """The words without the idle ones."""
        return [word for i, word in enumerate(self.words) if i not in self.idle]

    @property
    def content(self) -> list[str]:
        """The asking words that say something in any query."""
        return [word for word in self.asking if word not in parameters.FILLERS]

    @property
    def telling(self) -> list[str]:
        """The asking words that do not occur everywhere, or all if there are no others."""
        return [word for word in self.asking if word not in passages.UNHIGHLIGHTED] or self.asking

    @property
    def taken(self) -> set[int]:
        """The positions of the words in names of cards, and of the idle ones."""
        return {
            i for mention in self.mentions for i in range(mention.start, mention.stop)
        } | self.idle

    @property
    def has_few_words_beside_names(self) -> bool:
        """Whether few words are no part of names, as in what thumbs type."""
        return (
            len(self.words) - sum(m.stop - m.start for m in self.mentions) <= parameters.FEW_WORDS
        )

    @property
    def sure_cards(self) -> list[int]:
        """The cards that the query surely names, each once."""
        sure = (
            m
            for m in self.mentions
            if len(m.cards) == 1 and m.confidence >= parameters.SURE_CONFIDENCE
        )
        return list(dict.fromkeys(mention.cards[0] for mention in sure))

    @property
    def two_cards(self) -> list[int]:
        """The cards that the query names, if it names two."""
        cards = list(
            dict.fromkeys(mention.cards[0] for mention in self.mentions if len(mention.cards) == 1)
        )
        return cards if len(cards) == 2 else []


class Candidate(Struct):
    """A document with its score; of a section, the statements to show, best first.

    `coverage`: the share of the weight of the query that it has; None for what is only named, or
    only meets conditions.
    """

    number: int
    score: float
    coverage: float | None = None
    statements: list[int] = []


def expand(index: search_index.Index, text: str, patterns: Iterable[list[str]]) -> Expansion:
    """The expansion of a query. `text`: without operators and fields; `patterns`: words that each
    pattern matches.

    A word in a card's name counts less. One that occurs nowhere is corrected, or else unknown.
    """
    words, mentions = _with_names_read(
        index, index.analyzer.words(text)[: parameters.MAX_WORDS], text
    )
    stems = [index.analyzer.stem(word) for word in words]
    confidence_at = {i: m.confidence for m in mentions for i in range(m.start, m.stop)}
    joined = f" {' '.join(stems)} "
    sources = frozenset(
        short for name, short in index.settings.sources.items() if f" {name} " in joined
    )
    expansion = Expansion(
        words, mentions=mentions, sources=sources, idle=_idle_words(words, confidence_at)
    )
    concepts: dict[str, Concept] = {}
    for i, stem in enumerate(stems):
        share = 1.0 - confidence_at.get(i, 0.0)
        if i in expansion.idle:
            continue
        asking = [stem for j, stem in enumerate(stems) if j >= i and j not in expansion.idle]
        terms = _with_synonyms(index, stems[i:], asking)
        if not terms and i not in confidence_at:
            intended = _find_intended(index, words[i])
            if intended:
                terms = _with_synonyms(index, [index.analyzer.stem(intended)])
                expansion.corrected[words[i]] = intended
                share *= index.weights.corrected
            elif len(words[i]) > 1:
                expansion.unknown.append(words[i])
        weight = _idf_of_best(index, terms) * share if terms else 0.0
        if terms and (stem not in concepts or weight > concepts[stem].weight):
            concepts[stem] = Concept(words[i], terms, weight)
    for matching in patterns:
        frequencies = {
            stem: index.postings(stem).frequency for stem in map(index.analyzer.stem, matching)
        }
        found = {stem: frequency for stem, frequency in frequencies.items() if frequency}
        if found:
            concepts[f"{matching[0]}*"] = Concept(
                matching[0], dict.fromkeys(found, 1.0), index.idf(max(found.values()))
            )
    expansion.concepts = sorted(concepts.values(), key=lambda concept: -concept.weight)
    return expansion


def _with_names_read(
    index: search_index.Index, typed: list[str], text: str
) -> tuple[list[str], list[names_in_query.CardMention]]:
    """The words with the title in place of each name that is misspelt or a part of one, and the
    names in them.
    """
    words, mentions, end = list[str](), list[names_in_query.CardMention](), 0
    is_known = partial(_is_known, index)
    for span in names_in_query.recognize(
        index.names, index.settings.card_names, typed, is_known, text
    ):
        words += typed[end : span.start]
        end = span.stop
        as_typed = typed[span.start : span.stop]
        is_read = span.how not in rulings_names.EXACT
        is_respelled = is_read or span.how == "spelling"
        name = (
            index.analyzer.words(span.cards[0].title)
            if is_respelled and len(span.cards) == 1
            else as_typed
        )
        cards = tuple(
            number for card in span.cards if (number := index.number_of(card.id)) is not None
        )
        mentions.append(
            names_in_query.CardMention(
                len(words),
                len(words) + len(name),
                cards,
                span.confidence,
                " ".join(as_typed) if is_read else "",
                span.how,
            )
        )
        words += name
    return words + typed[end:], mentions


def _is_known(index: search_index.Index, word: str) -> bool:
    """Whether a word is not part of a misspelt or unfinished name.

    It is too short, printed (not only in a title and what is about its card), has a synonym, or is
    in more than a few questions.
    """
    stem = index.analyzer.stem(word)
    if len(word) < rulings_names.MIN_TYPO_LENGTH and not index.postings(stem).frequency:
        return len(word) < 3
    is_asked = index.postings(stem).frequency > parameters.FEW_QUESTIONS
    return _is_printed_outside_title(index, word) or stem in index.settings.synonyms or is_asked


def _is_printed_outside_title(index: search_index.Index, word: str) -> bool:
    """Whether entries have the word that are not about the only card with the word in its title:
    `negotiating`.
    """
    named = index.names.words.get(word, [])
    card = index.names.things[named[0]] if len(named) == 1 else None
    about = index.about(f"card/{card.id}") if card and card.kind == "card" else {}
    return any(number not in about for number in index.printed(word))


def _idle_words(words: list[str], names: Container[int]) -> frozenset[int]:
    """The positions of words such as `vs` between two names, and in a short query, of words such as
    `the`.

    Beside one word, *what* and *is* ask for its definition.
    """
    telling = [
        i for i, word in enumerate(words) if i in names or word not in passages.UNHIGHLIGHTED
    ]
    silent = parameters.FILLERS if len(telling) > 1 else parameters.ARTICLES if telling else ()
    idle = {
        i
        for i, word in enumerate(words)
        if word in parameters.JOINERS and i - 1 in names and i + 1 in names
    }
    if len(words) <= parameters.SHORT_QUERY_WORDS:
        idle |= {i for i, word in enumerate(words) if word in silent and i not in names}
    return frozenset(idle)


def _with_synonyms(index: search_index.Index, *rows: list[str]) -> dict[str, float]:
    """The first stem of the rows, if it occurs in entries, and the synonyms of it and of phrases
    that begin with it.
    """
    terms = {rows[0][0]: 1.0} if index.postings(rows[0][0]).frequency else dict[str, float]()
    phrases = dict.fromkeys(
        " ".join(row[:length])
        for row in rows
        for length in range(parameters.MAX_SYNONYM_WORDS, 0, -1)
    )
    for phrase in phrases:
        for term, closeness in index.settings.synonyms.get(phrase, ()):
            if index.postings(term).frequency:
                terms[term] = max(terms.get(term, 0.0), closeness * index.weights.synonym)
    return terms


def _idf_of_best(index: search_index.Index, terms: dict[str, float]) -> float:
    """The idf of the rarest of the terms that match best, times how well they match."""
    best = max(terms.values())
    frequencies = (
        index.postings(term).frequency for term, closeness in terms.items() if closeness == best
    )
    return index.idf(min(frequencies)) * best


def _find_intended(index: search_index.Index, word: str) -> str | None:
    """The printed word that an unknown one misspells."""
    if not word.isalpha() or len(word) < rulings_names.MIN_TYPO_LENGTH:
        return None
    intended = edit_distance.intended_word(word, index.words_by_frequency)
    return (
        intended if intended and index.postings(index.analyzer.stem(intended)).frequency else None
    )


def rank(
    index: search_index.Index,
    expansion: Expansion,
    cards: Iterable[int],
    passing: set[int] | None,
    *,
    only_names: bool = False,
) -> tuple[list[Candidate], float]:
    """The documents with any concept, best first, and the similarity of the query to the questions
    nothing answers.

    `cards`: named in fields; `passing`: the documents that meet the conditions of the query (None:
    all); `only_names`: whether cards, topics and the like are asked for instead of entries.
    """
    weights, settings, nothing = index.weights, index.settings, index.count
    words, cover, shared = [0.0] * index.count, [0.0] * index.count, [0.0] * len(settings.owners)
    contrary = dict[int, float]()  # the factors of statements about the other side
    for concept in expansion.concepts:
        weight = concept.weight
        impacts, closest = _impacts_of(index, concept, only_names=only_names)
        for number, impact in impacts:
            words[number] += weight * impact
            cover[number] += weight
        for question, closeness in closest:
            shared[question] += weight * closeness
        for stem, closeness in concept.terms.items():
            if closeness >= parameters.HIGHLIGHT_CLOSENESS:
                contrary |= dict.fromkeys(settings.contrary.get(stem, ()), weights.contrary)
    words_weight = total = sum(concept.weight for concept in expansion.concepts)
    for weight, about in _named_cards(index, expansion, cards):
        total += weight
        for number, how_much in about.items():
            words[number] += weight * how_much
            cover[number] += weight * how_much
    total = total or 1.0
    similarity = _similarities(index, shared, words_weight)
    asked_of = expansion.sources & parameters.VARIANTS.keys()
    priors, boosts = settings.priors, settings.boosts
    in_a_row = index.with_phrase(expansion.asking)

    scores = list[tuple[float, int, float]]()
    for number in range(len(index.entries), index.count) if only_names else index.entries:
        if cover[number] and (passing is None or number in passing):
            score = words[number] / total + weights.similarity * similarity[number]
            coverage = min(1.0, cover[number] / total)
            score *= 1 - weights.missing * (1 - coverage)
            score *= priors[number] * boosts[number] * contrary.get(number, 1.0)
            # It weighs less only where the query does not speak of it
            if settings.shorts[number] in asked_of:
                score /= weights.nature.get("variant", 1.0)
            if number in in_a_row:
                score += weights.phrase * len(expansion.asking)
            scores.append((score, number, coverage))
    ranked = _by_entry(index, scores)
    return ranked, 0.0 if _is_on_named_card(index, expansion, ranked) else similarity[nothing]


def _is_on_named_card(
    index: search_index.Index, expansion: Expansion, ranked: list[Candidate]
) -> bool:
    """Whether few words stand beside the name of a card, which the best document is about."""
    abouts = (index.about(f"card/{index.settings.ids[card]}") for card in expansion.sure_cards)
    return expansion.has_few_words_beside_names and any(
        scored.number in about for scored in ranked[:1] for about in abouts
    )


def _impacts_of(
    index: search_index.Index, concept: Concept, *, only_names: bool
) -> tuple[Iterable[tuple[int, float]], Iterable[tuple[int, float]]]:
    """Each document with the highest impact of the concept's terms; each question with that of its
    closest term.
    """
    impacts, closest = dict[int, float](), dict[int, float]()
    for stem, closeness in sorted(concept.terms.items(), key=lambda term: term[1]):
        entries, questions, _ = index.postings(stem)
        if only_names:
            entries = [(number, 1.0) for number in index.named_with(stem)]
        if closeness == len(concept.terms) == 1:  # the usual case
            return entries, zip(questions, repeat(1.0))
        for number, impact in entries:
            if closeness * impact > impacts.get(number, 0.0):
                impacts[number] = closeness * impact
        closest.update(zip(questions, repeat(closeness)))  # the closest term comes last
    return impacts.items(), closest.items()


def _named_cards(
    index: search_index.Index, expansion: Expansion, cards: Iterable[int]
) -> Iterator[tuple[float, dict[int, float]]]:
    """For each card named in the query or in its fields, its weight, and the documents about it."""
    known = {card for mention in expansion.mentions for card in mention.cards}
    named = [(mention.cards, mention.confidence) for mention in expansion.mentions]
    for meant, confidence in [*named, *(((card,), 1.0) for card in cards if card not in known)]:
        about = [index.about(f"card/{index.settings.ids[card]}") for card in meant]
        frequency = max(map(len, about))
        if frequency:
            numbers = {number for documents in about for number in documents}
            most = {
                number: max(documents.get(number, 0.0) for documents in about)
                for number in sorted(numbers)
            }
            undamped = index.idf(frequency) ** (1 / index.weights.idf_power)
            yield index.weights.named_card * confidence * undamped, most


def _similarities(
    index: search_index.Index, shared: Iterable[float], words_weight: float
) -> list[float]:
    """Of each document, its similarity to the most similar of its questions and, with less weight,
    to the next.

    The last number is that of the questions that nothing answers.
    """
    first, second = [0.0] * (index.count + 1), [0.0] * (index.count + 1)
    for weight, own_weight, owners in zip(
        shared, index.settings.question_weights, index.owners, strict=True
    ):
        if weight:
            similarity = weight / own_weight
            for owner in owners:
                if similarity > first[owner]:
                    first[owner], second[owner] = similarity, first[owner]
                elif similarity > second[owner]:
                    second[owner] = similarity
    root, share = max(words_weight, 0.001) ** 0.5, index.weights.second_question
    return [(one + share * other) / root for one, other in zip(first, second, strict=True)]


def _by_entry(index: search_index.Index, scores: list[tuple[float, int, float]]) -> list[Candidate]:
    """Each entry once, best first, with the better score of the whole section and of its best
    statement.
    """
    settings, priors, boosts = index.settings, index.settings.priors, index.settings.boosts
    kept: dict[tuple[str, str], Candidate] = {}
    for score, number, coverage in sorted(scores, key=lambda scored: (-scored[0], scored[1])):
        key = settings.kinds[number], settings.ids[number]
        best = kept.get(key)
        if best is None:
            best = kept[key] = Candidate(number, score, coverage)
        statement = settings.statements[number]
        if statement is not None:
            as_ordinary = best.score / (priors[best.number] * boosts[best.number])
            least = parameters.JOINED_SHARE * as_ordinary * priors[number]
            if not best.statements or score >= least:
                best.statements.append(statement)
    return list(kept.values())
