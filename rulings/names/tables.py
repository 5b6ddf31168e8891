"""The shapes of the tables in which names are looked up: JSON data, made by `rulings.names` and compiled."""

from __future__ import annotations

from typing import TypedDict


class NameTable(TypedDict):
    """The names of all cards or all topics. Positions are those in `ids` and `titles`, which are parallel lists."""

    ids: list[str]
    titles: list[str]
    exact: dict[str, list[int]]  # folded title → positions
    aliases: dict[str, list[int]]  # folded alias → positions
    variants: dict[str, list[int]]  # spelling variant of a title or an alias → positions
    words: dict[str, list[int]]  # word of a title, also in the singular → positions
    initials: dict[str, list[int]]  # initials of a title → positions
    sorted: list[str]  # all titles and aliases, folded


NameTables = dict[str, NameTable]  # by kind: `card`, `topic`


class Meanings(TypedDict):
    """What names of things other than cards mean, and the common words."""

    names: dict[str, list[str]]  # folded name → [kind, id, title]
    common: list[str]  # common words, which do not name a card just because its title contains them
