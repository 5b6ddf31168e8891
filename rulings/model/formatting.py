"""Entities → the words people read: counts, dates, facts of cards, reasons for inheritance.

For terminal and site. `marks` and `citing` have the words for marks and citations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulings.model.constants import PRINTED_NUMBERS
from rulings.model.entities import Authority, Card, Ruling
from rulings.model.pages import Inherited

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
PLURALS = {"Ice": "Ice", "Hardware": "Hardware"}  # irregular plurals of card types
# The name of a cost depends on what is done with the card: ice, nodes and upgrades are rezzed, programs, hardware
# and resources installed; operations and preps are played.
_COST_WORDS = {
    "Ice": "rez",
    "Node": "rez",
    "Upgrade": "rez",
    "Program": "install",
    "Hardware": "install",
    "Resource": "install",
}


def count(number: int, singular: str, plural_form: str = "") -> str:
    """A number with its noun: `1 ruling`, `2 rulings`."""
    return f"{number} {singular if number == 1 else plural_form or singular + 's'}"


def joined_with_or(words: Sequence[str]) -> str:
    """A list in words: `Marcel, Mastermind or Marionette`."""
    return joined_with("or", words)


def joined_with(conjunction: str, words: Sequence[str]) -> str:
    """A list in words, with the conjunction before the last."""
    return f" {conjunction} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def ruling_counts(rulings: Iterable[Ruling]) -> list[str]:
    """How many errata and how many other rulings: `["1 erratum", "4 rulings"]`. `see` entries do not count."""
    kinds = [ruling.kind for ruling in rulings]
    errata, other_rulings = kinds.count("errata"), kinds.count("ruling")
    phrases = [count(errata, "erratum", "errata")] if errata else []
    return [*phrases, count(other_rulings, "ruling")] if other_rulings else phrases


def date_in_words(iso: str) -> str:
    """`1997-02-25` → `25 February 1997`, `1996-08` → `August 1996`; a year alone is returned unchanged."""
    date_parts = iso.split("-")
    if len(date_parts) == 3:
        return f"{int(date_parts[2])} {MONTHS[int(date_parts[1]) - 1]} {date_parts[0]}"
    return f"{MONTHS[int(date_parts[1]) - 1]} {date_parts[0]}" if len(date_parts) == 2 else iso


def name_and_date(name: str, date: str | None) -> str:
    """Who and when: `Sparky, 1996-08-06`; without a date, only the name."""
    return f"{name}, {date}" if date else name


def plural(card_type: str) -> str:
    """The name of a card type for several cards: “Upgrades”, “Ice”."""
    return PLURALS.get(card_type, f"{card_type}s")


def cost_word(card: Card) -> str:
    """What the cost of a card is for: `rez`, `install`, or `cost` if the card is played."""
    return _COST_WORDS.get(card.type, "cost")


def number_phrases(card: Card) -> list[str]:
    """The printed numbers that the card has, as players say them: `["rez 0", "trash 3"]`."""
    words = {
        "cost": f"{cost_word(card)} {card.cost}",
        "memory": f"{card.memory} MU",
        "trash": f"trash {card.trash}",
        "agenda_points": count(card.agenda_points or 0, "agenda point"),
    }
    numbers = {key: getattr(card, key) for key in PRINTED_NUMBERS}
    return [
        words.get(key, f"{name} {numbers[key]}") for key, name in PRINTED_NUMBERS.items() if numbers[key] is not None
    ]


def line_facts(card: Card) -> list[str]:
    """What follows type and keywords in the line under a card's title."""
    return [
        *number_phrases(card),
        f"{card.set}, {card.rarity.lower()}",
    ]


def summary_parts(card: Card) -> list[str]:
    """The line under a card's title, in parts: side and type, keywords, and `line_facts`."""
    return [f"{card.side} {card.type.lower()}", *card.keywords, *line_facts(card)]


def term_of_office(authority: Authority) -> str:
    """The term of office: `in office from 4 November 1997 to 15 December 1998`; empty if unknown."""
    start, end = authority.start, authority.end
    if not start and not end:
        return ""
    return f"in office{f' from {date_in_words(start)}' if start else ''}{f' to {date_in_words(end)}' if end else ''}"


def inheritance_reason(group: Inherited) -> str:
    """Why a card inherits a group: the words that refer to it, a shared keyword, or our reason."""
    if group.reason:
        return group.reason.rstrip(".")
    if group.basis == "keyword":
        return f"the card has the keyword {group.on}, and no ruling of its own about it"
    return f"“{group.on}”" if group.on else "the document refers to it"


def inherited_about(group: Inherited) -> str:
    """What an inherited group is about: "on Virus cards"; empty where the source only says where to look."""
    on = group.on or ""
    if group.basis == "keyword":
        return f"on {on} cards"
    if group.basis == "named":
        return ""
    lower = on.lower()
    for opening in ("rulings on ", "notes on ", "rulings in "):
        start = lower.find(opening)
        if start >= 0:
            words = on[start + len(opening) :].split(",")[0].rstrip(". ")
            return "" if words.startswith(group.subject.title) else f"on {words}"
    return ""


def inherited_heading(group: Inherited) -> str:
    """The heading of an inherited group: `From Viruses and forgoing actions, on Virus cards`."""
    about = inherited_about(group)
    return f"From {group.subject.title}{', ' + about if about else ''}"
