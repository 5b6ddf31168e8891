"""Reads a deck list: lines of text or OCTGN's `.o8d`.

Names are looked up at the end, in `match`. Input that cannot be a deck list (binary, far too long,
broken XML) raises `RulingsError`, in bounded time and memory. A line that is neither a card nor
plainly something else is named as unread.

The page does the same in `site/theme/js/deck-reading.js`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

from msgspec.structs import replace

from rulings import errors, naming
from rulings.model import entities, plain_text, vocabulary
from rulings.storage import files

# Limits and words by which deck lists are read. The page uses them too: `site/search_data.py`.

MAX_DECK_BYTES = 256 * 1024  # a deck list of 100 different cards takes 3 KB
MAX_DECK_LINES = 2_000
# Different names; the game has 580 cards, and each unknown name is compared with all of them
MAX_DECK_NAMES = 500
MAX_LISTED_LINES = 20  # lines shown of those that mean no card, or several
MAX_CARD_NAME_LENGTH = 200  # characters; the rest is not read; the longest title has 32

# Patterns of a line
TIMES_PATTERN = r"\bx(?=\s*[0-9])|([0-9])\s*[x×](?![a-z])|×"  # `x3`, `3x`
COUNT_PATTERN = r"0*[1-9][0-9]{0,2}"  # what may be a number of copies
ORDINAL_PATTERN = r"^\s*[0-9]+[.)]\s"  # a numbered list has the copies elsewhere
STRUCK_PATTERN = r"~~.*?~~"
COMMENT_PATTERN = r"^\s*(?:#+(?!\d)|//|;)"  # a whole line
MINUS_SIGNS = "-−–"  # signs of what goes out, in a list where `+` stands before what comes in
TOTAL_PATTERN = r"^.*(?:[0-9]\s*cards?\s*\)|:\s*[0-9]+)\W*$"  # `Library (60 cards)`, `Library: 60`

# Words in a heading of what is not in the deck, or beside one title
OUTSIDE_WORDS = frozenset(
    [
        "considered",
        "considering",
        "cut",
        "cuts",
        "excluded",
        "maybe",
        "maybeboard",
        "out",
        "removed",
        "sb",
        "sideboard",
    ]
)
# Other words in headings or beside titles, in lower case and in the singular; types and keywords
# are known besides
HEADING_WORDS = frozenset(
    (
        "barrier base bit board card classic common copies copy corporation cost d deck decklist identity in list "
        "main mainboard maindeck max maximum min minimum misc miscellaneous netrunner onr op other point "
        "promo proteus r rare set size start starter support total u uncommon x "
        + " ".join((*OUTSIDE_WORDS, *vocabulary.SIDES, *vocabulary.CARD_TYPES)).lower()
    ).split()
)

LINKING_WORDS = frozenset(("and", "of", "the"))  # none of these is a heading alone

# A deck as read, and its sheet of rulings (`rulings deck --json`): terminal and site print these
# objects.


class DeckCard(entities.Entity, frozen=True):
    """A card of the deck, and how many copies; `outside`: how many are listed that are not in it, as
    in a sideboard.
    """

    card: entities.Card
    count: int
    outside: int = 0


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
    """The number of cards of a type or keyword."""

    name: str
    cards: int


class SideCounts(entities.Entity, frozen=True):
    """The counts of the cards of one side in a deck. `agenda_points`: null if there are no
    agendas.
    """

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
    """A card with its own rulings (errata first) and those it inherits. `count`, `outside`: see
    `DeckCard`.
    """

    card: entities.Card
    count: int
    rulings: Sequence[entities.Ruling]
    inherited: Sequence[entities.Inherited]
    outside: int = 0


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


# A deck list before its names are looked up


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck list as typed. `file`: its path, or `standard input`; `title`: the list's own title,
    or empty.

    `lines`: those that may name a card and say how many copies (`3 Dr. Dreff`) and those that are
    comments, after their numbers, from 1.
    """

    file: str
    title: str
    lines: list[tuple[int, str]]


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_JSON = re.compile(r"\s*[\[{]\s*[{\"]")
_COMMENT = re.compile(COMMENT_PATTERN)
_REMARK = re.compile(r"\s(?:#|//)\s.*$")
# Markup that is not closed ends with the text.
_MARKUP = re.compile(r"<!--.*?(-->|\Z)|<\?.*?(\?>|\Z)", re.DOTALL)
_TITLE = re.compile(
    r"^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$", re.IGNORECASE
)


def read_file(name: str) -> DeckList:
    """The list in a file; `-` reads standard input."""
    try:
        if name == "-":
            stream = getattr(sys.stdin, "buffer", sys.stdin)
            content: bytes | str = stream.read(MAX_DECK_BYTES + 1) if stream else b""
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
            (number, "" if _TITLE.match(line) else _REMARK.sub("", line))
            for number, line in enumerate(lines, 1)
        ]
    return DeckList(file, title, _checked(entries, file))


def _checked(entries: list[tuple[int, str]], file: str) -> list[tuple[int, str]]:
    """The lines that are not empty, shortened. Raises `RulingsError` for none, or too many."""
    if len(entries) > MAX_DECK_LINES:
        raise errors.RulingsError(
            f"{file}: has {len(entries):,} lines; a deck list has at most {MAX_DECK_LINES:,}"
        )
    lines = [
        (number, line.strip()[:MAX_CARD_NAME_LENGTH]) for number, line in entries if line.strip()
    ]
    names = {line for _, line in lines if not _COMMENT.match(line)}
    if not names:
        raise errors.RulingsError(
            f"{file}: has no cards; write one per line, such as “3 Dr. Dreff”"
        )
    if len(names) > MAX_DECK_NAMES:
        raise errors.RulingsError(
            f"{file}: has more than {MAX_DECK_NAMES} different names; a deck list has fewer"
        )
    return lines


def _text(content: bytes, file: str) -> str:
    if len(content) > MAX_DECK_BYTES:
        raise errors.RulingsError(
            f"{file}: is larger than {MAX_DECK_BYTES // 1024} KB; a deck list is a few KB"
        )
    text = files.decoded(content)
    if _CONTROL.search(text):
        raise errors.RulingsError(f"{file}: is not text; save the deck as text or .o8d")
    return text


def _read_octgn(text: str, file: str) -> list[tuple[int, str]]:
    """The cards of OCTGN's `<deck><section><card qty="3">Dr. Dreff</card>…` as numbered lines: `3
    Dr. Dreff`; before those of a section, whether they are in the deck, as a comment.

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
        raise errors.RulingsError(f"{file}: is not well-formed XML ({error})") from None
    if root.tag.lower() != "deck":
        raise errors.RulingsError(
            f"{file}: is XML, but not an .o8d deck: its first element is <{root.tag[:40]}>, not <deck>"
        )
    entries: list[tuple[int, str]] = []
    # The line of a card, and the number of characters whose line ends are counted
    number, counted = 1, 0
    elements = [element for element in root.iter() if element.tag in ("card", "section")]
    for element, tag in zip(elements, re.finditer(r"<(?:card|section)\b", text), strict=False):
        number, counted = number + text.count("\n", counted, tag.start()), tag.start()
        if element.tag == "section":
            is_outside = _is_outside(_words(element.get("name", "")))
            entries.append((number, f"# {'sideboard' if is_outside else 'deck'}"))
            continue
        title = " ".join((element.text or "").split()) or "a card without a name"
        entries.append((number, f"{element.get('qty', '1')} {title}"))
    return entries


# The cards that the lines mean, and the lines that mean none, with the nearest titles

_TIMES = re.compile(TIMES_PATTERN)
_COUNT = re.compile(COUNT_PATTERN)
_ORDINAL = re.compile(ORDINAL_PATTERN)
_STRUCK = re.compile(STRUCK_PATTERN)
_TOTAL = re.compile(TOTAL_PATTERN)
_WORD = re.compile(r"[a-z0-9]+")
_HEADING = re.compile(r".*:|[=\[].*[=\]]")


@dataclass(frozen=True, slots=True)
class MatchedCards:
    """`counts`: card id → copies, in list order; `outside`: the same, of what is not in the deck;
    `unread`: lines that match no card; `read_as`: inexact matches.
    """

    counts: Counter[str]
    outside: Counter[str]
    unread: list[Unread]
    read_as: list[ReadAs]


def match(deck: DeckList, index: naming.Names) -> MatchedCards:
    """Looks up the names in a deck list.

    A heading (`Sideboard`) says of the lines below it whether they are in the deck; the words and
    signs of a line say it of one.
    """
    matched = MatchedCards(Counter(), Counter(), [], [])
    known_headings, beside_words = heading_words(index), words_beside(index)
    read_line = cache(lambda line: _read_line(line, index, known_headings, beside_words))
    removing_signs = _removing_signs(deck)
    is_below = False  # a heading of what is outside
    for number, line in deck.lines:
        words = _words(line)
        if _COMMENT.match(line):
            is_below = _is_outside(words) if _are_known(words, beside_words) else is_below
            continue
        without_struck = _STRUCK.sub(" ", line)
        is_struck = without_struck != line and not _words(without_struck)
        result = read_line(line if is_struck else without_struck)
        if isinstance(result, Unread):
            matched.unread.append(replace(result, line=number, name=line))
        elif result:
            card, count, is_noted = result
            is_outside = is_below or is_struck or _is_outside(words) or line[0] in removing_signs
            (matched.outside if is_outside else matched.counts)[card.id] += count
            if is_noted:
                matched.read_as.append(ReadAs(number, line, card.title))
        else:
            is_below = _is_outside(words)
    return matched


def _removing_signs(deck: DeckList) -> str:
    """The signs before what goes, if the list says with `+` and `-` what comes and goes."""
    signs = {line[0] for _, line in deck.lines}
    return MINUS_SIGNS if "+" in signs and not signs.isdisjoint(MINUS_SIGNS) else ""


def heading_words(index: naming.Names) -> frozenset[str]:
    """The words of which one makes a heading, in the singular: a short list, and the last ones of
    types and keywords (`ops` of Black Ops).
    """
    return HEADING_WORDS.union(words[-1] for words in _words_of_kinds(index))


def words_beside(index: naming.Names) -> frozenset[str]:
    """The words that stand beside titles or in headings, in the singular."""
    return HEADING_WORDS.union(LINKING_WORDS, *_words_of_kinds(index))


def _words_of_kinds(index: naming.Names) -> list[list[str]]:
    kinds = [thing.title for thing in index.things if thing.kind in ("type", "keyword")]
    return [plain_text.fold(title).split() for title in kinds]


def _words(line: str) -> list[str]:
    """The words and numbers of a line, without the sign of a number of copies (`x3`)."""
    return _WORD.findall(_TIMES.sub(r"\1 ", _plain(line)))


def _plain(line: str) -> str:
    """The line without accents and with the digits 0 to 9 for those of other scripts."""
    return plain_text.without_accents(re.sub(r"\d", lambda digit: str(int(digit[0])), line))


def _is_outside(words: list[str]) -> bool:
    return not OUTSIDE_WORDS.isdisjoint(words)


def _are_known(words: Iterable[str], beside_words: Collection[str]) -> bool:
    """Whether all are numbers or words of `beside_words`, also in the plural."""
    return all(
        w.isdigit() or w in beside_words or naming.singular(w) in beside_words for w in words
    )


def _read_line(
    line: str, index: naming.Names, known_headings: frozenset[str], beside_words: Collection[str]
) -> tuple[naming.Thing, int, bool] | Unread | None:
    """The card of a line, its copies and whether a note says how it was read; None for a heading or
    a total.

    A line is a title or nickname with at most one number. Other words may stand beside it only if
    there is a number next to it.
    """
    words = _words(line)
    name_spans = _spans(words, line, index, beside_words)
    spans = [span for span in name_spans if span.cards]
    if not spans and _is_heading(line, words, known_headings, beside_words):
        return None
    if not name_spans:
        name_spans = spans = _spans_alone(words, line, index)
    cards = list(dict.fromkeys(chain.from_iterable(span.cards for span in spans)))
    reason = _why_unread(name_spans, cards)
    if reason == "unknown" and len(spans) == 1:
        counted = _copies(line, words, spans[0], beside_words)
        if counted:
            return cards[0], *counted
    copies = next(map(int, filter(_COUNT.fullmatch, words)), 1)
    if reason == "other-game":
        return Unread(0, copies, line, reason, [])
    titles = [card.title for card in cards] or _near_titles(words, index)
    return Unread(0, copies, line, reason, titles)


def _why_unread(
    name_spans: Sequence[naming.NameSpan], cards: Sequence[naming.Thing]
) -> Literal["unknown", "ambiguous", "other-game"]:
    """Why these names in a line mean no card of this game, or several; or `unknown`."""
    spans = [span for span in name_spans if span.cards]
    is_exact = any(span.match_kind in naming.EXACT for span in spans)
    if len(spans) < len(name_spans) and not is_exact:
        return "other-game"
    return "ambiguous" if len(spans) == 1 and len(cards) > 1 else "unknown"


def _is_heading(
    line: str, words: list[str], known_headings: frozenset[str], beside_words: Collection[str]
) -> bool:
    """Whether a line without a card is a heading or a total; neither a number alone nor a part of a
    heading (`black`) is one.
    """
    if not words or _HEADING.fullmatch(line):
        return True
    has_heading = not known_headings.isdisjoint((*words, *map(naming.singular, words)))
    return has_heading and _are_known(words, beside_words)


def _spans(
    words: list[str], line: str, index: naming.Names, beside_words: Collection[str]
) -> list[naming.NameSpan]:
    """The names of cards in the words of a line: whole names (`Data Wall 2.0`), or else those
    before and after the number of copies.

    Words of a heading must be the whole title: `The Deck`, not `Deck`.
    """

    def is_known(word: str) -> bool:
        return _are_known([word], beside_words)

    def confidence(name: str) -> float:
        is_title = any(index.things[i].kind == "card" for i in index.titles.get(name, ()))
        return float(is_title or not _are_known(name.split(), beside_words))

    spans = index.spans(words, is_known, confidence, index.other_game_titles)
    if any(span.match_kind in naming.EXACT for span in spans):
        return spans
    return [
        span._replace(start=start + span.start, stop=start + span.stop)
        for start, stop in _around_count(words, line)
        for span in index.spans(words[start:stop], is_known, confidence)
    ]


def _spans_alone(words: list[str], line: str, index: naming.Names) -> list[naming.NameSpan]:
    """The words before and after the number of copies as names of cards; none is misspelt."""
    spans = []
    for start, stop in _around_count(words, line):
        resolution = index.resolve(" ".join(words[start:stop]), "card", typos=False)
        if resolution.things:
            spans.append(
                naming.NameSpan(start, stop, resolution.things, resolution.match_kind, 0.0)
            )
    return spans


def _around_count(words: list[str], line: str) -> list[tuple[int, int]]:
    """The begin and end of the words before and after the number of copies, which is the first word
    of a line, or else its last number.
    """
    places = _places_of_numbers(words, line)
    start = int(words[:1] != [] and words[0].isdigit() and 0 not in places)  # after `1.`
    place = next(iter(places[:1] if start in places else places[-1:]), None)
    if place is None or not _COUNT.fullmatch(words[place]):
        return [(start, len(words))]
    return [(start, place), (place + 1, len(words))]


def _near_titles(words: list[str], index: naming.Names) -> list[str]:
    """The titles of the cards that the words of a line may mean."""
    name = " ".join(word for word in words if not word.isdigit())
    resolution = index.resolve(name, "card")
    things = resolution.things or resolution.suggestions
    return [thing.title for thing in things if thing.kind == "card"]


def _copies(
    line: str, words: list[str], span: naming.NameSpan, beside_words: Collection[str]
) -> tuple[int, bool] | None:
    """The copies of the only card of a line, and whether a note says how it was read; None if they
    are not clear.
    """
    around = [*words[: span.start], "", *words[span.stop :]]
    strange_words = {word for word in around if word and not _are_known([word], beside_words)}
    is_exact = span.match_kind in naming.EXACT
    if not is_exact and _TOTAL.search(_plain(line)):
        return None
    numbers = _places_of_numbers(around, line)
    is_noted = bool(strange_words) or not is_exact
    if not numbers:
        return None if strange_words else (1, is_noted)
    first, last = sorted((span.start, numbers[0]))
    count = _COUNT.fullmatch(around[numbers[0]])
    if len(numbers) > 1 or not strange_words.isdisjoint(around[first:last]) or not count:
        return None
    return int(count[0]), is_noted


def _places_of_numbers(words: list[str], line: str) -> list[int]:
    """The places of numbers in the words of a line, without the one of a numbered list."""
    places = [place for place, word in enumerate(words) if word.isdigit()]
    is_numbered = len(places) == 2 and places[0] == 0 and _ORDINAL.match(line)
    return places[1:] if is_numbered else places
