"""The bytes of a deck list → its lines that may name cards. Reads lines of text, tables and OCTGN's `.o8d`.

Names are looked up at the end, in `match`. Input that cannot be a deck list (binary, far too long, broken XML) raises
`DeckError`, in bounded time and memory. A line that is neither a card nor plainly something else is named as unread.

The page does the same in `site/theme/js/deck-reading.js`.
"""

from __future__ import annotations

import csv
import html
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree

from rulings import errors
from rulings import names as rulings_names
from rulings.model import constants, entities, ids

# The limits and words by which deck lists are read. The page uses them too: `site/search_data.py`.

MAX_DECK_BYTES = 256 * 1024  # a deck list of 100 different cards takes 3 KB
MAX_DECK_LINES = 2_000
MAX_DECK_NAMES = 500  # different names; the game has 580 cards, and each unknown name is compared with all of them
MAX_LISTED_LINES = 20  # of those that mean no card, or several
MAX_GUESSED_LETTERS = 3  # a line of no more letters means a card only by a whole name or its initials
MAX_CARD_NAME_LENGTH = 200  # characters, the rest of which is not read; the longest title has 32

# Of a line of a deck list. No title has brackets other than those of a trademark, and none begins with a number.
TAG_PATTERN = (  # tags of HTML and BBCode, the target of a link in Markdown, an address
    r"</?[a-z][^<>]*>|\[/?(?:[biu*]|url|card|color|size|list|quote|center)(?:=[^\]]*)?\]"
    r"|(?<=\])\([^()]*\)|https?://[^\s)\]]+"
)
NOTE_PATTERN = (  # a set and the number in it, a mark such as `*F*`; in brackets, if not a number of copies
    r"(?:[(\[]?\b(?:bas|cla|pro)\b[)\]]?\s+#?[0-9]{1,3}(?=\s*$)|(?<=\s)(?:\*[a-z]+\*|\^[^^]*\^)(?=\s*$)"
    r"|[(\[](?!\s*(?:x\s*)?[0-9]{1,3}\s*(?:x|cop(?:y|ies)|cards?)?\s*[)\]])[^()\[\]]*[)\]])"
)
GLUED_COUNT_PATTERN = r"(?<![a-z0-9.])([0-9]{1,3})(?:x(?=[a-z])|(?=[a-z]))"  # 4xClown, 4Clown
COUNT_PATTERN = r"(?<![0-9])(?<![0-9][.,/])([0-9]{1,3})(?:\.0+)?(?![0-9/]|[.,][0-9])"
COUNT_AFTER_PATTERN = r"[^a-z0-9]+(?:x[^a-z0-9]*)?([0-9]{1,3})(?:\.0)?\s*x?[^a-z0-9]*$"
PLACE_PATTERN = r"[^A-Za-z0-9]*([0-9]{1,3})[.)](?![0-9])\s*(?=\S)"  # in a numbered list, before the count and the name
SIGNS_BEFORE_NAME = r"(?:x(?=[\s0-9])|[\u2010-\u2bff\u00a0-\u00bf\u00d7]|[^A-Za-z\u0080-\uffff])*"
LONE_NUMBER_PATTERN = r"\b[0-9]{1,3}\b"  # in a folded name; one of more digits is never a count
MAX_TITLE_WORDS = 8

# Words that stand beside a title or instead of one, in lower case and in the singular. A line of nothing but these and
# numbers is no card, unless it is a title (`Worm`).
WORDS_OF_NO_TITLE = frozenset(
    (
        # headings and totals
        "and barrier bit board breaker card code combo copies copy core corporate cost count d deck decklist "
        "decoder draw economy event fracter gate hand hq id identity in list main mainboard maindeck max maximum "
        "maybeboard min minimum minus misc miscellaneous money mu name non number of other pc pcs plus point qty "
        "quantity r rig sb sideboard size stack strategy support tag title tool total trap type utility x "
        # short names of types
        "ap bioware black corporation gray grey hw link op ops prog res "
        # sets and rarities
        "bas base c cla classic common edition f foil limited netrunner onr p pro promo proteus r rare set starter u "
        "uncommon v v1 v2 vital "
        # keywords
        "advertisement ai ambush asset bad bbs bloodhound brainwipe bull chip connection cybernetic daemon "
        "deckrash deflector detection double firestarter flatline hellbolt hellhound hidden icebreaker killer "
        "knockout noisy pit position publicity random region research sabotage sentry side sleepy stealth stun "
        "sword sysop transaction unique vehicle virus viruses wall watchdog worm zombie zombies "
        + " ".join((*constants.SIDES, *constants.CARD_TYPES)).lower()
    ).split()
)

# The headings of columns in a table, in lower case, without a full stop at the end
COUNT_COLUMNS = frozenset(
    ("count", "qty", "quantity", "copies", "number", "amount", "num", "nr", "no", "#", "x", "anzahl", "menge")
) | {"in deck"}
NAME_COLUMNS = frozenset(("name", "card", "title", "card name", "cardname", "card title", "karte", "titel", "nom"))


# A deck as read, and the sheet of rulings on it (`rulings deck --json`): terminal and site print these objects.

DeckForm = Literal["lines", "csv", "o8d"]


class DeckCard(entities.Entity, frozen=True):
    """A card of the deck, and how many copies."""

    card: entities.Card
    count: int


class Unread(entities.Entity, frozen=True):
    """A line that means no card, or several, or whose number of copies is unclear (`-1 Rabbit`, `0 Rabbit`).

    `possible_titles`: the titles that it may mean, or the nearest ones.
    """

    line: int
    count: int
    name: str
    reason: Literal["unknown", "ambiguous"]
    possible_titles: Sequence[str]


class ReadAs(entities.Entity, frozen=True):
    """A line whose name was recognized although it is not a title, an alias or a spelling variant."""

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


class Construction(entities.Entity, frozen=True):
    """A rule of deck construction. `holds`: whether this deck meets it; null if that cannot be checked.

    `ruling` or `section`: the id of the source; `source`: its title. `deck_has`: what this deck has (`44 cards`).
    """

    says: str
    side: str | None
    holds: bool | None
    deck_has: str | None
    ruling: str | None
    section: str | None
    source: str
    url: str


class Deck(entities.Entity, frozen=True):
    """A deck as read: its cards by side, type and title, the counts of its sides, and the lines that were not read."""

    file: str
    form: DeckForm
    title: str
    cards: Sequence[DeckCard]
    sides: Sequence[SideCounts]
    construction: Sequence[Construction]
    unread: Sequence[Unread]
    read_as: Sequence[ReadAs]


class Pair(entities.Entity, frozen=True):
    """A ruling on several cards of the deck (`cards`) or, if two decks meet, of both (`others`: those of the other)."""

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
    """A card whose rulings are all excluded by the options; `rulings` counts them, inherited ones included."""

    rulings: int


class SheetStep(entities.Entity, frozen=True):
    """A step of a run, with the ids of the rulings on the sheet that apply to it, and the subjects of these rulings."""

    number: int
    text: str
    rulings: Sequence[str]
    cards: Sequence[str]
    url: str


class Sheet(entities.Entity, frozen=True):
    """The rulings on a deck: `together` on two of its cards, `meeting` on one of them and one of the deck `against`.

    `same_side`: the side of both decks, which then do not meet in a game; null if they do, or if there is only one.
    `deck`, `cards`, `steps`: the deck, its cards with their rulings, and the steps of a run that these bear on.
    `unruled`, `excluded`: the cards on which nothing was ever ruled, and those whose rulings the options leave out.
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

UNREADABLE = -1  # as a count: a cell with something else than a number


class DeckError(errors.RulingsError):
    """A deck list that cannot be read. The message names it, the line if there is one, and the reason."""


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A line that may name a card. `number`: of the line, from 1.

    `count`: copies, if a column or an attribute says so; None if a number in `text` does; or `UNREADABLE`.
    `as_typed`: the line, if a note should say how it was read. `as_read`: what it is read as, if it is no card.
    """

    text: str
    number: int
    count: int | None = None
    as_typed: str = ""
    as_read: str = ""


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck list as typed. `file`: its path, or `standard input`; `title`: the list's own title, or empty."""

    file: str
    form: DeckForm
    title: str
    lines: tuple[DeckLine, ...]


def count_in(cell: str) -> int | None:
    """The number in words like `3`, `x3`, `3 x` or `3.0`; None for any other words."""
    match = re.fullmatch(r"\s*(?:[x×]\s*)?(\d{1,3})(?:[.,]0+)?(?:\s*[x×])?\s*", cell, re.IGNORECASE)
    return int(match[1]) if match else None


# A table with a heading row (CSV, or columns drawn with `|`) → the entries of a deck list.

_Row = tuple[int, list[str]]  # the number of the line, and its cells


def read_table(lines: list[str]) -> list[DeckLine] | None:
    """The cards of a table, or None if its first line has no column of names. Without a heading row, it is lines."""
    rows = _rows(lines)
    header = [cell.lower().replace("_", " ").rstrip(".: ") for cell in rows[0][1]] if rows else []
    name_column = next((i for i, cell in enumerate(header) if cell in NAME_COLUMNS), None)
    if name_column is None:
        return None
    first, *rows = [row for row in rows if name_column < len(row[1]) and row[1][name_column].strip("-: ")]
    entries: list[DeckLine] = []
    count_column = next((i for i, cell in enumerate(header) if cell in COUNT_COLUMNS), None)
    if count_column is None:  # then it is the only column that has a number in each row
        numbers = [{i for i, cell in enumerate(cells) if count_in(cell) is not None} for _, cells in rows]
        columns = set.intersection(*numbers) if numbers else set[int]()
        if len(columns) == 1:
            (count_column,) = columns
            entries.append(DeckLine("", first[0], as_typed=first[1][count_column], as_read="the number of copies"))
    for number, cells in rows:
        name = cells[name_column][:MAX_CARD_NAME_LENGTH]
        cell = cells[count_column] if count_column is not None and count_column < len(cells) else ""
        count = count_in(cell) if cell else 1
        entries.append(
            DeckLine(name, number, count) if count is not None else DeckLine(f"{cell} {name}", number, UNREADABLE)
        )
    return entries


def _rows(lines: list[str]) -> list[_Row]:
    """The number and the cells of each line; none if the lines are not a table."""
    numbered_lines = [
        (number, line.strip(" ").removeprefix("|").removesuffix("|")) for number, line in enumerate(lines, 1)
    ]
    numbered_lines = [
        (number, html.unescape(line))
        for number, line in numbered_lines
        if line.strip() and not line.startswith(("# ", "sep="))
    ]
    if not numbered_lines:
        return []
    first = numbered_lines[0][1]
    delimiter = max(",;\t|", key=first.count)
    if delimiter not in first:
        return []
    try:
        return [
            (number, [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))])
            for number, line in numbered_lines
        ]
    except csv.Error:
        return []


# The XML of OCTGN's `.o8d` → the entries of a deck list.

_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")  # of an encoding, though the text is already decoded
_DOCUMENT_TYPE = re.compile("<!DOCTYPE|<!ENTITY", re.IGNORECASE)


def read_octgn(text: str, file: str) -> list[DeckLine]:
    """The cards of `<deck><section><card qty="3">Dr. Dreff</card>…`. `file` names the list in a `DeckError`."""
    if _DOCUMENT_TYPE.search(text):
        raise DeckError(f"{file}: declares a document type; an .o8d deck has none")
    parser: ElementTree.XMLPullParser[Any] = ElementTree.XMLPullParser(["start", "end"])
    entries: list[DeckLine] = []
    root = ""
    try:
        undeclared = _DECLARATION.sub(lambda match: "\n" * match[0].count("\n"), text)
        for number, line in enumerate(undeclared.split("\n"), 1):
            parser.feed(f"{line}\n")  # line by line, because elements do not know their lines
            events: Iterator[Any] = parser.read_events()
            for event, element in events:
                root = root or element.tag
                if root.lower() != "deck":
                    raise DeckError(f"{file}: is XML, but not an .o8d deck: its first element is <{root}>, not <deck>")
                title = " ".join((element.text or "").split()) or element.get("name", "").strip()
                if event == "end" and element.tag.lower() == "card":
                    count = count_in(element.get("qty", "1")) if title else UNREADABLE
                    title = (title or element.get("id") or "a card without a name")[:MAX_CARD_NAME_LENGTH]
                    entries.append(DeckLine(title, number, 1 if count is None else count))
        parser.close()
    except ElementTree.ParseError as error:
        message = str(error).partition(":")[0].replace("no element found", "it ends before </deck>")
        last = min(error.position[0], text.count("\n") + 1)
        raise DeckError(f"{file}, line {last}: is not well-formed XML ({message})") from None
    return entries


# A line of a deck list → the exact titles in it, each with the number beside it.

_MARKUP = re.compile(TAG_PATTERN)
_NOTE = re.compile(NOTE_PATTERN)
_GLUED_COUNT = re.compile(GLUED_COUNT_PATTERN)
_COUNT = re.compile(COUNT_PATTERN)
_PLACE = re.compile(PLACE_PATTERN)
_PLACE_BEFORE_COUNT = re.compile(PLACE_PATTERN + "(?=.*[0-9])")
_DIGIT = re.compile(r"[0-9]")
_HEADING = re.compile(r".*:|[=\[].*[=\]]")
_LABEL = re.compile(r"[^:]*[a-z]{2}[^:]*:(?=.*[a-z])")


def is_heading(text: str) -> bool:
    """Whether a line without an exact title is a heading or a total: words like `cards`, `Ice`, `total` and numbers.

    A number alone is neither.
    """
    words = _words(_plain(text))
    return bool(_HEADING.fullmatch(text)) or (all(map(_is_no_title, words)) and bool(words or not _DIGIT.search(text)))


def titles_in(index: rulings_names.Names, text: str) -> list[str]:
    """The exact titles in a line, whatever else it has."""
    return [card.title for _, _, card in _title_spans(index, _plain(text))]


def exact_titles(
    index: rulings_names.Names, text: str, count: int | None = None
) -> list[tuple[rulings_names.Named, int]]:
    """The card of each title in a line, and its copies. `count`: known without reading the line.

    Empty if there is no exact title, if other words stand beside it, or if it is not clear which number is the count.
    A note in brackets, or a label such as `Agenda (9):`, is left out if a title remains.
    """
    plain = _plain(text)
    for line in (_without_label(index, _NOTE.sub(" ", plain)), _without_label(index, plain)):
        spans = list(_title_spans(index, line))
        if spans:
            break
    else:
        return []
    ends = [0, *(end for _, end, _ in spans)]
    starts = [*(start for start, _, _ in spans), len(line)]
    between = [line[end:start] for end, start in zip(ends, starts, strict=True)]
    if not all(_is_no_title(word) for piece in between for word in _words(piece)):
        return []
    if not all(piece.strip() for piece in between[1:-1]):
        return []
    counts = [count] * len(spans) if count is not None else _counts(between)
    return [(card, n) for (_, _, card), n in zip(spans, counts, strict=False)]


def _counts(between: list[str]) -> list[int]:
    """The numbers of copies in what stands before, between and after titles; empty if they are not clear.

    They stand before the titles if there is one before the first. Where there is none, there is one copy.
    """
    first = _PLACE_BEFORE_COUNT.sub("", between[0])
    pieces = [first, *between[1:-1]] if re.search(r"\d", first) else between[1:]
    numbers = [_COUNT.findall(piece) for piece in pieces]
    are_clear = all(len(found) == bool(re.search(r"\d", piece)) for found, piece in zip(numbers, pieces, strict=True))
    return [int(found[0]) if found else 1 for found in numbers] if are_clear else []


def _is_no_title(word: str) -> bool:
    return not WORDS_OF_NO_TITLE.isdisjoint((word, rulings_names.singular(word)))


def _plain(text: str) -> str:
    """The line in lower case, without accents and markup."""
    line = ids.without_accents(html.unescape(text))
    return _GLUED_COUNT.sub(r"\1 ", _MARKUP.sub(" ", line))


def _without_label(index: rulings_names.Names, line: str) -> str:
    label = _LABEL.match(line)
    is_title = label and any(start < label.end() for start, _, _ in _title_spans(index, line))
    return line if label is None or is_title else line[label.end() :]


def _words(text: str) -> list[str]:
    return re.findall(r"(?!x[0-9]{1,3}\b)[a-z][a-z0-9]*", text)


def _title_spans(index: rulings_names.Names, line: str) -> Iterator[tuple[int, int, rulings_names.Named]]:
    """The start and the end of each title in a line, longest first at each word, and its card."""
    words = list(re.finditer(r"[a-z0-9]+", line))
    first = 0
    while first < len(words):
        for last in range(min(len(words), first + MAX_TITLE_WORDS), first, -1):
            name = " ".join(word[0] for word in words[first:last])
            card = _card_titled(index, name)
            if card is not None:
                yield words[first].start(), words[last - 1].end(), card
                first = last - 1
                break
        first += 1


def _card_titled(index: rulings_names.Names, name: str) -> rulings_names.Named | None:
    """The card with exactly this name. A number before a name, in any order, is no part of it."""
    if name[0].isdigit():
        positions = index.titles.get(name) or index.spellings.get(name, [])
    elif all(map(_is_no_title, name.split())):
        positions = index.titles.get(name, [])
    else:
        return index.exact(name, "card").only
    cards = [index.things[position] for position in positions if index.things[position].kind == "card"]
    return cards[0] if len(cards) == 1 else None


# The lines of a deck list → the cards they mean, and the lines that mean no card, with the nearest titles.

_LONE_NUMBER = re.compile(LONE_NUMBER_PATTERN)
_SIGNS_BEFORE_NAME = re.compile(SIGNS_BEFORE_NAME, re.IGNORECASE)
_COUNT_AFTER = re.compile(COUNT_AFTER_PATTERN, re.IGNORECASE)
_NOTE_AFTER = re.compile(rf"\s*{NOTE_PATTERN}\s*$", re.IGNORECASE)

# Asks which of several titles was meant by a typed name: returns its index, or None.
Ask = Callable[[str, list[str]], int | None]


class MatchedCards:
    """`counts`: card id → copies, in list order; `unread`: lines that match no card; `read_as`: inexact matches."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.unread: list[Unread] = []
        self.read_as: list[ReadAs] = []


def match(deck: DeckList, index: rulings_names.Names, ask: Ask | None = None) -> MatchedCards:
    """Looks up the names in a deck list. `ask` decides ambiguous ones; without it they are not read."""
    matched = MatchedCards()
    asked: dict[str, int | None] = {}
    for line in deck.lines:
        if line.as_read:
            matched.read_as.append(ReadAs(line.number, line.as_typed, line.as_read))
            continue
        found = exact_titles(index, line.text, line.count) if line.count != UNREADABLE else []
        for card, count in found:
            _add(matched, card.id, count)
        if found and line.as_typed:
            matched.read_as.append(ReadAs(line.number, line.as_typed, found[0][0].title))
        if not found and not is_heading(line.text):
            _match_inexactly(matched, line, index, ask, asked)
    return matched


def _add(matched: MatchedCards, id: str, count: int) -> None:
    if count:
        matched.counts[id] = matched.counts.get(id, 0) + count


def _match_inexactly(
    matched: MatchedCards, line: DeckLine, index: rulings_names.Names, ask: Ask | None, asked: dict[str, int | None]
) -> None:
    """Reads a line whose name is no exact title, or adds it to `unread`. `asked`: the answers of `ask` until now."""
    name, count, meant = line.text, max(line.count or 1, 1), rulings_names.Meaning()
    for name, count in _readings(line):
        meant = index.meaning(name, "card")
        if len(meant.things) > 1 and ask:
            if name not in asked:
                asked[name] = ask(name, [card.title for card in meant.things])
            chosen = asked[name]
            if chosen is not None:
                return _add(matched, meant.things[chosen].id, count)
        if meant.only and not _is_guess(name, meant) and not _has_other_number(name, meant.only.title):
            matched.read_as.append(ReadAs(line.number, name, meant.only.title))
            return _add(matched, meant.only.id, count)
    titles = [card.title for card in meant.things]
    matched.unread.append(
        Unread(
            line=line.number,
            count=count,
            name=name,
            reason="ambiguous" if len(titles) > 1 else "unknown",
            possible_titles=titles or titles_in(index, name) or [card.title for card in meant.near],
        )
    )
    return None


def _readings(line: DeckLine) -> list[tuple[str, int]]:
    """What may be the name in a line without an exact title, and the number of copies; none if a number is unclear."""
    signs = _SIGNS_BEFORE_NAME.match(line.text)[0]  # type: ignore[index]  # it matches the empty string
    whole = line.text[len(signs) :].strip()
    if not whole:
        return []
    name = _NOTE_AFTER.sub("", whole) or whole
    after = _COUNT_AFTER.search(name)
    if line.count is not None:
        return [(name, line.count)] if line.count != UNREADABLE else []
    if re.search(r"\d", signs):
        numbers = _COUNT.findall(signs)
        return [(name, int(numbers[0]))] if len(numbers) == 1 else []
    return [(name, 1), *([(name[: after.start()], int(after[1]))] if after else [])]


def _is_guess(name: str, meant: rulings_names.Meaning) -> bool:
    """Whether so few letters were typed that many a card begins with them or is near: `Foo` is not Food Fight."""
    letters = sum(character.isalpha() for character in name)
    return letters <= MAX_GUESSED_LETTERS and meant.how in ("beginning", "words", "typo")


def _has_other_number(name: str, title: str) -> bool:
    """Whether a number in the name is not in the title, so that it may be a number of copies."""
    return not set(_LONE_NUMBER.findall(ids.fold(name))) <= set(_LONE_NUMBER.findall(ids.fold(title)))


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_JSON = re.compile(r"\s*[\[{]\s*[{\"]")

# Lines of text
_COMMENT = re.compile(r"^\s*(?:#(?!\d)|//|;|--(?!\S)).*$|\s(?:#|//)\s.*$")
_ITEM = re.compile(r"^\s*#\s+(?=\S)")  # of a numbered list in a wiki
_TITLE = re.compile(r"^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$", re.IGNORECASE)
_NAME_FIELD = re.compile(r"^(-\s*)?(?:name|card|title)\s*:\s*(\S.*)$", re.IGNORECASE)  # as YAML: `- name: Clown`
_COUNT_FIELD = re.compile(r"^(-\s*)?(?:count|copies|qty|quantity|number|amount)\s*:\s*([0-9]{1,3})$", re.IGNORECASE)
_FIELD = re.compile(
    r"^\s*(?:author|by|date|player|event|format|side|notes?|comment|total|url|source|version|sep)\s*[:=]", re.IGNORECASE
)
_RULE_CHARACTERS = frozenset("-=_*~|: ")  # a line of only these is a drawn rule


def read_file(name: str) -> DeckList:
    """The list in a file; `-` reads standard input."""
    try:
        if name == "-":
            stream = getattr(sys.stdin, "buffer", None)
            limit = MAX_DECK_BYTES + 1
            content = stream.read(limit) if stream else (sys.stdin.read(limit) if sys.stdin else "").encode()
        else:
            with Path(name).open("rb") as file:
                content = file.read(MAX_DECK_BYTES + 1)
    except (OSError, ValueError) as error:
        raise DeckError(f"{name[:100]}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    return read_deck(content, "standard input" if name == "-" else name)


def read_deck(content: bytes | str, file: str = "the deck list") -> DeckList:
    """The list in bytes or text. `file` names it in a `DeckError`."""
    text = _text(content.encode("utf-8", "replace") if isinstance(content, str) else content, file)
    form: DeckForm = "lines"
    title = ""
    if _JSON.match(text):
        raise DeckError(f"{file}: is JSON; save the deck as text, CSV or .o8d")
    if text.lstrip().startswith("<") and text.rstrip().endswith(">"):
        form = "o8d"
        entries = read_octgn(text, file)
    else:
        lines = text.splitlines()
        if len(lines) > MAX_DECK_LINES:
            raise DeckError(f"{file}: has {len(lines):,} lines; a deck list has at most {MAX_DECK_LINES:,}")
        rows = read_table(lines)
        if rows is not None:
            form, entries = "csv", rows
        else:
            title = next((match[1].strip() for line in lines[:20] if (match := _TITLE.match(line))), "")
            entries = list(_deck_lines(lines))
    if not any(line.text for line in entries):
        raise DeckError(f"{file}: has no cards; write one per line, such as “3 Dr. Dreff”")
    if len({line.text for line in entries}) > MAX_DECK_NAMES:
        raise DeckError(f"{file}: has more than {MAX_DECK_NAMES} different names; a deck list has fewer")
    return DeckList(file, form, title, tuple(entries))


def _text(content: bytes, file: str) -> str:
    if len(content) > MAX_DECK_BYTES:
        raise DeckError(f"{file}: is larger than {MAX_DECK_BYTES // 1024} KB; a deck list is a few KB")
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")  # what older programs for Windows write
    if _CONTROL.search(text):
        raise DeckError(f"{file}: is not text; save the deck as text, CSV or .o8d")
    return text


def _deck_lines(lines: list[str]) -> Iterator[DeckLine]:
    numbered, joined = _with_fields_joined(_without_comments(lines))
    bare_lines = [(number, line) for number, line in numbered if number in joined or not _names_no_card(line)]
    places = {number: match for number, line in bare_lines if (match := _PLACE.match(line))}
    if not _is_numbered([int(place[1]) for place in places.values()]):
        places = {}
    last_place = max(places, default=0)
    names = [
        (number, (line[places[number].end() :] if number in places else line)[:MAX_CARD_NAME_LENGTH].strip())
        for number, line in bare_lines
    ]
    alternating = _alternating_counts(names)
    as_typed = dict(bare_lines)
    for number, text in names:
        if not alternating or count_in(text) is None:
            typed = as_typed[number] if number == last_place else ""
            yield DeckLine(text, number, joined.get(number, alternating.get(number)), as_typed=typed)


def _without_comments(lines: list[str]) -> list[str]:
    """The lines without comments. If only headings are left, several lines with `#` are the items of a list."""
    bare_lines = [_COMMENT.sub("", line).strip() for line in lines]
    items = [_ITEM.sub("", line).strip() for line in lines]
    if all(map(is_heading, bare_lines)) and sum(a != b for a, b in zip(bare_lines, items, strict=True)) > 1:
        return items
    return bare_lines


def _alternating_counts(lines: list[tuple[int, str]]) -> dict[int, int]:
    """The number of the line of each name → its count, if counts stand on lines of their own, all before or all after.

    Empty if they do not alternate with names, headings left out: then it is not clear what a lone number counts.
    """
    counts = [count_in(text) for _, text in lines]
    for step in (1, -1):
        named = {index + step: count for index, count in enumerate(counts) if count is not None}
        others = [text for index, (_, text) in enumerate(lines) if counts[index] is None and index not in named]
        if all(0 <= index < len(lines) and counts[index] is None for index in named) and all(map(is_heading, others)):
            texts = [lines[index][1] for index in named]
            if not any(text[:1].isdigit() or (len(named) == 1 and _DIGIT.search(text)) for text in texts):
                return {lines[index][0]: count for index, count in named.items()}
    return {}


def _with_fields_joined(lines: list[str]) -> tuple[list[tuple[int, str]], dict[int, int]]:
    """The lines by number, where `- name: Clown` and below it `count: 3`, in any order, are `Clown`; and the counts."""
    numbered: list[tuple[int, str]] = []
    counts: dict[int, int] = {}
    rest = iter(enumerate(lines, 1))
    for number, line in rest:
        below = lines[number] if number < len(lines) else ""
        name = _NAME_FIELD.match(line) or _NAME_FIELD.match(below)
        count = _COUNT_FIELD.match(line) or _COUNT_FIELD.match(below)
        if line.startswith("-") and name and count and not (name[1] and count[1]):
            counts[number] = int(count[2])
            line = name[2]
            next(rest)
        numbered.append((number, line))
    return numbered, counts


def _names_no_card(line: str) -> bool:
    """Whether a line without comment is empty, a field such as `Author: …`, the title of the list, or a drawn rule."""
    return bool(_FIELD.match(line) or _TITLE.match(line) or set(line) <= _RULE_CHARACTERS)


def _is_numbered(numbers: list[int]) -> bool:
    """Whether numbers such as `1.` are places in a list: they count up from 1, perhaps several times."""
    return numbers[:1] == [1] and 2 in numbers and all(b == a + 1 or b == 1 < a for a, b in pairwise(numbers))
