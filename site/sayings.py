"""Facts, dates, citations and marks of the model → the words a page prints for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulings.ids import fold
from rulings.model import Card, Citation, Document, Ruling

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
PLURALS = {"Ice": "Ice", "Hardware": "Hardware"}
_PAID = {"Ice": "rez", "Node": "rez", "Upgrade": "rez", "Operation": "cost", "Prep": "cost"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A remark on a ruling: its kind (the anchor of its explanation), its words, and further words for its title."""

    kind: str
    words: str
    more: str = ""


def day(iso: str) -> str:
    """`1997-02-25` → `25 February 1997`; a year alone stays."""
    parts = iso.split("-")
    if len(parts) == 3:
        return f"{int(parts[2])} {MONTHS[int(parts[1]) - 1]} {parts[0]}"
    return f"{MONTHS[int(parts[1]) - 1]} {parts[0]}" if len(parts) == 2 else iso


def facts(card: Card) -> list[str]:
    """The numbers of a card, each with its name, and its set and rarity: `rez 0`, `trash 3`, `Base, uncommon`."""
    found = []
    if card.cost is not None:
        found.append(f"{_PAID.get(card.type, 'install')} {card.cost}")
    if card.strength is not None:
        found.append(f"strength {card.strength}")
    if card.memory is not None:
        found.append(f"memory {card.memory}")
    if card.trash is not None:
        found.append(f"trash {card.trash}")
    if card.difficulty is not None:
        found.append(f"difficulty {card.difficulty}")
    if card.agenda_points is not None:
        found.append(f"{card.agenda_points} agenda point{'' if card.agenda_points == 1 else 's'}")
    found.append(f"{card.set}, {card.rarity.lower()}")
    return found


def nicknames(card: Card) -> list[str]:
    """What else the card is called: one spelling of each, and none that is only the title written otherwise."""
    seen = {fold(card.title): card.title}
    for name in card.aliases:
        seen.setdefault(fold(name), name)
    return list(seen.values())[1:]


def plural(type: str) -> str:
    """The name of a card type for many: `Upgrades`, `Ice`."""
    return PLURALS.get(type, f"{type}s")


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 ruling`, `8 rulings`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def who(citation: Citation) -> str:
    """`Sparky (Marc Schmalz)`, `Tom Wylie via JD Wiker`."""
    name = citation.authority
    if citation.person and citation.person != name:
        name += f" ({citation.person})"
    return f"{name} via {citation.via}" if citation.via else name


def said(citation: Citation) -> str:
    """Who, where and when in one line: `JD Wiker, Netrunner-L, 25 February 1997`."""
    about = f"on {citation.about}" if citation.about else None
    return ", ".join(
        part for part in (who(citation), about, citation.venue, day(citation.date) if citation.date else None) if part
    )


def lines(ruling: Ruling) -> str:
    """`line 649`, `lines 649–652`."""
    first, last = ruling.source.lines
    return f"line {first}" if first == last else f"lines {first}–{last}"


def cite(ruling: Ruling, document: Document | None) -> str:
    """The whole citation of a ruling, for copying: subject, who, where, when, document, lines, permanent name."""
    kind = "errata" if ruling.kind == "errata" else "ruling"
    if not ruling.official:
        kind = f"unofficial {kind}"
    source = (
        ", ".join(part for part in (document.title, document.edition) if part) if document else ruling.source.document
    )
    people = "; ".join(said(citation) for citation in ruling.citations)
    return f"{ruling.subject.title}, {kind}{': ' + people if people else ''}. {source}, {lines(ruling)} [{ruling.id}]"


def marks(ruling: Ruling) -> Iterator[Mark]:
    """What a reader must know about the whole ruling, beside its words."""
    if ruling.kind == "errata":
        yield Mark("errata", "Errata", ruling.reason or "")
    if not ruling.official:
        yield Mark("unofficial", "Unofficial")
    if ruling.reversed_by:
        yield Mark("reversed", "Reversed")
    if ruling.reversal:
        yield Mark("reverses", "Reverses an earlier ruling")


DOUBTS = {  # each is explained under an anchor of its own name
    "truncated": "the end of the date is lost",
    "day-month-order": "day or month first?",
    "before-release": "before the game’s release",
}


def citation_marks(citation: Citation) -> Iterator[Mark]:
    """What a reader must know about one citation."""
    if citation.doubt:
        known = citation.doubt in DOUBTS
        yield Mark(
            citation.doubt if known else "doubtful-date", "Doubtful date", DOUBTS.get(citation.doubt, citation.doubt)
        )
    if citation.restored:
        yield Mark("restored", "Date restored" if citation.date else "Restored", f"from the {citation.restored}")
    if not citation.official:
        yield Mark("unofficial", "Unofficial")
