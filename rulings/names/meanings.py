"""Names that are not a card's → the topic, keyword, card type, authority or document they mean; and common words.

A common game term ("bits") does not name a card just because it occurs in a title ("Boring Bit").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.model.entities import Authority
from rulings.model.ids import fold
from rulings.model.knowledge import Knowledge
from rulings.names.resolving import direct_matches
from rulings.names.tables import Meanings, NameTables

_MIN_RULINGS = 5  # a word that at least this many rulings use outside names of cards is a common word
_MIN_NAME_LENGTH = 4  # letters of a single first or last name that is understood as the person


def build_meanings(kb: Knowledge) -> Meanings:
    """The meanings of names (the first that `_other_names` yields for each), and the common words."""
    names: dict[str, list[str]] = {}
    for kind, id, title, forms in _other_names(kb):
        for form in forms:
            names.setdefault(fold(form), [kind, id, title])
    return {"names": names, "common": _common_words(kb)}


def cached_meanings(kb: Knowledge) -> Meanings:
    """The result of `build_meanings`, compiled or computed once for each knowledge base."""
    found: Meanings | None = kb.derived.get("meanings")
    if found is None:
        found = kb.derived["meanings"] = build_meanings(kb)
    return found


def _other_names(kb: Knowledge) -> Iterator[tuple[str, str, str, list[str]]]:
    """Kind, id and title of everything else that has a name, and the forms of its name."""
    for topic in kb.topics:
        yield "topic", topic.id, topic.title, [topic.title, topic.id]
    keywords = {keyword for card in kb.cards for keyword in card.keywords}
    for keyword in sorted(keywords):
        yield "keyword", keyword.lower(), keyword, plural_forms(keyword)
    for card_type in sorted({card.type for card in kb.cards}):
        yield "type", card_type.lower(), card_type, [card_type, f"{card_type}s"]
    for name, authority in authority_names(kb.authorities):
        yield "authority", authority.id, authority.name, [name]
    for document in kb.documents:
        yield "document", document.id, document.title, [document.title, document.id, document.short]


def authority_names(authorities: Iterable[Authority]) -> Iterator[tuple[str, Authority]]:
    """All names and ids of authorities, each with its authority; then first and last names that only one person has."""
    for authority in authorities:
        for name in (authority.name, authority.id, authority.person or authority.name, *authority.names):
            yield name, authority
    people: dict[str, list[Authority]] = {}
    for authority in authorities:
        name = f"{authority.name} {authority.person or ''}"
        for word in {*fold(name).split(), *map(fold, name.split())}:  # of Keith-Stanley all three forms
            if len(word) >= _MIN_NAME_LENGTH and authority.kind == "person":
                people.setdefault(word, []).append(authority)
    yield from ((word, bearers[0]) for word, bearers in sorted(people.items()) if len(bearers) == 1)


def plural_forms(keyword: str) -> list[str]:
    """What may stand for a keyword: itself, and with `s` and `es`; one of these is its plural."""
    return [keyword, f"{keyword}s", f"{keyword}es"]


def _common_words(kb: Knowledge) -> list[str]:
    """The words that several rulings contain outside the names of cards, in alphabetical order."""
    counts: dict[str, int] = {}
    for ruling in kb.rulings:
        words = ""
        position = 0
        for mention in sorted(ruling.mentions, key=lambda m: m.span):
            start, end = mention.span
            words += ruling.printed[position:start] + " " if start >= position else ""
            position = max(position, end)
        for word in set(fold(words + ruling.printed[position:]).split()):
            counts[word] = counts.get(word, 0) + 1
    return sorted(word for word, count in counts.items() if count >= _MIN_RULINGS)


def is_address(typed: str) -> bool:
    """Whether an address of the site was typed, whole (`https://…`) or from its root (`/cards/dr-dreff/`)."""
    return typed.strip().lower().startswith(("/", "http://", "https://", "file://"))


def other_meaning(meanings: Meanings, names: NameTables, typed: str) -> list[str] | None:
    """`[kind, id, title]` of what the name means, or None; also None if it is exactly the name of a card."""
    meaning: list[str] | None = meanings["names"].get(fold(typed))
    return meaning if meaning and not direct_matches(names, typed) else None


def is_only_common_words(meanings: Meanings, names: NameTables, typed: str, title: str = "") -> bool:
    """Whether only common words were typed, and they are neither the name of a card nor the beginning of `title`."""
    name = fold(typed)
    common = set(meanings["common"])
    return (
        bool(name)
        and all(word in common for word in name.split())
        and not f"{fold(title)} ".startswith(f"{name} ")
        and not direct_matches(names, typed)
    )
