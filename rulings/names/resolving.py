"""A typed name → the id of the card or topic it means; a knowledge base → the tables for that.

Every import slows down look-ups by name, so rapidfuzz (edit distances) is only imported for a name that needs it.

The page does the same in `site/theme/js/engine/names.js`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rulings.model.constants import SubjectKind
from rulings.model.ids import fold
from rulings.model.knowledge import Knowledge
from rulings.names.constants import (
    MAX_AMBIGUOUS_NAMES,
    MAX_NAME_LENGTH,
    MIN_JOINED_ALIAS_LENGTH,
    NUMBERS,
    STOP_WORDS,
)
from rulings.names.tables import NameTable, NameTables


def singular(word: str) -> str:
    """A word without its plural ending: `moles` → `mole`, `technologies` → `technology`; not short words or `-ss`."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def tabulate_names(kb: Knowledge) -> NameTables:
    """The tables that `resolve` uses, as JSON data: `{"card": {…}, "topic": {…}}`. See also `cached_name_tables`."""
    aliases = [(row["name"], [row["card"]]) for row in kb.names.get("aliases", ())]
    ambiguous = [(row["name"], row["cards"]) for row in kb.names.get("ambiguous", ())]
    cards = [(card.id, card.title) for card in kb.cards]
    trademarks = [(spelled, [title]) for _, title in cards if (spelled := _with_trademark(title)) != fold(title)]
    return {
        "card": build_name_table(cards, [*aliases, *trademarks], ambiguous),
        "topic": build_name_table([(topic.id, topic.title) for topic in kb.topics], [], []),
    }


def _with_trademark(title: str) -> str:
    """The folded title with the letters of its trademark, if any: `Bakdoor [TM]` → `bakdoor tm`."""
    return fold(title.replace("[", " ").replace("(", " "))


def build_name_table(
    entities: list[tuple[str, str]], aliases: list[tuple[str, list[str]]], ambiguous: list[tuple[str, list[str]]]
) -> NameTable:
    """The table of the names of cards or topics. `entities`: (id, title); the other two: (name, titles it means)."""
    position_of = {title: position for position, (_, title) in enumerate(entities)}
    table: NameTable = {
        "ids": [id for id, _ in entities],
        "titles": [title for _, title in entities],
        "exact": {},
        "aliases": {},
        "variants": {},
        "words": {},
        "initials": {},
        "sorted": [],
    }
    for position, (_, title) in enumerate(entities):
        _add_title(table, fold(title), position)
    for alias, titles in [*aliases, *ambiguous]:
        positions = [position_of[title] for title in titles if title in position_of]
        if positions:
            table["aliases"][fold(alias)] = positions
    for alias, positions in table["aliases"].items():
        if len(alias) >= MIN_JOINED_ALIAS_LENGTH:
            table["variants"].setdefault(alias.replace(" ", ""), positions)
    table["sorted"] = sorted({*table["exact"], *table["aliases"]})
    return table


def _add_title(table: NameTable, name: str, position: int) -> None:
    """Adds a folded title to the table: itself, its other spellings, its words and its initials."""
    words = name.split()
    _add(table["exact"], [name], position)
    _add(table["variants"], sorted(_other_spellings(name)), position)
    _add(table["words"], sorted({form for word in words for form in (word, singular(word))}), position)
    _add(table["initials"], _initials(words), position)


def _add(index: dict[str, list[int]], keys: Iterable[str], position: int) -> None:
    for key in keys:
        positions = index.setdefault(key, [])
        if position not in positions:
            positions.append(position)


def _initials(words: list[str]) -> list[str]:
    """The initials of all words and of those that are no stop words, if there are at least three."""
    main_words = [word for word in words if word not in STOP_WORDS]
    initials = ["".join(word[0] for word in chosen) for chosen in (words, main_words)]
    return [letters for letters in initials if len(letters) > 2]


def _other_spellings(name: str) -> set[str]:
    """Spelling variants of a folded title: without The, without spaces, in any word order, with numbers as figures."""
    bare = name.removeprefix("the ")
    figures = f" {bare} "
    for word, figure in sorted(NUMBERS.items(), key=lambda pair: -len(pair[0])):
        figures = figures.replace(f" {word} ", f" {figure} ")
    spaced = f" {bare} "
    forms = {
        form.strip() for form in (bare, figures, spaced.replace(" r and d ", " rnd "), spaced.replace(" and ", " "))
    }
    return {key for form in forms for key in (form, form.replace(" ", ""), _in_any_order(form))}


def _in_any_order(name: str) -> str:
    """A key shared by all orders of the same words, without plurals and stop words; it starts with `=`."""
    words = sorted(singular(word) for word in name.split())
    return "=" + " ".join([word for word in words if word not in STOP_WORDS] or words)


class ResolvedName:
    """What a typed name means: ids and titles of the cards (or topics) it may mean; if none, the closest titles.

    `outcome`: `found` (one), `ambiguous` (several) or `none`. `titles` are parallel to `ids`; `nearest`: best first.
    It is not a dataclass because a look-up by name imports it, and importing `dataclasses` takes as long as a look-up.
    """

    __slots__ = ("ids", "nearest", "titles")

    def __init__(self, ids: list[str], titles: list[str], nearest: list[str]) -> None:
        self.ids, self.titles, self.nearest = ids, titles, nearest

    @property
    def outcome(self) -> Literal["found", "ambiguous", "none"]:
        """Whether the name means exactly one card or topic, several, or none."""
        return "none" if not self.ids else "found" if len(self.ids) == 1 else "ambiguous"


def resolve(tables: NameTables, typed: str, kind: SubjectKind = "card", allow_typos: bool = True) -> ResolvedName:
    """What the typed name of a card or topic means.

    Tried in this order, and the first that finds anything decides: title, alias, spelling variant, prefix, words,
    initials, typo (`allow_typos`).
    """
    table = tables[kind]
    name = fold(typed[:MAX_NAME_LENGTH])
    if not name:
        return ResolvedName([], [], [])
    suggestions: list[int] = []
    positions = (
        direct_positions(table, name)
        or _by_prefix(table, name)
        or _by_words(table, name)
        or table["initials"].get(name, [])
    )
    if not positions and allow_typos:
        positions, suggestions = _by_edit_distance(table, name)
    if len(positions) > MAX_AMBIGUOUS_NAMES:
        positions = _shortest(table, positions)
    titles = table["titles"]
    return ResolvedName(
        [table["ids"][position] for position in positions],
        [titles[position] for position in positions],
        [] if positions else [titles[position] for position in suggestions],
    )


def direct_matches(tables: NameTables, typed: str, kind: SubjectKind = "card") -> list[str]:
    """The ids found by title, alias or spelling variant of a title, which `resolve` tries first."""
    return [tables[kind]["ids"][position] for position in direct_positions(tables[kind], fold(typed[:MAX_NAME_LENGTH]))]


def direct_positions(table: NameTable, name: str) -> list[int]:
    """Positions of a folded name found without a search: an exact title, an alias, a spelling variant of a title."""
    bare = name.removeprefix("the ")
    positions: list[int] = (
        table["exact"].get(name)
        or table["aliases"].get(name)
        or table["variants"].get(bare)
        or table["aliases"].get(bare)
        or table["variants"].get(bare.replace(" ", ""))
        or (table["variants"].get(_in_any_order(bare)) if " " in bare else None)
        or []
    )
    return positions


def _by_prefix(table: NameTable, name: str) -> list[int]:
    """Names that begin with what was typed, ending at a word.

    Only if there are none, and at least two letters were typed, those where it ends inside a word.
    """
    ending_at_word: dict[int, None] = {}
    ending_within_word: dict[int, None] = {}
    for key in table["sorted"]:
        if key.startswith(name):
            positions = table["exact"].get(key) or table["aliases"][key]
            matching = ending_at_word if key[len(name) : len(name) + 1] == " " else ending_within_word
            matching.update(dict.fromkeys(positions))
    return list(ending_at_word) or (list(ending_within_word) if len(name) > 1 else [])


def _by_words(table: NameTable, name: str) -> list[int]:
    """Titles with all the typed words in any order; if there are none, titles with words that begin with them."""
    words = [word for word in name.split() if word not in STOP_WORDS] or name.split()
    positions = _with_all_words(table, words, False)
    if not positions and all(len(word) > 2 for word in words):
        positions = _with_all_words(table, words, True)
    return positions


def _with_all_words(table: NameTable, words: Iterable[str], as_prefixes: bool) -> list[int]:
    """Titles with all these words, or if `as_prefixes`, with words that begin with them."""
    shared: set[int] | None = None
    for word in words:
        matching = set(table["words"].get(word, ())) | set(table["words"].get(singular(word), ()))
        if as_prefixes:
            for known, positions in table["words"].items():
                if known.startswith(word):
                    matching.update(positions)
        shared = matching if shared is None else shared & matching
        if not shared:
            return []
    return sorted(shared or ())


def _shortest(table: NameTable, positions: list[int]) -> list[int]:
    return sorted(positions, key=lambda position: len(table["titles"][position]))[:MAX_AMBIGUOUS_NAMES]


def _by_edit_distance(table: NameTable, name: str) -> tuple[list[int], list[int]]:
    from rulings.names.edit_distance import intended_positions

    return intended_positions(table, name)


def cached_name_tables(kb: Knowledge) -> NameTables:
    """The result of `tabulate_names`, computed once for each knowledge base and kept in `kb.derived`."""
    tables: NameTables | None = kb.derived.get("name_tables")
    if tables is None:
        tables = kb.derived["name_tables"] = tabulate_names(kb)
    return tables
