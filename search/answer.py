"""An open index and a query → `Results`: reads the query, asks what must match, ranks, and says what each hit is."""

from __future__ import annotations

from rulings.search import language, ranking
from rulings.search.hits import Hit, Results
from rulings.search.tokens import stem
from rulings.search.wanted import Concept, Wanted, rarity
from rulings.search.wanted import read as read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from rulings.search.index import Index
    from rulings.search.ranking import Scored

KINDS = ("ruling", "section", "step", "card", "topic")  # as `entries.KINDS`, which a query need not import
_READ = 8  # parts of a query whose reading is told
_MARKED = 0.7  # how well a synonym must stand for a word of the query to be marked in a hit
_NOTES = 6  # more would hide the answer
_A_NAME = 0.45  # as sure as this, a query that is one name is about that card
_NAMED = 0.75  # as sure as this, a card is named within a query: it is worth saying that nothing was ruled on it


class Options:
    """What the command line restricts a search to; None: nothing."""

    __slots__ = ("as_of", "game", "kinds", "limit", "side", "type")

    def __init__(
        self,
        limit: int = 10,
        side: str | None = None,
        type: str | None = None,
        game: str | None = None,
        as_of: str | None = None,
        kinds: Iterable[str] | None = None,
    ) -> None:
        self.limit = max(0, limit)
        self.side = side.lower() if side else None
        self.type = type.lower() if type else None
        self.game = game.lower() if game else None
        self.as_of, self.kinds = as_of, frozenset(kinds) if kinds is not None else None

    def among(self, index: Index) -> set[int] | None:
        """The entries they leave; None: all."""
        if not (self.side or self.type or self.game or self.as_of or self.kinds):
            return None
        head = index.table.head
        left: Iterable[int] = range(index.table.count)
        if self.side:
            left = [i for i in left if head["sides"][i] == self.side]
        if self.type:
            left = [i for i in left if head["types"][i] == self.type]
        if self.game:
            later = self.game != "netrunner"
            left = [i for i in left if bool(head["later"][i]) == later]
        if self.as_of:
            left = [i for i in left if head["since"][i][: len(self.as_of)] <= self.as_of]
        if self.kinds is not None:
            left = [i for i in left if KINDS[head["kinds"][i]] in self.kinds]
        return set(left)


def answer(index: Index, typed: str, options: Options) -> Results:
    """The results of one query. Whatever is typed, there is an answer."""
    query = language.read(typed, _Lazy(index))
    among = options.among(index)
    if query.must is not None:
        matched = index.matcher().entries(query.must)
        among = matched if among is None else among & matched
    wanted = read_words(index.table, query.words, index.weights, typed[: language.LONGEST])
    _add_cards(index, wanted, query.cards)
    found, total = _found(index, query, wanted, among, options)
    notes = list(dict.fromkeys(query.notes))[:_NOTES]
    shown = " ".join("".join(c if c.isprintable() else " " for c in typed[:400]).split())
    if not found:
        from rulings.search.explain import nothing

        explanation, nearest = nothing(index, query, wanted, among, options, shown)
        return Results(shown, 0, tuple(notes), (), tuple(explanation), tuple(nearest))
    stems = frozenset(
        [
            *map(stem, query.words),
            *(t for c in wanted.concepts if not c.extra for t, how in c.terms.items() if how >= _MARKED),
        ]
    )
    hits = tuple(_hit(index, one, stems) for one in found[: options.limit])
    if query.must is None:  # of the words that a pattern stands for nobody typed any
        notes += _unruled(index, wanted) or _apart(index, wanted)
    return Results(shown, total, tuple(notes), hits, reading=_reading(index, wanted))


def _unruled(index: Index, wanted: Wanted) -> list[str]:
    """That nothing was ever ruled on a card which the query names: the hits below are then about something else."""
    said, entries = list[str](), index.table.head["documents"]
    for one in wanted.spotted:
        having = index.table.postings(f"§card/{one.cards[0]}")[0]
        if len(one.cards) == 1 and one.sure >= _NAMED and not any(entry < entries for entry in having):
            from rulings.search.explain import unruled

            said += unruled(index, one.cards[0], _title(index, "card", one.cards[0]))
    return list(dict.fromkeys(said))[:2]


def _apart(index: Index, wanted: Wanted) -> list[str]:
    """That no ruling concerns both of two cards which the query names: each hit below is about one of them only."""
    named = [one.cards[0] for one in wanted.spotted if len(one.cards) == 1 and one.sure >= _NAMED]
    having = [set(index.table.postings(f"§card/{card}")[0]) for card in dict.fromkeys(named)]
    if len(having) != 2 or having[0] & having[1]:
        return []
    one, other = (_title(index, "card", card) for card in dict.fromkeys(named))
    return [f"no ruling concerns both {one} and {other}"]


def _reading(index: Index, wanted: Wanted) -> tuple[str, ...]:
    """How each part of the query was read: `dreff: card Dr. Dreff (5.2)`, `bits: also money (3.1)`."""
    said = []
    for concept in sorted((c for c in wanted.concepts if not c.extra), key=lambda c: -c.tells)[:_READ]:
        if concept.about:
            keys = [term[1:].split("/") for term in concept.terms]
            titles = [_title(index, kind, id) for kind, id in keys]
            said.append(f"{concept.word.split('/')[-1]}: {keys[0][0]} {' or '.join(titles)} ({concept.tells:.1f})")
        else:
            others = sorted((-how, term) for term, how in concept.terms.items() if term != stem(concept.word))
            also = f"also {', '.join(term for _, term in others[:_READ])} " if others else ""
            said.append(f"{concept.word}: {also}({concept.tells:.1f})")
    return (*said, *(f"{word}: in no entry" for word in wanted.unknown[:_READ]))


def _title(index: Index, kind: str, id: str) -> str:
    place = index.table.head["cards"].get(id) if kind == "card" else None
    return str(index.table.shown(place)[2]) if place is not None else id.replace("-", " ")


class _Lazy:
    """Looks up the leaves of a query's tree; the Whoosh side is opened by the first."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.resolver: Any = None

    def __call__(self, leaf: Any, query: Any) -> Any:
        if self.resolver is None:
            from rulings.search.values import Resolver

            self.resolver = Resolver(self.index.matcher(), self.index.names())
        return self.resolver(leaf, query)


def _add_cards(index: Index, wanted: Wanted, cards: list[str]) -> None:
    """Cards named in a field are wanted as those recognised in words are."""
    known = {card for one in wanted.spotted for card in one.cards}
    for card in cards:
        if card not in known:
            _add_subject(index, wanted, f"card/{card}")


def _add_subject(index: Index, wanted: Wanted, subject: str) -> None:
    having = len(index.table.postings(f"§{subject}")[0])
    if having:
        tells = index.weights["name"] * rarity(index.table.head["documents"], having)
        wanted.concepts.append(Concept(subject, {f"§{subject}": 1.0}, tells, about=True))


def _found(
    index: Index, query: language.Query, wanted: Wanted, among: set[int] | None, options: Options
) -> tuple[list[Scored], int]:
    """What answers, best first, near-identical rulings once; and how many there are in all."""
    table = index.table
    documents = table.head["documents"]
    cards = [*_cards_asked_for(index, query, wanted), *_topic_asked_for(index, query, wanted)]
    if query.must is not None and not query.words:
        listed = _listed(index, among or set(), bool(query.cards))
        return listed, len(listed)
    scored, many = ranking.rank(table, wanted, index.weights, among, max(ranking.CLOSELY, 2 * options.limit))
    best = scored[0].score if scored else 0.0
    kept = [one for one in scored if one.score >= ranking.LEAST * best]
    wide = bool(options.kinds and not options.kinds.isdisjoint(("card", "topic")))
    kept = _once(table, [one for one in kept if one.entry < documents or wide])
    first = [at for at in cards if among is None or at in among]
    if first:
        ahead = {*first}
        kept = [ranking.Scored(at, max(1.0, best) + 0.1, {"name": 1.0}) for at in first] + [
            o for o in kept if o.entry not in ahead
        ]
    return kept, len(kept) if many <= len(scored) else many


def _listed(index: Index, among: set[int], named: bool) -> list[Scored]:
    """What fields alone have found, rulings first, those that rank higher by nature before others."""
    documents = index.table.head["documents"]
    shown = [at for at in among if at < documents] or list(among)
    if named:
        shown = list(among)
    scored = [ranking.Scored(at, index.table.ranked(at)[0], {"prior": index.table.ranked(at)[0]}) for at in shown]
    scored.sort(key=lambda one: (one.entry >= documents, -one.score, one.entry))
    return _once(index.table, scored)


def _once(table: Any, scored: list[Scored]) -> list[Scored]:
    """Without those that a near-identical one before them has answered."""
    twins, taken, kept = table.head["twins"], set[int](), []
    for one in scored:
        if one.entry in taken:
            continue
        taken.update(twins.get(one.entry, ()))
        kept.append(one)
    return kept


def _cards_asked_for(index: Index, query: language.Query, wanted: Wanted) -> list[int]:
    """The cards' entries, where the query is a name and nothing else."""
    if query.must is not None or not query.words:
        return []
    names = wanted.spotted
    if len(names) == 1 and names[0].start == 0 and names[0].stop == len(query.words):
        ids = names[0].cards if names[0].sure * len(names[0].cards) ** 0.5 >= _A_NAME else []
    else:
        ids = _name_in_full(index, query, wanted)
    places = index.table.head["cards"]
    return [places[card] for card in ids if card in places]


def _name_in_full(index: Index, query: language.Query, wanted: Wanted) -> list[str]:
    """The card of which the whole query is a name: it is a title or alias, or a part of it is, or it is misspelled."""
    strange = bool(wanted.unknown or wanted.corrected) or any(one.corrected for one in wanted.spotted)
    if len(query.words) > 5:
        return []
    from rulings.search.names import known, resolve

    whole = " ".join(query.words)
    exact = known(index.names(), whole)
    if len(exact) == 1:
        _add_cards(index, wanted, exact)
        return exact
    if not wanted.spotted and len(query.words) > 1:
        status, ids, _ = resolve(index.names(), whole, forgive=strange)
        if status == "found":
            return _only_name(index, wanted, ids)
    inside: set[str] = set.intersection(*({*one.cards} for one in wanted.spotted)) if wanted.spotted else set()
    if not inside and (wanted.spotted or not strange):
        return []  # several cards are named, or none and every word is known
    status, ids, _ = resolve(index.names(), whole, forgive=strange)
    if not ids or (inside and (status != "found" or inside.isdisjoint(ids))):
        return []
    return _only_name(index, wanted, ids)


def _only_name(index: Index, wanted: Wanted, ids: list[str]) -> list[str]:
    """The cards alone are wanted: their name is no matter to be looked for."""
    wanted.concepts.clear()
    wanted.unknown.clear()
    wanted.corrected.clear()
    wanted.spotted.clear()
    _add_cards(index, wanted, ids)
    return ids


def _topic_asked_for(index: Index, query: language.Query, wanted: Wanted) -> list[int]:
    """The topic's entry, where the query is its title."""
    at = index.table.head["topics"].get(" ".join(query.words)) if query.must is None else None
    if at is None:
        return []
    _add_subject(index, wanted, f"topic/{index.table.shown(at)[1]}")
    return [at]


def _hit(index: Index, one: Scored, stems: frozenset[str]) -> Hit:
    kind, id, title, document, game, text, url, question, who, date, also_under, facts = index.table.shown(one.entry)
    tags = tuple(tag for tag in facts.get("is", ()) if tag not in ("ruling", "official"))
    why = tuple((name, round(value, 3)) for name, value in one.parts.items())
    return Hit(
        kind=kind,
        id=id,
        title=title,
        document=document,
        game=game,
        text=text,
        url=url,
        question=question,
        who=who,
        date=date,
        also_under=tuple(tuple(pair) for pair in also_under),
        tags=tags,
        why=why,
        score=round(one.score, 4),
        _stems=stems,
    )
