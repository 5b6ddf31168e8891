"""A knowledge base and a query → `Results`: what the query names, then what the loop ranks, with notes and certainty.

The page does the same in `site/theme/js/engine/searching.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import takewhile
from math import log
from threading import Lock
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from whoosh.query import And, Term
from whoosh.query import Query as Condition

from rulings import names as rulings_names
from rulings.model import constants, entities, formatting, knowledge, plain_text, remarks, selecting
from rulings.search import constants as search_constants
from rulings.search import fields, names_in_query, passages, ranking, results
from rulings.search import index as search_index
from rulings.search import query as search_query


class Request(Struct):
    """A query as it was understood."""

    index: search_index.Index
    shown: str  # the query as typed, on one line
    query: search_query.Query
    expansion: ranking.Expansion
    passing: set[int] | None  # the numbers of the documents that meet fields and options; None: all
    named: list[int]  # what is offered first, because the query is its name or hardly more
    is_name: bool  # whether the whole query is a name
    note: str  # how a part of a name or a misspelt one was read
    only_names: bool  # whether cards, topics and the like are asked for


class Found(Struct):
    """What was found, best first; the count of each kind, if everything that passes is listed; signals of certainty."""

    ranked: list[ranking.Scored]
    counts: dict[str, int]
    unanswered: float = 0.0  # the similarity of the query to the questions that nothing answers

    @property
    def best(self) -> ranking.Scored | None:
        """The best of those that the query does not name."""
        return next((scored for scored in self.ranked if "coverage" in scored.features), None)


_READING = Lock()  # threads share the index, and Whoosh's reader of it has one position in its data


def search(kb: knowledge.Knowledge, typed: str, limit: int | None, *, newest: bool) -> results.Results:
    """The best hits of one query and all notes, or why nothing was found. Every text is a valid query.

    Threads may search at once; one waits for the other.
    """
    with _READING:
        return _search(kb, typed, limit, newest=newest)


def _search(kb: knowledge.Knowledge, typed: str, limit: int | None, *, newest: bool) -> results.Results:
    request = understand(kb, typed)
    found = find(request)
    unmet = []
    if request.query.has_named and request.query.text.strip() and not _is_about_named_cards(request, found):
        alone = understand(kb, typed, search_query.parse(request.index, typed, keeps_named=False))
        found_alone = find(alone)
        if _is_about_named_cards(alone, found_alone) or (found_alone.ranked and not found.ranked):
            unmet = [*request.query.notes, "nothing there has the other words; they were searched for alone"]
            request, found = alone, found_alone
    index, ranked = request.index, found.ranked
    if not ranked:
        reason, nearest = why_nothing_found(request)
        notes = tuple(request.query.notes[: search_constants.MAX_NOTES])
        return results.Results(request.shown, 0, notes, confidence="low", explanation=(reason,), nearest=tuple(nearest))
    stems = {stem for concept in request.expansion.concepts for stem, closeness in concept.terms.items()
             if closeness >= search_constants.HIGHLIGHT_CLOSENESS}  # fmt: skip
    hits = [_hit(kb, request, scored, stems) for scored in ranked[:3]]
    reasons = unmet or doubts(request, found, hits) or doubtful_words(request)
    if newest or request.query.by_date:
        hits = []

        def latest_date(scored: ranking.Scored) -> str:
            entity = index.entity(kb, scored.number)
            return (entity.date or "") if isinstance(entity, entities.Ruling) else ""

        ranked.sort(key=latest_date, reverse=True)
    hits += [_hit(kb, request, scored, stems) for scored in ranked[len(hits) : limit]]
    expansion = request.expansion
    corrected = [f"“{word}” was read as “{meant}”" for word, meant in expansion.corrected.items()]
    corrected += [_how_read(index, mention) for mention in expansion.mentions if mention.typed]
    unknown = [] if request.is_name else _unknown(request)
    about_cards = cards_without_rulings(request) or cards_without_joint_ruling(kb, request)
    read = [request.note] if request.note else []
    sentences = dict.fromkeys([*request.query.notes, *read, *corrected, *unknown, *reasons, *about_cards])
    return results.Results(
        request.shown,
        len(ranked),
        tuple(sentences)[: search_constants.MAX_NOTES],
        tuple(hits[:limit]),
        confidence="low" if reasons else "high",
        counts=found.counts,
        reading=reading(request),
    )


# What is asked for


def understand(kb: knowledge.Knowledge, typed: str, query: search_query.Query | None = None) -> Request:
    """The request for a query in the language of `rulings search`. Every text is a valid query.

    `query`: as it is read, if it is not read as usual.
    """
    index = kb.kept(search_index.open_index)
    query = query or search_query.parse(index, typed)
    passing = passing_numbers(kb, index, query.condition)
    if query.condition is not None and not passing and query.fallback_text.strip():
        relaxed = query.relaxed()
        passing_fields = passing_numbers(kb, index, relaxed.condition)
        if passing_fields is None or passing_fields:
            query, passing = relaxed, passing_fields
    expansion = ranking.expand(index, query.text[: search_constants.MAX_QUERY_LENGTH], query.patterns)
    are_guesses = all(concept.word in expansion.corrected for concept in expansion.concepts)
    if expansion.unknown and are_guesses and not expansion.mentions:
        expansion = replace(expansion, concepts=[])  # nothing is known of what is asked for
    only_names = passing is not None and passing.isdisjoint(index.entries)
    shown = " ".join("".join(c if c.isprintable() else " " for c in typed[: search_constants.MAX_SHOWN_LENGTH]).split())
    request = Request(index, shown, query, expansion, passing, [], False, "", only_names)
    typed_words = " ".join(index.analyzer.words(shown))
    if typed_words in index.settings.authority_names and passing is not None:
        cards = (index.number_of(card.id) for card in index.names.exact(typed_words, "card").things)  # `sensei`
        named = [*index.settings.names[typed_words], *(number for number in cards if number is not None)]
        request.named = [n for n in named if _meets_conditions(kb, index, n)]
        passing.update(request.named)
    elif query.condition is None or only_names:
        _read_names(request, typed_words)
    return request


def passing_numbers(kb: knowledge.Knowledge, index: search_index.Index, condition: Condition | None) -> set[int] | None:
    """The numbers of the documents that meet a condition and those of the knowledge base; None: all."""
    passing = None if condition is None else index.matching(condition)
    if kb is kb.whole:
        return passing
    among = range(index.count) if passing is None else passing
    return {number for number in among if _meets_conditions(kb, index, number)}


def _meets_conditions(kb: knowledge.Knowledge, index: search_index.Index, number: int) -> bool:
    """Whether a document is in the knowledge base. Only rulings and cards have a side and a type."""
    met, kind, entity = kb.conditions, index.kind(number), index.entity(kb, number)
    has_facts = kind == "ruling" or (kind == "card" and not met.official)
    if entity is None or (not has_facts and (met.side or met.type or met.official)):
        return False
    if isinstance(entity, entities.Section | entities.Step) and met.since:
        source = kb.whole.documents_by_id.get(entity.source.document)
        day = (source and source.date) or ""  # an undated one is as old as anything
        return day >= met.since
    return index.settings.games[number] == (met.game or index.settings.games[number])


def _read_names(request: Request, typed: str) -> None:
    """Finds what the query names, if it consists of names: of cards with at most one other word, or of anything."""
    index, expansion = request.index, request.expansion
    words = expansion.content
    names = list(index.settings.names.get(typed, ()))
    asked = list(index.settings.names.get(" ".join(words), ()))  # `what is a virus`
    cards, is_whole = _cards_named_by_whole_query(request, is_other_name=bool(names or asked))
    names = names or ([] if cards else asked)
    sure = expansion.sure_cards
    beside = len(expansion.words) - len(expansion.taken)
    if not cards and 1 <= len(sure) <= 2 and beside <= search_constants.MAX_BESIDE_NAMES:
        cards = _two_cards(expansion) or sure
    if not cards and len(words) > 1:
        cards = _card_beside_one_word(index, words)
    topics = index.names.exact(typed, "topic").things if typed else ()
    names += [number for topic in topics if (number := index.number_of(topic.id)) is not None]
    if not (cards or names) and typed.count(" ") < 5:
        misspelt = index.names.meaning(typed, "keyword", "topic")
        if misspelt.how == "typo" and misspelt.only and misspelt.only.title.count(" ") == typed.count(" "):
            names = index.settings.names[" ".join(index.analyzer.words(misspelt.only.title))]
            request.note = f"“{typed}” was read as {misspelt.only.title}"
    request.named = list(dict.fromkeys([*cards, *names]))
    request.is_name = is_whole or bool(names)


def _card_beside_one_word(index: search_index.Index, words: list[str]) -> list[int]:
    """The card whose title stands before or after a single word, though it may be another word too: `trap errata`."""
    for rest in (words[:-1], words[1:]):
        named = index.names.exact(" ".join(rest), "card")
        if named.how == "title":
            return [number for card in named.things if (number := index.number_of(card.id)) is not None]
    return []


def _cards_named_by_whole_query(request: Request, *, is_other_name: bool) -> tuple[list[int], bool]:
    """The cards that the whole query names, and whether it does: by a title, an alias, a part of a title, with typos.

    If only a part of a title was typed, which is no other name, the query asks for the card instead of the words.
    """
    index, expansion = request.index, request.expansion
    mentions, words = expansion.mentions, expansion.words
    whole = " ".join(words)
    if len(mentions) == 1 and {*words[: mentions[0].start], *words[mentions[0].stop :]} <= {*search_constants.FILLERS}:
        return list(mentions[0].cards), True
    named = index.names.meaning(whole, "card", typos=False)
    if named.only is None or not named.is_exact:
        letters = 0 if is_other_name else max(map(len, expansion.content), default=0)
        if letters < 3:
            return [], False
        is_beginning = named.how == "beginning" and letters > 3
        is_known = not (expansion.unknown or expansion.corrected)
        if not is_known and not is_beginning:
            return [], False
        if len(expansion.content) == 1 and not mentions and is_known:
            return [], False  # an ordinary word
        known = {index.settings.ids[card] for mention in mentions for card in mention.cards}
        if named.only is None or (known and named.only.id not in known):
            return [], False
        request.note = f"read as the card {named.only.title}"
    card = index.number_of(named.only.id)
    if card is None:
        return [], False
    if not mentions:
        request.expansion = _asking_for(expansion, card)
    return [card], True


def _asking_for(expansion: ranking.Expansion, card: int) -> ranking.Expansion:
    """The same query, asking for a card instead of its words."""
    mention = names_in_query.CardMention(0, len(expansion.words), (card,), 1.0)
    return replace(expansion, concepts=[], mentions=[mention], unknown=[], corrected={})


# What is found


def find(request: Request) -> Found:
    """The documents found, the best entries first; those that the query names stand above them, if it is only a name.

    A query that consists of conditions (fields, phrases, patterns, `OR`) finds everything that meets them.
    """
    index, query, expansion, passing = request.index, request.query, request.expansion, request.passing
    in_query = list(dict.fromkeys((*query.numbers, *request.named)))
    if passing is not None and not passing:
        return Found([], {})
    offered = [number for number in in_query if passing is None or number in passing]
    asks = bool(expansion.concepts or expansion.mentions)
    ranked, unanswered = ranking.rank(index, expansion, query.cards, passing, only_names=request.only_names)
    if request.only_names and asks:  # cards and the like have every word that any of them has
        most = max((scored.features["coverage"] for scored in ranked), default=0.0)
        ranked, passing = [scored for scored in ranked if scored.features["coverage"] >= most], set()
    best = ranked[0].score if ranked else 0.0
    ranked = [scored for scored in _this_game_first(request, ranked, best) if scored.number not in offered]
    names = [ranking.Scored(number, max(1.0, best), {"name": 1.0}) for number in offered]
    if (
        passing is not None
        and (request.only_names or not (query.has_optional_words and asks))
        and query.condition is not None
    ):
        return _listed(index, [*names, *ranked], passing)
    least = search_constants.MIN_SHARE_OF_BEST * best
    having = [set(index.printed(word)) for word in expansion.content]
    having_all = {index.settings.ids[number] for number in (set.intersection(*having) if having else ())}
    matching = [s for s in ranked if s.score >= least or index.settings.ids[s.number] in having_all]
    if request.named:
        games, ids = index.settings.games, index.settings.ids
        matching = [s for s in matching if games[s.number] == constants.NETRUNNER or ids[s.number] in having_all]
    entries = _without_near_identical(index, matching)
    lead = 0 if request.is_name or query.numbers else _leading(request, entries)
    for name in names if lead else ():
        name.score = entries[lead - 1].score
    return Found([*entries[:lead], *names, *entries[lead:]], {}, unanswered)


def _leading(request: Request, entries: list[ranking.Scored]) -> int:
    """How many entries stand above the cards that a query only contains: those on both, or the best if it is on one."""
    on_both = sum(1 for _ in takewhile(partial(_is_on_both, request), entries))
    return on_both or sum(any(s.number in _entries_about(request.index, n) for n in request.named) for s in entries[:1])


def _is_on_both(request: Request, scored: ranking.Scored) -> bool:
    """Whether two cards are named, and the document is about both."""
    cards = _two_cards(request.expansion)
    return bool(cards) and request.index.settings.ids[scored.number] in _on_both(request.index, cards)


def _two_cards(expansion: ranking.Expansion) -> list[int]:
    """The cards that the query names, if it names two."""
    cards = list(dict.fromkeys(m.cards[0] for m in expansion.mentions if len(m.cards) == 1))
    return cards if len(cards) == 2 else []


def _this_game_first(request: Request, ranked: list[ranking.Scored], best: float) -> list[ranking.Scored]:
    """The documents, of those near the best score the ones on this game first; nearness depends on the words typed."""
    is_topic = len(request.expansion.words) <= search_constants.MAX_TOPIC_WORDS
    near = (search_constants.NEAR_SHARE if is_topic else search_constants.EQUAL_SHARE) * best
    return sorted(ranked, key=lambda s: 2 if s.score < near else bool(_other_rules(request, s.number)))


def _other_rules(request: Request, number: int) -> str | None:
    """The other game or the variant that a document is about, unless the query speaks of it or has conditions."""
    game, source = request.index.settings.games[number], request.index.settings.shorts[number]
    if source in request.expansion.sources or request.query.condition is not None:
        return None
    return constants.GAMES[game] if game != constants.NETRUNNER else search_constants.VARIANTS.get(source)


def _without_near_identical(index: search_index.Index, scored: list[ranking.Scored]) -> list[ranking.Scored]:
    """The documents that are not near-identical to an earlier one."""
    others: set[int] = set()
    kept: list[ranking.Scored] = []
    for document in scored:
        if document.number not in others:
            others.update(index.settings.also_under[document.number])
            kept.append(document)
    return kept


def _listed(index: search_index.Index, ranked: list[ranking.Scored], passing: set[int]) -> Found:
    """What is ranked, then all others that pass, by kind; and the count of each kind."""
    settings = index.settings

    def key(number: int) -> tuple[str, str]:
        return settings.kinds[number], settings.ids[number]

    listed = list(ranked)
    seen = {key(scored.number) for scored in listed}
    order = search_constants.DOCUMENT_KINDS.index
    for number in sorted(passing, key=lambda n: (order(settings.kinds[n]), -settings.priors[n], n)):
        if key(number) not in seen:
            seen.add(key(number))
            statement = settings.statements[number]
            statements = [statement] if statement is not None else []
            listed.append(
                ranking.Scored(number, settings.priors[number], {"prior": settings.priors[number]}, statements)
            )
    counts = Counter[str](settings.kinds[scored.number] for scored in listed)
    return Found(listed, {kind: counts[kind] for kind in search_constants.DOCUMENT_KINDS if counts[kind]})


def _hit(kb: knowledge.Knowledge, request: Request, scored: ranking.Scored, stems: set[str]) -> results.Hit:
    """The hit that shows a document, with the words that have these stems highlighted."""
    index = request.index
    kind, title = index.kind(scored.number), index.settings.titles[scored.number]
    entity = index.entity(kb, scored.number) or index.entity(kb.whole, scored.number)
    assert entity is not None
    source = next((d.id for d in kb.documents if d.short == index.settings.shorts[scored.number]), "cards")
    url = entity.url
    passage = text = results.entity_text(entity)
    shown = passages.PassageStatus()
    if isinstance(entity, entities.Section):
        if (divided := index.divided.get(entity.id)) is None:
            divided = index.divided[entity.id] = passages.divide(entity)
        lines = _shown_lines(divided, scored.statements)
        passage, shown = divided.text(lines), divided.status(lines)
        first = next((s for s in divided.statements if s.lines and s.lines[-1] in lines), None)
        url = f"{url.partition('#')[0]}#{first.fragment if first else entity.id}"
    elif isinstance(entity, (entities.Ruling, entities.Step)):
        entity_remarks = tuple(remarks.remarks(entity, remarks.WORDS))
        shown = passages.PassageStatus(entity.status, tuple(entity.superseded_by), entity_remarks)
    elif isinstance(entity, entities.Card):
        passage = text = _card_line(kb, request, entity)
    else:
        passage = text = index.settings.texts[scored.number]
    return results.Hit(
        kind=entity.kind if isinstance(entity, entities.Ruling) else kind,
        entity=entity,
        title=title,
        document=source,
        passage=passage,
        text=entity.text if isinstance(entity, entities.Section | entities.Step) else text,
        url=url,
        score=round(scored.score, 4),
        spans=passages.word_spans(index.analyzer, passage, stems),
        features={name: round(value, 3) for name, value in scored.features.items()},
        status=shown.status,
        superseded_by=shown.superseded_by,
        remarks=(*shown.remarks, *(formatting.source_remarks(entity) if isinstance(entity, entities.AnyEntry) else ())),
        also_under=tuple(
            {"id": id, "title": kb.rulings_by_id[id].subject.title}
            for id in (entity.also_under if isinstance(entity, entities.Ruling) else ())
            if id in kb.rulings_by_id  # not, where only a part of the knowledge base is searched
        ),
        question=entity.question if isinstance(entity, (entities.Ruling, entities.Step)) else None,
    )


def _shown_lines(divided: passages.Passages, statements: list[int]) -> set[int]:
    """The lines of as many statements as fit, the best first; all lines of a section that is one statement."""
    best = [divided.statements[number].lines for number in statements[: search_constants.MAX_JOINED]]
    lines = set(best[0] if best else divided.statements[0].lines)
    for more in best[1:]:
        text = divided.text(lines | {*more})
        if len(text) > search_constants.MAX_PASSAGE_LENGTH or text.count("\n") >= search_constants.MAX_PASSAGE_LINES:
            break  # a worse one would stand in its place
        lines |= {*more}
    return lines


def _card_line(kb: knowledge.Knowledge, request: Request, card: entities.Card) -> str:
    """What is there on a card: `no erratum · 4 rulings · 1 on both`."""
    cards = [number for number in request.named if request.index.kind(number) == "card"]
    both = f" · {len(_joint_rulings(kb, request.index, cards))} on both" if len(cards) == 2 else ""
    return results.counts_line(kb, card) + both


# Certainty


Decision = list[str] | None  # reasons to doubt, none, or None if another rule decides


class CertaintyRule(NamedTuple):
    """A rule of certainty, with a query that it decides."""

    example: str
    decide: Callable[[Request, Found, list[results.Hit]], Decision]


def doubts(request: Request, found: Found, hits: list[results.Hit]) -> list[str]:
    """Why the words shown may not answer; nothing if they surely do, or the query is a whole name."""
    decided = (rule.decide(request, found, hits) for rule in CERTAINTY)
    return next(reasons for reasons in decided if reasons is not None)


def _is_named(request: Request, *_: object) -> Decision:
    is_named = request.is_name or request.query.numbers or (request.named and not request.expansion.unknown)
    return [] if is_named else None


def _has_other_rules(request: Request, found: Found, *_: object) -> Decision:
    others = _other_rules(request, found.best.number) if found.best else None
    return [f"the best match is about {others}"] if others else None


def _is_about_named_cards(request: Request, found: Found) -> bool:
    """Whether something is found and, if the query names cards, one of the best hits is about one of them."""
    best, index = found.ranked[:3], request.index
    cards = [index.settings.ids[card] for mention in request.expansion.mentions for card in mention.cards]
    abouts = [index.about(f"card/{card}") for card in cards]
    return bool(best) and (not cards or any(scored.number in about for about in abouts for scored in best))


def _shows_no_word(request: Request, found: Found, hits: list[results.Hit]) -> Decision:
    """Questions that nobody sees find it; they never make certain."""
    expansion = request.expansion
    if expansion.mentions or _has_shown_word(request, hits):
        return None
    words = [word for word in dict.fromkeys(expansion.telling) if word not in expansion.corrected]
    if len(words) == 1 and not expansion.unknown and not request.index.printed(words[0]):
        return [f"no ruling, section or step has “{words[0]}”; what follows is near in meaning"]
    return _unknown(request) or ["what follows has none of these words; it is near in meaning"]


def _by_strength(request: Request, found: Found, *_: object) -> Decision:
    weights, strength = request.index.weights.confidence, _strength_of(request, found) or 0.0
    least = weights["least" if request.expansion.sure_cards else "least_without_card"]
    if strength >= least:
        return []
    is_like_unanswered = strength + weights["unanswered"] * found.unanswered >= least
    why = "this is like questions that nothing" if is_like_unanswered else "no ruling, section or step surely"
    return _unknown(request) or cards_without_rulings(request) or [f"{why} here answers"]


def asks_the_rulebook(index: search_index.Index, words: list[str]) -> Decision:
    """Whether only the printed rulebook answers a question, though some entry has its words."""
    rulebook, stems = index.settings.rulebook, {index.analyzer.stem(word): word for word in words}
    telling = {stem for stem, word in stems.items() if word not in passages.UNHIGHLIGHTED}.difference(rulebook.beside)
    asked = (topic for row, topic in rulebook.topics.items() if telling <= {*row.split()} <= stems.keys())
    return [f"only the printed rulebook says {topic}, and it is not among the documents" for topic in asked][:1] or None


CERTAINTY = (  # the first rule that decides; the page has them in this order
    # even if this game has its words
    CertaintyRule("does Sneakdoor Beta count as a run on HQ", lambda r, f, h: notes_on_the_other_game(r) or None),
    CertaintyRule("bordwalk", _is_named),  # the entry is what is asked for, whatever its words are
    CertaintyRule("how many bits at start", lambda r, f, h: asks_the_rulebook(r.index, r.expansion.words)),
    CertaintyRule("glacier agenda point dreff", lambda r, f, h: [] if f.best and _is_on_both(r, f.best) else None),
    # whatever is found meets all conditions
    CertaintyRule("is:errata zzzz", lambda r, f, h: _unknown(r) if _strength_of(r, f) is None else None),
    CertaintyRule("can the corp redraw its opening hand", _has_other_rules),  # however well it matches
    CertaintyRule("executed", _shows_no_word),  # before the score, which our questions make high
    CertaintyRule("shuffling", lambda r, f, h: [] if len(r.expansion.asking) == 1 and _has_shown_word(r, h) else None),
    CertaintyRule("tarce limit", _by_strength),
)


def _unknown(request: Request) -> list[str]:
    return [unknown_words(request)] if request.expansion.unknown else []


def _strength_of(request: Request, found: Found) -> float | None:
    """How well the best entry answers what is known of the query; None if the query is all conditions."""
    index, expansion, best = request.index, request.expansion, found.best
    weights = index.weights.confidence
    all_match = request.query.condition is not None and (
        len(expansion.taken) == len(expansion.words) or not request.query.has_optional_words
    )
    if not expansion.words or all_match or request.only_names or best is None:
        return None
    known = sum(concept.weight for concept in expansion.concepts)
    unknown = len(expansion.unknown) * index.idf(1)
    answered = (best.score + weights["length"] * log(len(expansion.words))) * known / ((known + unknown) or 1.0)
    return answered - weights["unanswered"] * found.unanswered


def _has_shown_word(request: Request, hits: list[results.Hit]) -> bool:
    """Whether any word typed or meant, of two letters at least, stands in an inflected form in what is shown.

    If no telling word is in any text, the others say nothing: `can i tune`.
    """
    index, expansion = request.index, request.expansion
    analyzer, meant = index.analyzer, [expansion.corrected.get(word, word) for word in expansion.telling]
    is_in_texts = any(index.matching(Term(".terms", analyzer.stem(word))) for word in meant)
    words = [expansion.corrected.get(word, word) for word in expansion.asking] if is_in_texts else meant
    typed = {analyzer.uninflected(word) for word in words}
    shown = {analyzer.uninflected(word) for hit in hits for word in analyzer.words(f"{hit.title} {hit.passage}")}
    return any(len(word) > 1 for word in typed & shown)


# Notes


def notes_on_the_other_game(request: Request) -> list[str]:
    """A sentence if the query names a card or term that only Android: Netrunner (2012) has."""
    index, words = request.index, request.expansion.words
    other, whole = index.settings.other_game, " ".join(words)
    game = constants.GAMES["android-netrunner"]
    runs = [
        " ".join(words[i : i + size])
        for size in range(search_constants.MAX_OTHER_TITLE_WORDS, 0, -1)
        for i in range(len(words) - size + 1)
    ]
    if request.expansion.sources & {"tournament"} and not request.named:
        return []
    title = other.whole_titles.get(whole) or next((other.titles[run] for run in runs if run in other.titles), None)
    if title and not request.is_name:
        return [f"{title} is a card of {game}; these rulings are about the 1996 game"]
    term = next((other.terms[run] for run in runs if run in other.terms), None)
    if term and not request.is_name:
        return [f"“{term}” is a term of {game}; these rulings are about the 1996 game"]
    return []


def why_nothing_found(request: Request) -> tuple[str, list[str]]:
    """A sentence that says why nothing was found, and the nearest titles unless that is due to fields or filters."""
    index, expansion, passing = request.index, request.expansion, request.passing
    has_condition = request.query.condition is not None
    if not expansion.words and not has_condition and not request.query.numbers:
        return "there is no word in the query to search for", []
    if (passing is not None and not passing) or not (expansion.words or has_condition):
        if request.query.condition is not None and not index.matching(request.query.condition):
            return "nothing matches the whole query", []
        return "your filters exclude everything (side, type, game, date or official)", []
    nearest: list[str] = []
    if expansion.words and len(expansion.words) <= search_constants.MAX_NEAREST_WORDS and not expansion.sure_cards:
        only_topics = passing is not None and all(index.kind(number) == "topic" for number in passing)
        kind: constants.SubjectKind = "topic" if only_topics else "card"
        named = index.names.meaning(" ".join(expansion.words), kind)
        nearest = [thing.title for thing in named.things or named.near if thing.kind == kind]
    if expansion.unknown and not expansion.concepts:
        return unknown_words(request), nearest
    reason = "nothing matches well enough" if passing is None else "your filters exclude every match for these words"
    return reason, nearest


def unknown_words(request: Request) -> str:
    """A sentence naming, as typed, the words that occur in no ruling, section or step."""
    words_of, unknown = request.index.analyzer.words, request.expansion.unknown
    typed = [word for word in request.shown.split() if not set(words_of(word)).isdisjoint(unknown)]
    as_typed = [word.strip("\"'()*~.,;:!?") for word in typed]
    distinct = list(dict.fromkeys(as_typed or unknown))
    quoted = [f"“{word[: search_constants.MAX_NOTE_QUOTE_LENGTH]}”" for word in distinct[: search_constants.MAX_LISTED]]
    return f"no ruling, section or step has {plain_text.joined_with('or', quoted)}"


def doubtful_words(request: Request) -> list[str]:
    """Sentences, where few words stand beside names: a word is unknown, or parts of names leave it open which is meant.

    Several cards have the part, or it is the beginning of a title with few letters.
    """
    expansion = request.expansion
    if not expansion.has_few_words_beside_names:
        return []
    if expansion.unknown and not request.is_name:
        return _unknown(request)

    def is_short(mention: names_in_query.CardMention) -> bool:
        is_begun = mention.how == "beginning" and not request.is_name
        return is_begun and len(mention.typed) < rulings_names.MIN_CLEAR_BEGINNING

    unsure = (m for m in expansion.mentions if m.typed and (len(m.cards) > 1 or is_short(m)))
    return [_how_read(request.index, mention) for mention in unsure]


def _how_read(index: search_index.Index, mention: names_in_query.CardMention) -> str:
    return f"“{mention.typed}” was read as {_titles(index, mention.cards)}"


def cards_without_rulings(request: Request) -> list[str]:
    """Sentences for named cards that have no rulings: the hits are then about something else."""
    index = request.index
    sentences = list[str]()
    for card in request.expansion.sure_cards:
        if _entries_about(index, card):
            continue
        keywords = [keyword for keyword in index.settings.keywords[card] if _has_rulings(index, keyword)]
        queries = [fields.field_query("keyword", keyword) for keyword in keywords]
        others = f"; rulings on its keywords: {', '.join(queries)}" if queries else ""
        sentences.append(f"nothing was ever ruled on {index.settings.titles[card]}{others}")
    return sentences[: search_constants.MAX_UNRULED_CARDS]


def _has_rulings(index: search_index.Index, keyword: str) -> bool:
    """Whether there is a ruling on a card with the keyword."""
    return bool(index.matching(And([Term("kind", "ruling"), Term("keyword", index.analyzer.field_term(keyword))])))


def _entries_about(index: search_index.Index, card: int) -> set[int]:
    """The numbers of the rulings, sections and steps about a card."""
    return {number for number in index.about(f"card/{index.settings.ids[card]}") if number in index.entries}


def _on_both(index: search_index.Index, cards: list[int]) -> set[str]:
    """The ids of the entries about both cards."""
    first, second = (_entries_about(index, card) for card in cards)
    return {index.settings.ids[number] for number in first & second}


def _joint_rulings(kb: knowledge.Knowledge, index: search_index.Index, cards: list[int]) -> list[entities.Ruling]:
    """The rulings that concern both cards."""
    first, second = (knowledge.card_page(kb, index.settings.ids[card]) for card in cards)
    return selecting.page_rulings(selecting.rulings_on_all(first, [second]))


def cards_without_joint_ruling(kb: knowledge.Knowledge, request: Request) -> list[str]:
    """A sentence if two cards are named and no ruling concerns both: each hit is then about one of them only."""
    cards = request.expansion.sure_cards
    if len(cards) != 2 or request.query.has_operators or _joint_rulings(kb, request.index, cards):
        return []
    return [f"no ruling concerns both {' and '.join(request.index.settings.titles[card] for card in cards)}"]


def reading(request: Request) -> tuple[str, ...]:
    """How each part of the query was read: `dreff: card Dr. Dreff`, `bits: also money (3.1)`."""
    index, expansion, sentences = request.index, request.expansion, list[str]()
    for mention in expansion.mentions:
        words = " ".join(expansion.words[mention.start : mention.stop])
        sentences.append(f"{words}: card {_titles(index, mention.cards)}")
    for concept in expansion.concepts[: search_constants.MAX_READINGS]:
        stem = index.analyzer.stem(concept.word)
        others = sorted((-closeness, term) for term, closeness in concept.terms.items() if term != stem)
        also = f"also {', '.join(term for _, term in others[: search_constants.MAX_READINGS])} " if others else ""
        sentences.append(f"{concept.word}: {also}({concept.weight:.1f})")
    sentences += [f"{word}: in no entry" for word in expansion.unknown[: search_constants.MAX_READINGS]]
    return tuple(dict.fromkeys(sentences))


def _titles(index: search_index.Index, cards: Iterable[int]) -> str:
    return " or ".join(index.settings.titles[card] for card in cards)
