"""Reads a deck list: lines of text or OCTGN's `.o8d`.

Names are looked up at the end, in `match`. Input that cannot be a deck list (binary,
far too long, broken XML) raises `RulingsError`, in bounded time and memory. A line that
is neither a card nor plainly something else is reported as unread.

The page does the same in `site/theme/js/decklist.js`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple
from xml.etree import ElementTree

from msgspec.structs import replace

from rulings import errors
from rulings.model import entities, plain_text, vocabulary
from rulings.names import name_table
from rulings.storage import files

# Limits and words for reading deck lists. The page uses them too:
# `site/search_data.py`.

MAX_DECK_BYTES = 256 * 1024  # a deck list of 100 different cards takes 3 KB
MAX_DECK_LINES = 2_000
# Different names; the game has 580 cards, and each unknown name is compared with all of
# them
MAX_DECK_NAMES = 500
MAX_LISTED_LINES = 20  # unread lines that are shown
MAX_CARD_NAME_LENGTH = 200  # characters; the rest is not read; the longest title has 32

# Patterns of a line
TIMES_PATTERN = r"\bx(?=\s*[0-9])|([0-9])\s*[x×](?![a-z])|×"  # `x3`, `3x`
COUNT_PATTERN = r"0*[1-9][0-9]{0,2}"  # a possible number of copies
COMMENT_PATTERN = r"^\s*(?:#+(?!\d)|//|;|%|!|--)"  # a whole line
NUMBER_OF_CARDS_PATTERN = r"(?:[0-9]\s*cards?|cards?[^a-zA-Z0-9]*[0-9]+)[^a-zA-Z0-9]*$"  # `Library (60 cards)`
COUNTED_LAST_PATTERN = r"[x×*]\s*[0-9]+[^a-zA-Z0-9]*$"  # `(x2)`; others may be sums
SET_PATTERN = r"[\[(]\s*(?:base|classic|proteus|[curv])\s*[\])]"  # `[Base]`, `(R)`, beside a title

# Headings other than types and keywords, in the singular
HEADING_WORDS = frozenset(
    (
        *("and", "barrier", "card", "deck", "identity", "main", "misc", "op", "total"),
        *map(str.lower, vocabulary.SIDES),
    )
)

Reason = Literal["unknown", "ambiguous", "count", "other-game"]

# A deck as read, which `rulings deck --json` prints


class DeckCard(entities.Entity):
    """A card of the deck, and how many copies of it."""

    card: entities.Card
    count: int


class Unread(entities.Entity):
    """A line that means no card or several, or that has no clear number of copies:
    `0 Rabbit`, `1/2 Rabbit`.

    `count`: the number in it, or 1. `possible_titles`: the titles that it may mean, or
    the nearest ones; none for a card of the game of 2012.
    """

    line: int
    count: int
    name: str
    reason: Reason
    possible_titles: Sequence[str]


class ReadAs(entities.Entity):
    """A line that was read as a card although its name is only part of the title, or
    misspelt.
    """

    line: int
    name: str
    title: str


class DeckSide(entities.Entity):
    """One side of a deck: its number of cards and of agenda points (null if it has
    none).
    """

    side: str
    cards: int
    agenda_points: int | None


class Deck(entities.Entity):
    """A deck as read: its cards, sorted by side, type and title; their number on each
    side; and the lines that were not read.
    """

    file: str
    title: str
    cards: Sequence[DeckCard]
    sides: Sequence[DeckSide]
    unread: Sequence[Unread]
    read_as: Sequence[ReadAs]


# A deck list before its names are looked up


class TypedDeck(NamedTuple):
    """A deck list as typed. `file`: its path, or `standard input`; `title`: the list's
    own title, or empty.

    `lines`: number (from 1) and text of each line that is not empty, including
    comments: `3 Dr. Dreff`.
    """

    file: str
    title: str
    lines: list[tuple[int, str]]


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_REMARK = re.compile(r"\s(?:#|//)\s.*$")
_TITLE = re.compile(
    r"^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$", re.IGNORECASE
)


def read_file(name: str) -> TypedDeck:
    """Reads the deck list in a file; `-` means standard input."""
    try:
        if name == "-":
            stream = getattr(sys.stdin, "buffer", sys.stdin)
            content: bytes | str = stream.read(MAX_DECK_BYTES + 1) if stream else b""
        else:
            with Path(name).open("rb") as file:
                content = file.read(MAX_DECK_BYTES + 1)
    except (OSError, ValueError) as error:
        raise errors.RulingsError(
            f"{name[:100]} cannot be read ({getattr(error, 'strerror', None) or error})"
        ) from None
    return read_deck(content, "standard input" if name == "-" else name)


def read_deck(content: bytes | str, file: str = "the deck list") -> TypedDeck:
    """Reads a deck list from bytes or text. `file` names it in errors."""
    text = _text(
        content.encode("utf-8", "replace") if isinstance(content, str) else content,
        file,
    )
    title = ""
    if text.lstrip().startswith("<") and text.rstrip().endswith(">"):
        entries = _read_octgn(text, file)
    else:
        lines = text.splitlines()
        title = next(
            (match[1].strip() for line in lines[:20] if (match := _TITLE.match(line))),
            "",
        )
        entries = [
            (number, "" if _TITLE.match(line) else _REMARK.sub("", line))
            for number, line in enumerate(lines, 1)
        ]
    return TypedDeck(file, title, _checked(entries, file))


def _checked(entries: list[tuple[int, str]], file: str) -> list[tuple[int, str]]:
    """The nonempty lines, shortened. Raises `RulingsError` for too many or no names."""
    if len(entries) > MAX_DECK_LINES:
        raise errors.RulingsError(
            f"{file}: the deck has {len(entries):,} lines; a deck list has at most {MAX_DECK_LINES:,}"
        )
    lines = [
        (number, line.strip()[:MAX_CARD_NAME_LENGTH])
        for number, line in entries
        if line.strip()
    ]
    names = {line for _, line in lines if not re.match(COMMENT_PATTERN, line)}
    if not names:
        raise errors.RulingsError(
            f"{file}: the deck has no cards; write one per line, such as “3 Dr. Dreff”"
        )
    if len(names) > MAX_DECK_NAMES:
        raise errors.RulingsError(
            f"{file}: the deck has more than {MAX_DECK_NAMES} different names"
        )
    return lines


def _text(content: bytes, file: str) -> str:
    if len(content) > MAX_DECK_BYTES:
        raise errors.RulingsError(
            f"{file}: the deck is larger than {MAX_DECK_BYTES // 1024} KB; a deck list is a few KB"
        )
    text = files.decoded(content)
    if _CONTROL.search(text):
        raise errors.RulingsError(
            f"{file}: the deck is not text; save it as text or .o8d"
        )
    return text


def _read_octgn(text: str, file: str) -> list[tuple[int, str]]:
    """The cards of OCTGN's `<deck><section><card qty="3">Dr. Dreff</card>…` as numbered
    lines: `3 Dr. Dreff`. The page numbers them the same way.

    `file` names the list in errors.
    """
    if re.search("<!DOCTYPE|<!ENTITY", text, re.IGNORECASE):
        raise errors.RulingsError(
            f"{file}: the deck declares a document type; an .o8d deck has none"
        )
    try:
        root = ElementTree.fromstring(text.strip())
    except ElementTree.ParseError as error:
        raise errors.RulingsError(
            f"{file}: the deck is not well-formed XML ({error})"
        ) from None
    if root.tag.lower() != "deck":
        raise errors.RulingsError(
            f"{file}: the deck is XML, but not an .o8d deck: its first element is <{root.tag[:40]}>, not <deck>"
        )
    entries: list[tuple[int, str]] = []
    for number, element in enumerate(root.iter("card"), 1):
        title = " ".join((element.text or "").split()) or "a card without a name"
        entries.append((number, f"{element.get('qty', '1')} {title}"))
    return entries


# The cards that the lines mean, and the lines that mean none, with the nearest titles


def match(
    deck: TypedDeck, names: name_table.Names
) -> tuple[Counter[str], list[Unread], list[ReadAs]]:
    """Looks up the names in a deck list. Returns card id → copies, in list order; the
    unread lines; and the inexact matches.
    """
    counts, unread, read_as = Counter[str](), list[Unread](), list[ReadAs]()
    known_headings = headings(names)
    read_line = cache(lambda line: _read_line(line, names, known_headings))
    for number, line in deck.lines:
        reading = None if re.match(COMMENT_PATTERN, line) else read_line(line)
        if isinstance(reading, Unread):
            unread.append(replace(reading, line=number, name=line))
        elif reading:
            card, count, is_noted = reading
            counts[card.id] += count
            if is_noted:
                read_as.append(ReadAs(number, line, card.title))
    return counts, unread, read_as


LineReading = tuple[name_table.Thing, int, bool] | Unread | None


def headings(names: name_table.Names) -> frozenset[str]:
    """The headings that deck lists have: sides, types and keywords, folded and in the
    singular.
    """
    titles = (
        thing.title for thing in names.things if thing.kind in ("type", "keyword")
    )
    return HEADING_WORDS.union(map(plain_text.singular, map(plain_text.fold, titles)))


def _words(line: str) -> list[str]:
    """The words and numbers of a line, without the sign of a number of
    copies (`x3`).
    """
    # Digits of other scripts become ASCII
    digits = re.sub(r"\d", lambda digit: str(int(digit[0])), line)
    return re.findall(
        "[a-z0-9]+", re.sub(TIMES_PATTERN, r"\1 ", plain_text.without_accents(digits))
    )


class _Reading(NamedTuple):
    """One way to read a line: the number of copies (empty if none), the name, and
    whether the number comes last.
    """

    number: str
    name: str
    is_last: bool = False


def _readings(words: list[str]) -> list[_Reading]:
    """The ways to read a line: without a number, with one first, and with one last."""
    readings = [_Reading("", " ".join(words))]
    if words[0].isdigit() and words[1:]:
        readings.append(_Reading(words[0], " ".join(words[1:])))
    if words[-1].isdigit() and words[1:]:
        readings.append(_Reading(words[-1], " ".join(words[:-1]), True))
    return readings


def _read_line(
    line: str, names: name_table.Names, known_headings: frozenset[str]
) -> LineReading:
    """The card of a line, its copies and whether the reading needs a note; `Unread`; or
    None for a heading.

    A whole name may have a number of copies before or after it, or none. A part of a
    title or a misspelt one needs a number before it, or one with a sign after it
    (`x2`).
    """
    words = _words(re.sub(SET_PATTERN, " ", line, flags=re.IGNORECASE))
    if not words:
        return _unread(words, "unknown") if any(map(str.isalpha, line)) else None
    readings = _readings(words)
    is_heading = _is_heading(line, words, known_headings)
    for reading in readings:
        things = names.exact(reading.name, "card").things
        if things and not (is_heading and _is_begun(line, reading, things[0])):
            return _card_with_count(
                words, things, reading.number, files.UNREADABLE in line
            )
    return None if is_heading else _read_inexact(line, words, readings, names)


def _read_inexact(
    line: str, words: list[str], readings: list[_Reading], names: name_table.Names
) -> LineReading:
    """Reads a line that contains no whole name."""
    is_sum = not re.search(COUNTED_LAST_PATTERN, line, re.IGNORECASE)
    counted = [row for row in readings if row.number and not (row.is_last and is_sum)]
    if half_name := _beside_count(counted, names, typos=False):
        return _card_with_count(words, *half_name, True)
    inside = words[1:-1] if words[0].isdigit() and words[-1].isdigit() else []
    for name in (" ".join(inside), " ".join(words).strip("0123456789 ")):
        if things := names.exact(name, "card").things:
            return _unread(words, "count", things)
    if not names.other_game_titles.isdisjoint(reading.name for reading in readings):
        return _unread(words, "other-game")
    if misspelt_name := _beside_count(counted, names, typos=True):
        return _card_with_count(words, *misspelt_name, True)
    return _unread(words, "unknown", _nearest(words, readings, names))


def _nearest(
    words: list[str], readings: list[_Reading], names: name_table.Names
) -> Sequence[name_table.Thing]:
    """The cards nearest to the first reading that is near any. If there is none, the
    cards of the first exact name among the words: `Fang (2 copies)`.
    """
    for reading in readings:
        resolution = names.resolve(reading.name, "card")
        if nearest := resolution.things or resolution.suggestions:
            return nearest
    spans = names.spans(words, lambda _: True, lambda _: 1)
    return spans[0].cards if spans else ()


def _beside_count(
    readings: list[_Reading], names: name_table.Names, typos: bool
) -> tuple[Sequence[name_table.Thing], str] | None:
    """The cards of the first reading whose name means any, and the number of copies.

    The title must contain the numbers of the name, unlike in `1 Data Wall 2.0 x2` or
    `Parraline 5570`.
    """
    for count, name, _ in readings:
        things = names.resolve(name, "card", typos=typos).things
        if things and all(_numbers(name) in _numbers(thing.title) for thing in things):
            return things, count
    return None


def _is_begun(line: str, reading: _Reading, thing: name_table.Thing) -> bool:
    """Whether a possible heading is one, and not a title: `Deck` and `The deck` are
    headings, `5 Deck` is the card The Deck.
    """
    title = plain_text.fold(thing.title)
    short = title.removeprefix("the ")
    if reading.number:
        return reading.name not in (title, title if reading.is_last else short)
    return reading.name != title or (short != title and thing.title not in line)


def _numbers(name: str) -> str:
    return " ".join(re.findall("[0-9]+", name))


def _is_heading(line: str, words: list[str], known_headings: frozenset[str]) -> bool:
    """Whether a line consists of types, keywords or sides, perhaps with a number, or
    ends in a number of cards.
    """
    letters = (
        " ".join(word for word in words if not word.isdigit())
        .removeprefix("the ")
        .split()
    )
    names = [[" ".join(letters)], letters]  # `code gates`, `nodes & upgrades`
    is_kind = any(
        known_headings.issuperset(map(plain_text.singular, name)) for name in names
    )
    is_alone = bool(letters) and sum(map(str.isdigit, words)) < 2
    has_number_of_cards = re.search(NUMBER_OF_CARDS_PATTERN, line, re.IGNORECASE)
    return (is_kind and is_alone) or bool(has_number_of_cards)


def _card_with_count(
    words: list[str], things: Sequence[name_table.Thing], count: str, is_noted: bool
) -> LineReading:
    """The card of a line with its copies; `Unread` if there are several or the number
    is unclear.
    """
    if len(things) > 1:
        return _unread(words, "ambiguous", things)
    if not re.fullmatch(COUNT_PATTERN, count or "1"):
        return _unread(words, "count", things)
    return things[0], int(count or "1"), is_noted


def _unread(
    words: list[str], reason: Reason, things: Sequence[name_table.Thing] = ()
) -> Unread:
    """An unread line with the reason; `match` adds its number and its words."""
    titles = [thing.title for thing in things if thing.kind == "card"]
    counts = (int(word) for word in words if re.fullmatch(COUNT_PATTERN, word))
    return Unread(0, next(counts, 1), "", reason, titles)
