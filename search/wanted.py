"""The words of a query → what is wanted: named cards, and concepts (words with synonyms), each with its weight."""

from __future__ import annotations

from math import log

from rulings.search.spot import Spotted, spot
from rulings.search.tokens import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rulings.search.table import Table

MOST_WORDS = 64  # of a query are looked at; a judge's longest question has thirty
_LONGEST_PHRASE = 4


class Concept:
    """One thing asked for. `terms`: term → how well it stands for it (0–1). `tells`: its rarity. `extra`: may miss."""

    __slots__ = ("about", "extra", "tells", "terms", "word")

    def __init__(
        self, word: str, terms: dict[str, float], tells: float, about: bool = False, extra: bool = False
    ) -> None:
        self.word, self.terms, self.tells, self.about, self.extra = word, terms, tells, about, extra


class Wanted:
    """What a query wants. `unknown`: words that no entry has. `corrected`: word → what it was read as."""

    __slots__ = ("concepts", "corrected", "documents", "spotted", "unknown")

    def __init__(self) -> None:
        self.concepts: list[Concept] = []
        self.spotted: list[Spotted] = []
        self.corrected: dict[str, str] = {}
        self.unknown: list[str] = []
        self.documents: set[int] = set()  # numbers of the documents that are named, as in the head's `sources`


def read(table: Table, words: list[str], weights: dict[str, Any], typed: str = "") -> Wanted:
    """`words`: the folded words of the query (`tokens.words_of`); `typed`: as it was typed."""
    words = words[:MOST_WORDS]
    wanted = Wanted()
    head, known = table.head, table.terms
    wanted.spotted = spot(
        head["spots"], words, lambda word: stem(word) in known or stem(word) in head["synonyms"], typed
    )
    count = head["documents"]
    inside = dict[int, float]()
    for one in wanted.spotted:
        terms = {f"§card/{card}": 1.0 for card in one.cards}
        having = max((len(table.postings(term)[0]) for term in terms), default=0)
        if having:
            tells = weights["name"] * one.sure * rarity(count, having)
            wanted.concepts.append(Concept(" ".join(words[one.start : one.stop]), terms, tells, about=True))
        for at in range(one.start, one.stop):
            inside[at] = one.sure if having else 0.0
    stems = [stem(word) for word in words]
    _concepts(table, wanted, words, stems, inside, weights)
    line = f" {' '.join(stems)} "
    wanted.documents = {number for called, number in head["called"].items() if f" {called} " in line}
    return wanted


def rarity(count: int, having: int) -> float:
    """As `compile.rarity`; that module is not needed to answer a query."""
    return log(1 + (count - having + 0.5) / (having + 0.5))


def _concepts(
    table: Table, wanted: Wanted, words: list[str], stems: list[str], inside: dict[int, float], weights: dict[str, Any]
) -> None:
    count, synonyms = table.head["documents"], table.head["synonyms"]
    seen = set[str]()
    for at, one in enumerate(stems):
        share = 1.0 - inside.get(at, 0.0)
        if share < 0.1 or (one in seen):
            continue
        seen.add(one)
        terms = {one: 1.0} if one in table.terms else {}
        for length in range(min(_LONGEST_PHRASE, len(stems) - at), 0, -1):
            for other, weight in synonyms.get(" ".join(stems[at : at + length]), ()):
                if " " in other:
                    _extra(table, wanted, other, weight * share * weights["synonym"])
                elif other in table.terms:
                    terms[other] = max(terms.get(other, 0.0), min(1.0, weight * weights["synonym"]))
        worth = 1.0
        if not terms:
            corrected = _corrected(table, one) if at not in inside else None
            if corrected:
                wanted.corrected[words[at]] = corrected
                terms, worth = {corrected: 1.0}, weights["corrected"]
                terms |= {o: w for o, w in synonyms.get(corrected, ()) if " " not in o and o in table.terms}
        if terms:
            _associate(table, terms, weights["associated"])
            tells = max(rarity(count, table.terms[t][2]) * w for t, w in terms.items() if w == max(terms.values()))
            wanted.concepts.append(Concept(words[at], terms, tells ** weights["rare"] * share * worth))
        elif at not in inside:
            wanted.unknown.append(words[at])
    wanted.concepts.sort(key=lambda concept: -concept.tells)


def _associate(table: Table, terms: dict[str, float], weight: float) -> None:
    """Adds to a concept's terms the words that go with those that were typed."""
    for term in [term for term, how in terms.items() if how > 0.99]:
        for other, alike in table.head["associated"].get(term, ()):
            if alike * weight > terms.get(other, 0.0):
                terms[other] = alike * weight


def _extra(table: Table, wanted: Wanted, phrase: str, weight: float) -> None:
    """Another way to say it, in several words: found if it is there, not missed if not."""
    for part in phrase.split():
        if part in table.terms and not any(part in concept.terms for concept in wanted.concepts):
            tells = rarity(table.head["documents"], table.terms[part][2])
            wanted.concepts.append(Concept(part, {part: 1.0}, tells * weight / len(phrase.split()) ** 0.5, extra=True))


def _corrected(table: Table, word: str) -> str | None:
    if len(word) > 30 or not word.isalpha():
        return None
    from rulings.search.likeness import nearest_word

    vocabulary = table.head.get("vocabulary")
    if vocabulary is None:
        pairs = sorted((-n, term) for term, (_, _, n) in table.terms.items() if term[0] != "§")
        vocabulary = table.head["vocabulary"] = [term for _, term in pairs]
    return nearest_word(word, vocabulary)
