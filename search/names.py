"""What a player types for a card or topic → its id, and for a knowledge base → the plain data that look-up needs.

A cold start pays for every import, so this module imports nothing that is not already loaded with the interpreter;
edit distances (rapidfuzz) and accents (unicodedata, by `rulings.ids`) are fetched only by a name that needs them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from rulings.knowledge import KnowledgeBase

    Names = dict[str, Any]

LAYOUT = 1  # raised when what `build` returns changes shape
FEW = 12  # more candidates than this are no help to anybody: the nearest are shown instead

_PLAIN = "".join(chr(i) if chr(i).isalnum() else " " for i in range(128)).lower()
_SMALL = frozenset(("a", "an", "and", "by", "for", "from", "in", "of", "on", "the", "through", "to", "with"))
_NUMBERS = {"two": "2", "four": "4", "fifteen": "15", "twenty": "20", "twenty two": "22", "twenty four": "24"}


def fold(typed: str) -> str:
    """As `rulings.ids.fold`, by a quicker way for plain ASCII: lower-case letters and digits, single spaces."""
    if not typed.isascii():
        from rulings.ids import fold as fold_any

        return fold_any(typed)
    typed = (
        typed.lower().replace("[tm]", "").replace("(tm)", "").replace("(r)", "").replace("'", "").replace("&", " and ")
    )
    return " ".join(typed.translate(_PLAIN).split())


def singular(word: str) -> str:
    """A word without its plural: `moles` → `mole`, `technologies` → `technology`; short words and `-ss` stay."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def build(kb: KnowledgeBase) -> Names:
    """Everything `resolve` needs, as dicts, lists, strings and numbers: `{"layout", "card": {…}, "topic": {…}}`."""
    aliases = [(entry["name"], [entry["card"]]) for entry in kb.names.get("aliases", ())]
    several = [(entry["name"], entry["cards"]) for entry in kb.names.get("ambiguous", ())]
    cards = [(card.id, card.title) for card in kb.cards]
    listed = {alias for alias, _ in aliases}
    aliases += [(name, [card.title]) for card in kb.cards for name in card.aliases if name not in listed]
    return {
        "layout": LAYOUT,
        "card": table_of(cards, aliases, several),
        "topic": table_of([(topic.id, topic.title) for topic in kb.topics], [], []),
    }


def table_of(
    things: list[tuple[str, str]], aliases: list[tuple[str, list[str]]], several: list[tuple[str, list[str]]]
) -> Names:
    """`ids` and `titles` in one order; all else maps a folded name, a word or initials to numbers in that order."""
    number = {title: i for i, (_, title) in enumerate(things)}
    exact: dict[str, list[int]] = {}
    alias: dict[str, list[int]] = {}
    rough: dict[str, list[int]] = {}
    words: dict[str, list[int]] = {}
    initials: dict[str, list[int]] = {}
    for i, (_, title) in enumerate(things):
        name = fold(title)
        _add(exact, name, i)
        for other in _other_spellings(name):
            _add(rough, other, i)
        parts = name.split()
        for word in {form for part in parts for form in (part, singular(part))}:
            _add(words, word, i)
        for letters in {"".join(p[0] for p in parts), "".join(p[0] for p in parts if p not in _SMALL)}:
            if len(letters) > 2:
                _add(initials, letters, i)
    for nickname, titles in [*aliases, *several]:
        known = [number[title] for title in titles if title in number]
        if known:
            alias[fold(nickname)] = known
    for nickname in list(alias):
        if len(nickname) > 5:  # `hq int` squeezed would be a word of its own
            rough.setdefault(nickname.replace(" ", ""), alias[nickname])
    return {
        "ids": [id for id, _ in things],
        "titles": [title for _, title in things],
        "exact": exact,
        "alias": alias,
        "rough": rough,
        "words": words,
        "initials": initials,
        "sorted": sorted({*exact, *alias}),
    }


def _add(table: dict[str, list[int]], key: str, number: int) -> None:
    numbers = table.setdefault(key, [])
    if number not in numbers:
        numbers.append(number)


def _other_spellings(name: str) -> set[str]:
    """A folded title as people also write it: without The, run together, words in any order, numbers in figures."""
    bare = name.removeprefix("the ")
    forms = {bare}
    figures = f" {bare} "
    for word, figure in sorted(_NUMBERS.items(), key=lambda pair: -len(pair[0])):
        figures = figures.replace(f" {word} ", f" {figure} ")
    forms.add(figures.strip())
    forms |= {form.replace(" r and d ", " rnd ") for form in (f" {bare} ",)}
    forms |= {form.replace(" and ", " ") for form in (f" {bare} ",)}
    forms = {form.strip() for form in forms}
    return {key for form in forms for key in (form, form.replace(" ", ""), _in_any_order(form))}


def _in_any_order(name: str) -> str:
    """A key shared by all orders of the same words, plurals and small words aside (it starts with `=`)."""
    parts = sorted(singular(part) for part in name.split())
    return "=" + " ".join([part for part in parts if part not in _SMALL] or parts)


def resolve(data: Names, typed: str, kind: str = "card", forgive: bool = True) -> tuple[str, list[str], list[str]]:
    """`("found" | "ambiguous" | "none", ids, titles)` for a typed name; `kind` is `card` or `topic`.

    Found: one id and its title. Ambiguous: all that could be meant. None: no id, the nearest titles, best first.
    The first that knows the name decides: title, alias, other spelling, prefix, any word, initials, typo (`forgive`).
    """
    table = data[kind]
    name = fold(typed[:400])
    if not name:
        return "none", [], []
    numbers = (
        _known(table, name) or _by_prefix(table, name) or _by_words(table, name) or table["initials"].get(name, [])
    )
    if not numbers and not forgive:
        return "none", [], []
    if not numbers:
        numbers, near = _by_likeness(table, name)
        if not numbers:
            return "none", [], [table["titles"][i] for i in near]
    if len(numbers) > FEW:
        numbers = _shortest(table, numbers)
    return (
        "found" if len(numbers) == 1 else "ambiguous",
        [table["ids"][i] for i in numbers],
        [table["titles"][i] for i in numbers],
    )


def known(data: Names, typed: str, kind: str = "card") -> list[str]:
    """The ids that an exact title, an alias or another spelling of a title stands for; what `resolve` tries first."""
    return [data[kind]["ids"][number] for number in _known(data[kind], fold(typed[:400]))]


def _known(table: Names, name: str) -> list[int]:
    """Names that need no search: an exact title, an alias, another spelling of a title."""
    bare = name.removeprefix("the ")
    found: list[int] = (
        table["exact"].get(name)
        or table["alias"].get(name)
        or table["rough"].get(bare)
        or table["alias"].get(bare)
        or table["rough"].get(bare.replace(" ", ""))
        or (table["rough"].get(_in_any_order(bare)) if " " in bare else None)
        or []
    )
    return found


def _by_prefix(table: Names, name: str) -> list[int]:
    """Names that begin so: with whole words if there are any, else in the middle of a word (two letters at least)."""
    keys = table["sorted"]
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if keys[middle] < name else (low, middle)
    whole: dict[int, None] = {}
    part: dict[int, None] = {}
    for at in range(low, len(keys)):
        key = keys[at]
        if not key.startswith(name):
            break
        numbers = table["exact"].get(key) or table["alias"][key]
        (whole if key[len(name) : len(name) + 1] == " " else part).update(dict.fromkeys(numbers))
    return list(whole) or (list(part) if len(name) > 1 else [])


def _by_words(table: Names, name: str) -> list[int]:
    """Titles with all the words typed, in any order; where there are none, the words may be beginnings of words."""
    words = [word for word in name.split() if word not in _SMALL] or name.split()
    numbers = _sharing(table, words, False)
    if not numbers and all(len(word) > 2 for word in words):
        numbers = _sharing(table, words, True)
    return numbers


def _sharing(table: Names, words: Iterable[str], beginnings: bool) -> list[int]:
    common: set[int] | None = None
    for word in words:
        here = set(table["words"].get(word, ())) | set(table["words"].get(singular(word), ()))
        if beginnings:
            for known, numbers in table["words"].items():
                if known.startswith(word):
                    here.update(numbers)
        common = here if common is None else common & here
        if not common:
            return []
    return sorted(common or ())


def _shortest(table: Names, numbers: list[int]) -> list[int]:
    return sorted(numbers, key=lambda i: len(table["titles"][i]))[:FEW]


def _by_likeness(table: Names, name: str) -> tuple[list[int], list[int]]:
    from rulings.search.likeness import closest

    return closest(table, name)


def find_card(kb: KnowledgeBase, name: str) -> str:
    """The id of the card that is meant. Raises `rulings.errors.NotFound` or `Ambiguous`, both with `nearest` titles."""
    return _find(kb, name, "card")


def find_topic(kb: KnowledgeBase, name: str) -> str:
    """The id of the topic that is meant; raises as `find_card` does."""
    return _find(kb, name, "topic")


def data_of(kb: KnowledgeBase) -> Names:
    """`build(kb)`, made once for each knowledge base."""
    data: Names | None = kb.__dict__.get("_search_names")
    if data is None:
        data = kb.__dict__["_search_names"] = build(kb)
    return data


def _find(kb: KnowledgeBase, name: str, kind: str) -> str:
    from rulings.errors import Ambiguous, NotFound

    status, ids, titles = resolve(data_of(kb), name, kind)
    if status == "found":
        return ids[0]
    shown = " ".join(name.split())
    shown = "".join(c for c in shown if c.isprintable())
    shown = shown if len(shown) <= 60 else shown[:59] + "…"
    if status == "ambiguous":
        raise Ambiguous(f'"{shown}" may be {_listed(titles, "or")}; say which', tuple(titles))
    hint = f"; did you mean {_listed(titles, 'or')}?" if titles else ""
    raise NotFound(f'no {kind} is called "{shown}"{hint}', tuple(titles))


def _listed(titles: list[str], last: str) -> str:
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} {last} {titles[-1]}"
