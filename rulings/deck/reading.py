"""The bytes of a deck list → its lines that may name cards. Reads lines of text and OCTGN's `.o8d`.

Names are looked up at the end, in `match`. Input that cannot be a deck list (binary, far too long,
broken XML) raises `RulingsError`, in bounded time and memory. A line that is neither a card nor
plainly something else is named as unread.

The page does the same in `site/theme/js/deck-reading.js`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

from msgspec.structs import replace

from rulings import errors
from rulings import names as rulings_names
from rulings.model import entities, plain_text, vocabulary

# The limits and words by which deck lists are read. The page uses them too: `site/search_data.py`.

MAX_DECK_BYTES = 256 * 1024  # a deck list of 100 different cards takes 3 KB
MAX_DECK_LINES = 2_000
# Different names; the game has 580 cards, and each unknown name is compared with all of them
MAX_DECK_NAMES = 500
MAX_LISTED_LINES = 20  # of those that mean no card, or several
MAX_CARD_NAME_LENGTH = 200  # characters, the rest of which is not read; the longest title has 32

# Of a line of a deck list
TIMES_PATTERN = r"\bx(?=\s*[0-9])|(?<=[0-9])\s*[x×](?![a-z])|×"  # `x3`, `3x`
COUNT_PATTERN = r"0*[1-9][0-9]{0,2}"  # what may be a number of copies
TOTAL_PATTERN = r"^.*(?:[0-9]\s*cards?\s*\)|:\s*[0-9]+)\W*$"  # `Library (60 cards)`, `Library: 60`

# Words that stand beside titles or in headings, besides types and keywords; in lower case and in
# the singular
HEADING_WORDS = frozenset(
    (
        "and barrier base bit board card classic common copies copy corporation cost d deck decklist identity in list "
        "main mainboard maindeck max maximum maybeboard min minimum misc miscellaneous netrunner of onr op other point "
        "promo proteus r rare sb set sideboard size start starter support the total u uncommon x "
        + " ".join((*vocabulary.SIDES, *vocabulary.CARD_TYPES)).lower()
    ).split()
)

# A deck as read, and the sheet of rulings on it (`rulings deck --json`): terminal and site print
# these objects.


class DeckCard(entities.Entity, frozen=True):
    """A card of the deck, and how many copies."""

    card: entities.Card
    count: int


class Unread(entities.Entity, frozen=True):
    """A line that means no card, or several, or whose number of copies is unclear (`0 Rabbit`, `1/2
    Rabbit`).

    `possible_titles`: the titles that it may mean, or the nearest ones; none for a card of the game
    of 2012.
    """

    line: int
    count: int
    name: str
    reason: Literal["unknown", "ambiguous", "other-game"]
    possible_titles: Sequence[str]


class ReadAs(entities.Entity, frozen=True):
    """A line whose name was recognized although it is not a title, an alias or a spelling
    variant.
    """

    line: int
    name: str
    title: str


class Count(entities.Entity, frozen=True):
    """How many cards have a type or a keyword."""

    name: str
    cards: int


class SideCounts(entities.Entity, frozen=True):
    """The counts of a deck's cards of one side. `agenda_points`: null if there are no agendas."""

    side: str
    cards: int
    titles: int
    types: Sequence[Count]
    keywords: Sequence[Count]
    agendas: int
    agenda_points: int | None


class Deck(entities.Entity, frozen=True):
    """A deck as read: its cards by side, type and title, the counts of its sides, and the lines
    that were not read.
    """

    file: str
    title: str
    cards: Sequence[DeckCard]
    sides: Sequence[SideCounts]
    unread: Sequence[Unread]
    read_as: Sequence[ReadAs]


class Pair(entities.Entity, frozen=True):
    """A ruling on several cards of the deck (`cards`) or, if two decks meet, of both (`others`:
    those of the other).
    """

    ruling: entities.Ruling
    cards: Sequence[entities.Reference]
    others: Sequence[entities.Reference]


class SheetCard(entities.Entity, frozen=True):
    """A card with its own rulings (errata first) and those it inherits."""

    card: entities.Card
    count: int
    rulings: Sequence[entities.Ruling]
    inherited: Sequence[entities.Inherited]


class ExcludedCard(entities.Reference, frozen=True):
    """A card whose rulings are all excluded by the options; `rulings` counts them, inherited ones
    included.
    """

    rulings: int


class SheetStep(entities.Entity, frozen=True):
    """A step of a run, with the ids of the rulings on the sheet that apply to it, and the subjects
    of these rulings.
    """

    number: int
    text: str
    rulings: Sequence[str]
    cards: Sequence[str]
    url: str


class Sheet(entities.Entity, frozen=True):
    """The rulings on a deck: `together` on two of its cards, `meeting` on one of them and one of
    the deck `against`.

    `same_side`: the side of both decks, which then do not meet in a game; null if they do, or if
    there is only one. `deck`, `cards`, `steps`: the deck, its cards with their rulings, and the
    steps of a run that these bear on. `unruled`, `excluded`: the cards on which nothing was ever
    ruled, and those whose rulings the options leave out.
    """

    deck: Deck
    against: Deck | None
    same_side: str | None
    meeting: Sequence[Pair]
    together: Sequence[Pair]
    cards: Sequence[SheetCard]
    unruled: Sequence[entities.Reference]
    excluded: Sequence[ExcludedCard]
    steps: Sequence[SheetStep]


# A deck list before its names are looked up.


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck list as typed. `file`: its path, or `standard input`; `title`: the list's own title,
    or empty.

    `lines`: those that may name a card and say how many copies (`3 Dr. Dreff`), after their
    numbers, from 1.
    """

    file: str
    title: str
    lines: list[tuple[int, str]]


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_JSON = re.compile(r"\s*[\[{]\s*[{\"]")
_COMMENT = re.compile(r"^\s*(?:#(?!\d)|//|;).*$|\s(?:#|//)\s.*$")
# To the end, if it is not closed
_MARKUP = re.compile(r"<!--.*?(-->|\Z)|<\?.*?(\?>|\Z)", re.DOTALL)
_TITLE = re.compile(
    r"^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$", re.IGNORECASE
)


def read_file(name: str) -> DeckList:
    """The list in a file; `-` reads standard input."""
    try:
        if name == "-":
            stream = getattr(sys.stdin, "buffer", None)
            limit = MAX_DECK_BYTES + 1
            content = (
                stream.read(limit)
                if stream
                else (sys.stdin.read(limit) if sys.stdin else "").encode()
            )
        else:
            with Path(name).open("rb") as file:
                content = file.read(MAX_DECK_BYTES + 1)
    except (OSError, ValueError) as error:
        raise errors.RulingsError(
            f"{name[:100]}: cannot be read ({getattr(error, 'strerror', None) or error})"
        ) from None
    return read_deck(content, "standard input" if name == "-" else name)


def read_deck(content: bytes | str, file: str = "the deck list") -> DeckList:
    """The list in bytes or text. `file` names it in errors."""
    text = _text(content.encode("utf-8", "replace") if isinstance(content, str) else content, file)
    title = ""
    if _JSON.match(text):
        raise errors.RulingsError(f"{file}: is JSON; save the deck as text or .o8d")
    if text.lstrip().startswith("<") and text.rstrip().endswith(">"):
        entries = _read_octgn(text, file)
    else:
        lines = text.splitlines()
        title = next((match[1].strip() for line in lines[:20] if (match := _TITLE.match(line))), "")
        entries = [
            (number, "" if _TITLE.match(line) else _COMMENT.sub("", line))
            for number, line in enumerate(lines, 1)
        ]
    if len(entries) > MAX_DECK_LINES:
        raise errors.RulingsError(
            f"{file}: has {len(entries):,} lines; a deck list has at most {MAX_DECK_LINES:,}"
        )
    read = [
        (number, line.strip()[:MAX_CARD_NAME_LENGTH]) for number, line in entries if line.strip()
    ]
    if not read:
        raise errors.RulingsError(
            f"{file}: has no cards; write one per line, such as “3 Dr. Dreff”"
        )
    if len({line for _, line in read}) > MAX_DECK_NAMES:
        raise errors.RulingsError(
            f"{file}: has more than {MAX_DECK_NAMES} different names; a deck list has fewer"
        )
    return DeckList(file, title, read)


def _text(content: bytes, file: str) -> str:
    if len(content) > MAX_DECK_BYTES:
        raise errors.RulingsError(
            f"{file}: is larger than {MAX_DECK_BYTES // 1024} KB; a deck list is a few KB"
        )
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")  # what older programs for Windows write
    if _CONTROL.search(text):
        raise errors.RulingsError(f"{file}: is not text; save the deck as text or .o8d")
    return text


def _read_octgn(text: str, file: str) -> list[tuple[int, str]]:
    """The cards of OCTGN's `<deck><section><card qty="3">Dr. Dreff</card>…` as numbered lines: `3
    Dr. Dreff`.

    `file` names the list in errors.
    """
    if re.search("<!DOCTYPE|<!ENTITY", text, re.IGNORECASE):
        raise errors.RulingsError(f"{file}: declares a document type; an .o8d deck has none")
    text = _MARKUP.sub(
        lambda markup: "\n" * markup[0].count("\n") if markup[1] or markup[2] else markup[0], text
    )
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        message = str(error).partition(":")[0].replace("no element found", "it ends before </deck>")
        last = min(error.position[0], text.count("\n") + 1)
        raise errors.RulingsError(
            f"{file}, line {last}: is not well-formed XML ({message})"
        ) from None
    if root.tag.lower() != "deck":
        raise errors.RulingsError(
            f"{file}: is XML, but not an .o8d deck: its first element is <{root.tag[:40]}>, not <deck>"
        )
    entries: list[tuple[int, str]] = []
    number, counted = 1, 0  # the line of a card, and the characters whose line ends are counted
    for card, tag in zip(root.iter("card"), re.finditer(r"<card\b", text), strict=False):
        number, counted = number + text.count("\n", counted, tag.start()), tag.start()
        title = " ".join((card.text or "").split()) or "a card without a name"
        entries.append((number, f"{card.get('qty', '1')} {title}"))
    return entries


# The lines of a deck list → the cards they mean, and the lines that mean no card, with the nearest
# titles.

_TIMES = re.compile(TIMES_PATTERN)
_COUNT = re.compile(COUNT_PATTERN)
_WORD = re.compile(r"[a-z0-9]+")
_HEADING = re.compile(r".*:|[=\[].*[=\]]")


@dataclass(frozen=True, slots=True)
class MatchedCards:
    """`counts`: card id → copies, in list order; `unread`: lines that match no card; `read_as`:
    inexact matches.
    """

    counts: Counter[str]
    unread: list[Unread]
    read_as: list[ReadAs]


def match(deck: DeckList, index: rulings_names.Names) -> MatchedCards:
    """Looks up the names in a deck list."""
    matched = MatchedCards(Counter(), [], [])
    beside = heading_words(index)
    read = cache(lambda line: _read_line(line, index, beside))
    for number, line in deck.lines:
        found = read(line)
        if isinstance(found, Unread):
            matched.unread.append(replace(found, line=number))
        elif found:
            card, count, is_noted = found
            matched.counts[card.id] += count
            if is_noted:
                matched.read_as.append(ReadAs(number, line, card.title))
    return matched


def heading_words(index: rulings_names.Names) -> frozenset[str]:
    """The words that stand beside titles or in headings, in the singular: a short list, types and
    keywords.
    """
    kinds = [thing.title for thing in index.things if thing.kind in ("type", "keyword")]
    return HEADING_WORDS.union(*(plain_text.fold(title).split() for title in kinds))


def _read_line(
    line: str, index: rulings_names.Names, beside: Collection[str]
) -> tuple[rulings_names.Named, int, bool] | Unread | None:
    """The card of a line, its copies and whether a note says how it was read; None for a heading or
    a total.

    A line is a title or nickname with at most one number. Other words may stand beside it only if
    there is a number next to it.
    """

    def is_known(word: str) -> bool:
        return word.isdigit() or word in beside or rulings_names.singular(word) in beside

    # The words of a heading must be the whole title: `The Deck`, not `Deck`
    def confidence(name: str) -> float:
        is_title = any(index.things[i].kind == "card" for i in index.titles.get(name, ()))
        return float(is_title or not all(map(is_known, name.split())))

    text = _TIMES.sub(" ", plain_text.without_accents(line))
    typed = _WORD.findall(text)
    named = index.spans(typed, is_known, confidence, index.others)
    spans = [span for span in named if span.cards]
    if not spans and (
        _HEADING.fullmatch(line) or (all(map(is_known, typed)) and not "".join(typed).isdigit())
    ):
        return None
    copies = next((int(word) for word in typed if _COUNT.fullmatch(word)), 1)
    if len(spans) < len(named) and not any(span.how in rulings_names.EXACT for span in spans):
        return Unread(0, copies, line, "other-game", [])
    cards = list(dict.fromkeys(card for span in spans for card in span.cards))
    if len(spans) == 1:
        start, stop, _, how, _ = spans[0]
        around = [*typed[:start], "", *typed[stop:]]
        others = [word for word in around if word and not is_known(word)]
        numbers = [i for i, word in enumerate(around) if word.isdigit()]
        ends = sorted((start, *numbers))
        next_to_title = around[ends[0] : ends[-1]]
        is_clear = len(numbers) < 2 and set(next_to_title if numbers else others).isdisjoint(others)
        is_exact = how in rulings_names.EXACT
        count = _COUNT.fullmatch(around[numbers[0]] if numbers else "1")
        if (
            len(cards) == 1
            and is_clear
            and count
            and (is_exact or not re.search(TOTAL_PATTERN, text))
        ):
            return cards[0], int(count[0]), bool(others) or not is_exact
    if not cards:
        meant = index.meaning(" ".join(word for word in typed if not word.isdigit()), "card")
        cards = [card for card in meant.things or meant.near if card.kind == "card"]
    reason: Literal["unknown", "ambiguous"] = (
        "ambiguous" if len(spans) == 1 and len(cards) > 1 else "unknown"
    )
    return Unread(0, copies, line, reason, [card.title for card in cards])
