"""Reads a deck list: lines of text or OCTGN's `.o8d`.

Names are looked up at the end, in `match`. Input that cannot be a deck list (binary, far too long,
broken XML) raises `RulingsError`, in bounded time and memory. A line that is neither a card nor
plainly something else is named as unread.

The page does the same in `site/theme/js/decklist.js`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple
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
# `[Dr. Dreff](https://…)`, and the address of a card: its title or id
LINK_PATTERN = r"\[([^\]]+)\]\(\S*\)|\S*/cards/([a-z0-9-]+)\S*"
_HEAD = r"\W*(?:amount|card|copies|count|name|number|qty|quantity|title)\W*"
HEADING_PATTERN = rf".*:|[=\[].*[=\]]|{_HEAD}[,;|\t]{_HEAD}(?:[,;|\t].*)?"  # heads of columns too
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

Reason = Literal["unknown", "ambiguous", "count", "other-game"]

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
    """A line that means no card, or several, or whose number of copies (`count`) is none or unclear:
    `0 Rabbit`, `1/2 Rabbit`.

    `possible_titles`: the titles that it may mean, or the nearest ones; none for a card of the game
    of 2012.
    """

    line: int
    count: int
    name: str
    reason: Reason
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
_HEADING = re.compile(HEADING_PATTERN, re.IGNORECASE)
_LINK = re.compile(LINK_PATTERN)


@dataclass(frozen=True, slots=True)
class MatchedCards:
    """`counts`: card id → copies, in list order; `outside`: the same, of what is not in the deck;
    `unread`: lines that match no card; `read_as`: inexact matches.
    """

    counts: Counter[str]
    outside: Counter[str]
    unread: list[Unread]
    read_as: list[ReadAs]


def match(deck: DeckList, names: naming.Names) -> MatchedCards:
    """Looks up the names in a deck list.

    A heading (`Sideboard`) says of the lines below it whether they are in the deck; the words and
    signs of a line say it of one.
    """
    matched = MatchedCards(Counter(), Counter(), [], [])
    known = known_words(names)
    read_line = cache(lambda line: _read_line(line, names, known))
    removing_signs = _removing_signs(deck)
    is_below = False  # a heading of what is outside
    for number, line in deck.lines:
        words = _words(line)
        if _COMMENT.match(line):
            is_below = _is_outside(words) if _are_known(words, known) else is_below
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


LineReading = tuple[naming.Thing, int, bool] | Unread | None


class KnownWords(NamedTuple):
    """The words of headings, in the singular. `headings`: those of which one makes a heading, a
    short list and the last ones of types and keywords (`ops` of Black Ops); `beside`: all of them,
    which may also stand beside titles; `kinds`: types and keywords, and the words of the list.
    """

    headings: frozenset[str]
    beside: frozenset[str]
    kinds: frozenset[str]


def known_words(names: naming.Names) -> KnownWords:
    """The words of headings in a knowledge base."""
    things = [thing for thing in names.things if thing.kind in ("type", "keyword")]
    kinds = [plain_text.fold(thing.title) for thing in things]
    words = [kind.split() for kind in kinds]
    return KnownWords(
        HEADING_WORDS.union(kind_words[-1] for kind_words in words),
        HEADING_WORDS.union(LINKING_WORDS, *words),
        HEADING_WORDS.union(map(naming.singular, kinds)),
    )


def _words(line: str) -> list[str]:
    """The words and numbers of a line, without the sign of a number of copies (`x3`)."""
    return _WORD.findall(_TIMES.sub(r"\1 ", _plain(_LINK.sub(r"\1\2", line))))


def _plain(line: str) -> str:
    """The line without accents and with the digits 0 to 9 for those of other scripts."""
    return plain_text.without_accents(re.sub(r"\d", lambda digit: str(int(digit[0])), line))


def _is_outside(words: list[str]) -> bool:
    return not OUTSIDE_WORDS.isdisjoint(words)


def _are_known(words: Iterable[str], known: KnownWords) -> bool:
    """Whether all are numbers or words of headings, also in the plural."""
    return all(
        w.isdigit() or w in known.beside or naming.singular(w) in known.beside for w in words
    )


def _read_line(line: str, names: naming.Names, known: KnownWords) -> LineReading:
    """The card of a line, its copies and whether a note says how it was read; None for a heading or
    a total.

    What stands before or after the number of copies is a name, read as it is alone. Other words may
    stand beside a whole name, and words of headings beside any.
    """
    words = _words(line)
    whole_names = _whole_names(words, names, known)
    spans = [span for span in whole_names if span.cards]
    places = _around_count(words, line, spans, known)
    alone, _ = _names_alone(words, places, names, typos=False)
    if not spans and _is_heading(line, words, known, alone):
        return None
    nearest: Sequence[naming.Thing] = ()
    if len(alone) == 1:
        spans = alone
    elif len(spans) < 2 and not (spans and _are_known(filter(None, _outside(words, spans)), known)):
        bare_places = [_without_ends(words, place, known) for place in places]
        if _is_of_other_game(whole_names, (*places, *bare_places)):
            return Unread(0, _first_count(words), line, "other-game", [])
        misspelt, nearest = _names_alone(words, bare_places, names)
        spans = misspelt or spans
    return _meaning(line, words, spans, known) or _unread(line, words, spans, nearest)


def _meaning(
    line: str, words: list[str], spans: Sequence[naming.NameSpan], known: KnownWords
) -> LineReading:
    """The only card that the names in a line mean, and its copies, if these are clear."""
    if len(spans) != 1 or len(spans[0].cards) != 1:
        return None
    copies = _copies(line, words, spans[0], known)
    return (spans[0].cards[0], *copies) if copies else None


def _unread(
    line: str,
    words: list[str],
    spans: Sequence[naming.NameSpan],
    nearest: Sequence[naming.Thing],
) -> Unread:
    """A line whose names mean no card, or several, or that says no clear number of copies."""
    cards = list(dict.fromkeys(chain.from_iterable(span.cards for span in spans)))
    reason: Reason = "count" if len(cards) == 1 else "unknown"
    if len(spans) == 1 < len(cards):
        reason = "ambiguous"
    titles = [thing.title for thing in cards or nearest if thing.kind == "card"]
    return Unread(0, _first_count(words), line, reason, titles)


def _is_of_other_game(
    whole_names: Iterable[naming.NameSpan], places: Iterable[tuple[int, int]]
) -> bool:
    """Whether a title of the other game, which has no cards, fills one of the places."""
    other_games = {(span.start, span.stop) for span in whole_names if not span.cards}
    return not other_games.isdisjoint(places)


def _outside(words: list[str], spans: Iterable[naming.NameSpan]) -> list[str]:
    """The words of a line, empty where they are part of a name."""
    words = [*words]
    for span in spans:
        words[span.start : span.stop] = [""] * (span.stop - span.start)
    return words


def _first_count(words: list[str]) -> int:
    return next(map(int, filter(_COUNT.fullmatch, words)), 1)


def _is_heading(
    line: str, words: list[str], known: KnownWords, alone: Sequence[naming.NameSpan]
) -> bool:
    """Whether a line without a whole name is a heading or a total; neither a number alone nor a part
    of a heading (`black`) is one. With a number of copies it is a card if its words name one alone,
    unless they are all of a type or keyword (`5 Barriers`).
    """
    if not words:
        return files.UNREADABLE not in line and not any(map(str.isalpha, line))
    if _HEADING.fullmatch(line):
        return True
    singulars = [*map(naming.singular, words)]
    if known.headings.isdisjoint((*words, *singulars)) or not _are_known(words, known):
        return False
    has_copies = words[0].isdigit() or _TIMES.search(_plain(line))
    if not (has_copies and alone):
        return True
    name = naming.singular(" ".join(word for word in words if not word.isdigit()))
    is_kind = name in known.kinds and sum(map(str.isdigit, words)) == 1
    return is_kind and (alone[0].match_kind not in naming.EXACT or len(alone[0].cards) > 1)


def _whole_names(words: list[str], names: naming.Names, known: KnownWords) -> list[naming.NameSpan]:
    """The whole names of cards in the words of a line, and titles of the other game, which have no
    cards. Words of a heading must be the whole title: `The Deck`, not `Deck`.
    """

    def confidence(name: str) -> float:
        is_title = any(names.things[i].kind == "card" for i in names.titles.get(name, ()))
        return float(is_title or not _are_known(name.split(), known))

    return names.spans(words, lambda word: True, confidence, names.other_game_titles)


def _names_alone(
    words: list[str], places: Iterable[tuple[int, int]], names: naming.Names, typos: bool = True
) -> tuple[list[naming.NameSpan], Sequence[naming.Thing]]:
    """The names of cards at these places of a line, read as they are alone, and what is nearest to
    the first that has such cards.
    """
    spans: list[naming.NameSpan] = []
    nearest: Sequence[naming.Thing] = ()
    for start, stop in places:
        resolution = names.resolve(" ".join(words[start:stop]), "card", typos=typos)
        nearest = nearest or resolution.suggestions
        if things := resolution.things:
            spans.append(naming.NameSpan(start, stop, things, resolution.match_kind, 0.0))
    return spans, nearest


def _around_count(
    words: list[str], line: str, whole_names: Iterable[naming.NameSpan], known: KnownWords
) -> list[tuple[int, int]]:
    """The begin and end of the words before and after the number of copies, which is the first word
    of a line, or else its last number, and no part of a whole name. Words of headings alone are no
    name beside another.
    """
    words = _outside(words, whole_names)
    numbers = _places_of_numbers(words, line)
    start = int(words[:1] != [] and words[0].isdigit() and 0 not in numbers)  # after `1.`
    place = next(iter(numbers[:1] if start in numbers else numbers[-1:]), None)
    if place is None or not _COUNT.fullmatch(words[place]):
        return [(start, len(words))]
    places = [(start, place), (place + 1, len(words))]
    places = [(start, stop) for start, stop in places if start < stop]
    return [row for row in places if not _are_known(words[slice(*row)], known)] or places


def _without_ends(words: list[str], place: tuple[int, int], known: KnownWords) -> tuple[int, int]:
    """The place without words of headings at its ends, unless it has only these."""
    start, stop = place
    while start < stop and _are_known(words[start : start + 1], known):
        start += 1
    while start < stop and _are_known(words[stop - 1 : stop], known):
        stop -= 1
    return (start, stop) if start < stop else place


def _copies(
    line: str, words: list[str], span: naming.NameSpan, known: KnownWords
) -> tuple[int, bool] | None:
    """The copies of the only card of a line, and whether a note says how it was read; None if they
    are not clear.
    """
    around = _outside(words, [span])
    strange_words = {word for word in around if word and not _are_known([word], known)}
    is_exact = span.match_kind in naming.EXACT
    if not is_exact and _TOTAL.search(_plain(line)):
        return None
    if span.match_kind == "typo" and words[span.start][0].isdigit():  # `4Clown`
        return None
    numbers = _places_of_numbers(around, line)
    is_noted = bool(strange_words) or not is_exact or files.UNREADABLE in line
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
