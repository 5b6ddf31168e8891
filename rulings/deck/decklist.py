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
from rulings.names import name_matching, name_table, names_in_query
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
COMMENT_PATTERN = r"^\s*(?:#+(?!\d)|//|;|%|!|--)"  # an entire line
# `Library (60 cards)`
NUMBER_OF_CARDS_PATTERN = r"(?:[0-9]\s*cards?|cards?[^a-zA-Z0-9]*[0-9]+)[^a-zA-Z0-9]*$"
COUNTED_LAST_PATTERN = r"[x×*]\s*[0-9]+[^a-zA-Z0-9]*$"  # `(x2)`; others may be sums
# `[Base]`, `(R)`, beside a title
SET_PATTERN = r"[\[(]\s*(?:base|classic|proteus|[curv])\s*[\])]"

# Headings other than types and keywords, in the singular
HEADING_WORDS = frozenset(
    (
        "and",
        "barrier",
        "card",
        "deck",
        "identity",
        "main",
        "misc",
        "op",
        "total",
        *map(str.lower, vocabulary.SIDES),
    )
)

Reason = Literal["unknown", "ambiguous", "count", "other-game"]

# A deck as read: `rulings deck --json` prints it


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
    card_count: int
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


NumberedLine = tuple[int, str]  # its number, from 1, and its text


class TypedDeck(NamedTuple):
    """A deck list as typed. `file`: its path, or `standard input`; `title`: the list's
    own title, or empty.

    `lines`: number (from 1) and text of each line that is not empty, including
    comments: `3 Dr. Dreff`.
    """

    file: str
    title: str
    lines: list[NumberedLine]


_MAX_TITLE_LINE = 20  # the title is one of the first lines
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_REMARK = re.compile(r"\s(?:#|//)\s.*$")
_TITLE = re.compile(
    r"^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$", re.IGNORECASE
)


def read_file(name: str) -> TypedDeck:
    """Reads the deck list in a file; `-` means standard input."""
    max_read = MAX_DECK_BYTES + 1  # enough to see that it is too large
    content: bytes | str = b""
    try:
        if name == "-":
            stream = getattr(sys.stdin, "buffer", sys.stdin)
            if stream:
                content = stream.read(max_read)
        else:
            with Path(name).open("rb") as file:
                content = file.read(max_read)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise errors.RulingsError(f"{name[:100]} cannot be read ({reason})") from None
    file_name = "standard input" if name == "-" else name
    return read_deck(content, file_name)


def read_deck(
    content: bytes | str,
    file: str = "the deck list",
) -> TypedDeck:
    """Reads a deck list from bytes or text. `file` names it in errors."""
    if isinstance(content, str):
        content = content.encode("utf-8", "replace")
    text = _text(content, file)
    title = ""
    stripped = text.strip()
    if stripped.startswith("<") and stripped.endswith(">"):
        numbered_lines = _read_octgn(text, file)
    else:
        title, numbered_lines = _read_lines(text.splitlines())
    return TypedDeck(file, title, _checked(numbered_lines, file))


def _read_lines(
    lines: Sequence[str],
) -> tuple[str, list[NumberedLine]]:
    """The title of a list in lines, and its lines without titles and remarks."""
    title: str | None = None
    numbered_lines: list[NumberedLine] = []
    for number, line in enumerate(lines, 1):
        match = _TITLE.match(line)
        if match:
            if title is None and number <= _MAX_TITLE_LINE:
                title = match[1].strip()
            line = ""
        numbered_lines.append((number, _REMARK.sub("", line)))
    return title or "", numbered_lines


def _checked(numbered_lines: list[NumberedLine], file: str) -> list[NumberedLine]:
    """The nonempty lines, shortened. Raises `RulingsError` for too many or no names."""
    if len(numbered_lines) > MAX_DECK_LINES:
        raise errors.RulingsError(
            f"{file}: the deck has {len(numbered_lines):,} lines; "
            f"a deck list has at most {MAX_DECK_LINES:,}"
        )
    lines: list[NumberedLine] = []
    names: set[str] = set()
    for number, text in numbered_lines:
        line = text.strip()[:MAX_CARD_NAME_LENGTH]
        if line:
            lines.append((number, line))
            if not re.match(COMMENT_PATTERN, line):
                names.add(line)
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
            f"{file}: the deck is larger than {MAX_DECK_BYTES // 1024} KB; "
            "a deck list is a few KB"
        )
    text = files.decoded(content)
    if _CONTROL.search(text):
        raise errors.RulingsError(
            f"{file}: the deck is not text; save it as text or .o8d"
        )
    return text


def _read_octgn(text: str, file: str) -> list[NumberedLine]:
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
            f"{file}: the deck is XML, but not an .o8d deck: "
            f"its first element is <{root.tag[:40]}>, not <deck>"
        )
    numbered_lines: list[NumberedLine] = []
    for number, element in enumerate(root.iter("card"), 1):
        words = (element.text or "").split()
        title = " ".join(words) or "a card without a name"
        count = element.get("qty", "1")
        # In a text, the sign would be the dash of a list
        if count.lstrip().startswith("-"):
            raise errors.RulingsError(
                f"{file}: the deck has {count.strip()} copies of {title}; "
                "write a number from 1"
            )
        numbered_lines.append((number, f"{count} {title}"))
    return numbered_lines


# The cards that the lines mean, and the lines that mean none, with the nearest titles


def match(
    deck: TypedDeck, names: name_table.NameTable
) -> tuple[Counter[str], list[Unread], list[ReadAs]]:
    """Looks up the names in a deck list. Returns card id → copies, in list order; the
    unread lines; and the inexact matches.
    """
    counts = Counter[str]()
    unread: list[Unread] = []
    read_as: list[ReadAs] = []
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


LineReading = tuple[entities.Reference, int, bool] | Unread | None


def headings(names: name_table.NameTable) -> frozenset[str]:
    """The headings that deck lists have: sides, types and keywords, folded and in the
    singular.
    """
    words: list[str] = []
    for reference in names.references:
        if reference.kind in ("type", "keyword"):
            title = plain_text.fold(reference.title)
            words.append(plain_text.singular(title))
    return HEADING_WORDS.union(words)


def _words(line: str) -> list[str]:
    """The words and numbers of a line, without the sign of a number of
    copies (`x3`).
    """

    def in_ascii(digit: re.Match[str]) -> str:  # of any script
        return str(int(digit[0]))

    text = plain_text.without_accents(re.sub(r"\d", in_ascii, line))
    text = re.sub(TIMES_PATTERN, r"\1 ", text)
    return re.findall("[a-z0-9]+", text)


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
    first, *after_first = words
    *before_last, last = words
    if first.isdigit():
        readings.append(_Reading(first, " ".join(after_first)))
    if last.isdigit():
        name = " ".join(before_last)
        readings.append(_Reading(last, name, is_last=True))
    return readings


def _read_line(
    line: str,
    names: name_table.NameTable,
    known_headings: frozenset[str],
) -> LineReading:
    """The card of a line, its copies and whether the reading needs a note; `Unread`; or
    None for a heading.

    A complete name may have a number of copies before or after it, or none. A part of a
    title or a misspelt one needs a number before it, or one with a sign after it
    (`x2`).
    """
    without_set = re.sub(SET_PATTERN, " ", line, flags=re.IGNORECASE)
    words = _words(without_set)
    if not words:
        has_letters = any(map(str.isalpha, line))
        return _unread(words, "unknown") if has_letters else None
    readings = _readings(words)
    is_heading = _is_heading(line, words, known_headings)
    for reading in readings:
        references = names.exact(reading.name, "card").references
        if not references:
            continue
        if is_heading and not _means_card(line, reading, references[0]):
            continue
        is_damaged = files.UNREADABLE in line
        return _card_with_count(words, references, reading.number, is_damaged)
    if is_heading:
        return None
    return _read_inexact(line, words, readings, names)


def _read_inexact(
    line: str,
    words: list[str],
    readings: list[_Reading],
    names: name_table.NameTable,
) -> LineReading:
    """Reads a line that does not contain a complete name.

    Titles of the other game come after half names, because many are half names here
    (`trojan`), but before misspelt ones: none of them is a typo.
    """
    counted_readings = [reading for reading in readings if reading.number]
    if not re.search(COUNTED_LAST_PATTERN, line, re.IGNORECASE):
        counted_readings = [
            reading for reading in counted_readings if not reading.is_last
        ]
    if half_name := _beside_count(counted_readings, names, typos=False):
        return _card_with_count(words, *half_name, True)
    # A complete name beside several numbers: which of them counts the copies?
    is_between = words[0].isdigit() and words[-1].isdigit()
    inside = words[1:-1] if is_between else []
    without_numbers = " ".join(words).strip("0123456789 ")
    for name in (" ".join(inside), without_numbers):
        if references := names.exact(name, "card").references:
            return _unread(words, "count", references)
    read_names = [reading.name for reading in readings]
    if not names.other_game_titles.isdisjoint(read_names):
        return _unread(words, "other-game")
    if misspelt_name := _beside_count(counted_readings, names, typos=True):
        return _card_with_count(words, *misspelt_name, True)
    return _unread(words, "unknown", _nearest(words, readings, names))


def _nearest(
    words: list[str],
    readings: list[_Reading],
    names: name_table.NameTable,
) -> Sequence[entities.Reference]:
    """The cards nearest to the first reading that is near any. If there is none, the
    cards of the first exact name among the words: `Fang (2 copies)`.
    """
    for reading in readings:
        resolution = name_matching.first_meaning(names, reading.name, "card")
        if nearest := resolution.references or resolution.suggestions:
            return nearest
    spans = names_in_query.spans(names, words, lambda _: True, lambda _: 1)
    return spans[0].cards if spans else ()


def _beside_count(
    readings: list[_Reading],
    names: name_table.NameTable,
    typos: bool,
) -> tuple[Sequence[entities.Reference], str] | None:
    """The cards of the first reading whose name means any, and the number of copies.

    The title must contain the numbers of the name, unlike in `1 Data Wall 2.0 x2` or
    `Parraline 5570`.
    """
    for count, name, _ in readings:
        references = name_matching.first_meaning(
            names, name, "card", typos=typos
        ).references
        numbers = _numbers(name)
        have_numbers = all(
            numbers in _numbers(reference.title) for reference in references
        )
        if references and have_numbers:
            return references, count
    return None


def _means_card(
    line: str,
    reading: _Reading,
    card: entities.Reference,
) -> bool:
    """Whether a line that may be a heading means this card: `5 Deck` and `The Deck`
    mean The Deck; `Deck`, `Deck 5` and `The deck` are headings.
    """
    title = plain_text.fold(card.title)
    short = title.removeprefix("the ")
    has_whole_title = reading.name == title
    if reading.number:
        return has_whole_title or (reading.name == short and not reading.is_last)
    return has_whole_title and (short == title or card.title in line)


def _numbers(name: str) -> str:
    return " ".join(re.findall("[0-9]+", name))


def _is_heading(
    line: str,
    words: list[str],
    known_headings: frozenset[str],
) -> bool:
    """Whether a line consists of types, keywords or sides, perhaps with a number, or
    ends in a number of cards.
    """
    if re.search(NUMBER_OF_CARDS_PATTERN, line, re.IGNORECASE):
        return True
    letters = [word for word in words if not word.isdigit()]
    name = " ".join(letters).removeprefix("the ")
    has_several_numbers = len(words) - len(letters) > 1
    if not name or has_several_numbers:
        return False
    if plain_text.singular(name) in known_headings:  # `code gates`
        return True
    words_of_name = map(plain_text.singular, name.split())  # `nodes & upgrades`
    return known_headings.issuperset(words_of_name)


def _card_with_count(
    words: list[str],
    references: Sequence[entities.Reference],
    count: str,
    is_noted: bool,
) -> LineReading:
    """The card of a line with its copies; `Unread` if there are several or the number
    is unclear.
    """
    if len(references) > 1:
        return _unread(words, "ambiguous", references)
    if not re.fullmatch(COUNT_PATTERN, count or "1"):
        return _unread(words, "count", references)
    return references[0], int(count or "1"), is_noted


def _unread(
    words: list[str],
    reason: Reason,
    references: Sequence[entities.Reference] = (),
) -> Unread:
    """An unread line with the reason; `match` adds its number and its words."""
    titles = [reference.title for reference in references if reference.kind == "card"]
    counts = [word for word in words if re.fullmatch(COUNT_PATTERN, word)]
    count = int(counts[0]) if counts else 1
    return Unread(0, count, "", reason, titles)
