"""The blocks of the rulings document and all cards → the titles that a lost heading may have had.

These have one word, come between the neighbouring headings in alphabetical order, and have no heading elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter

from rulings import errors, names
from rulings.model import entities, ids
from rulings.parser import sources
from rulings.storage import files

# The lines of the rulings document → front matter, section labels, headings with their `@` entries, legal notice.

SECTION_LABELS = ("General", "Corporation", "Runner")
_DRAWN_LINE = re.compile(r"\W{3,}")  # a line of dashes or the like, around a section label or above the legal notice


@dataclass(slots=True)
class PrintedRuling:
    """One `@` entry: its lines as printed, without the `@` and the indentation."""

    lines: list[sources.Line]
    body: list[str]
    has_separate_mark: bool  # "@ Use": the mark is a separate word in the source

    @property
    def span(self) -> tuple[int, int]:
        """Its first and last line in the source."""
        return self.lines[0].number, self.lines[-1].number


@dataclass(slots=True)
class Block:
    """A heading with its entries. `card` is None for a topic; `heading` is None if it is lost."""

    heading: sources.Line | None
    card: entities.Card | None
    entries: list[PrintedRuling] = field(default_factory=list)

    @property
    def title(self) -> str | None:
        """The heading as printed."""
        return self.heading.text.strip() if self.heading else None


@dataclass(slots=True)
class RulingsDocument:
    """The rulings document in its parts, in order. `among_cards`: whether the cards, after the topics, have begun."""

    front: list[sources.Line]
    section_labels: list[sources.Line]
    blocks: list[Block]
    legal: list[sources.Line]
    among_cards: bool = False


def read_rulings_document(lines: list[sources.Line], cards: Mapping[str, entities.Card], path: str) -> RulingsDocument:
    """The document in its parts. `cards`: by folded title; `path`: that of the document."""
    start = _body_start(lines, path)
    last_entry = max(i for i, line in enumerate(lines) if _is_entry(line))
    front, labels = _front_matter(lines[:start])
    document = RulingsDocument(front, labels, [], [], any(_is_side(label) for label in labels))
    after_blank = False
    for i, line in enumerate(lines[start:], start):
        if line.is_blank:
            after_blank = True
            continue
        if _is_entry(line):
            _add_entry(document, line, headless=after_blank and not _ends_with_heading(document))
        elif line.is_indented:
            _continue_entry(document, line, path)
        elif _is_section_label(line):
            document.section_labels.append(line)
            document.among_cards |= _is_side(line)
        elif i > last_entry and not (document.blocks and ids.fold(line.text) in cards):
            if document.legal or after_blank:
                document.legal.append(line)
            else:
                _continue_entry(document, line, path)
        else:
            document.blocks.append(_read_heading(document, lines, i, cards, path))
            document.among_cards |= document.blocks[-1].card is not None
        after_blank = False
    return document


def _is_section_label(line: sources.Line) -> bool:
    return line.text.strip() in SECTION_LABELS or bool(_DRAWN_LINE.fullmatch(line.text.strip()))


def _is_side(label: sources.Line) -> bool:
    return label.text.strip() in SECTION_LABELS[1:]


def _is_entry(line: sources.Line) -> bool:
    return line.text.lstrip().startswith("@")


def _body_start(lines: list[sources.Line], path: str) -> int:
    """The index of the first heading, an unindented line above the first entry; if there is none, that of the entry."""
    first = next((i for i, line in enumerate(lines) if _is_entry(line)), None)
    if first is None:
        raise errors.RulingsError(f"{path}, line 1: no entry starts with @; is this the rulings document?")
    above = first - 1
    while above >= 0 and lines[above].is_blank:
        above -= 1
    return above if above >= 0 and not lines[above].is_indented and not _is_section_label(lines[above]) else first


def _front_matter(lines: list[sources.Line]) -> tuple[list[sources.Line], list[sources.Line]]:
    nonblank = [line for line in lines if not line.is_blank]
    end = len(nonblank)
    while end and _is_section_label(nonblank[end - 1]):
        end -= 1
    return nonblank[:end], nonblank[end:]


def _ends_with_heading(document: RulingsDocument) -> bool:
    return bool(document.blocks) and document.blocks[-1].heading is not None and not document.blocks[-1].entries


def _add_entry(document: RulingsDocument, line: sources.Line, headless: bool) -> None:
    if headless or not document.blocks:
        document.blocks.append(Block(None, None))
    rest = line.text.strip()[1:]
    document.blocks[-1].entries.append(PrintedRuling([line], [rest.strip()], rest[:1].isspace() or not rest))


def _continue_entry(document: RulingsDocument, line: sources.Line, path: str) -> None:
    if not document.blocks or not document.blocks[-1].entries:
        raise errors.RulingsError(
            f"{path}, line {line.number}: {errors.quoted(line.text.strip()[:40])} is indented like the text of a "
            "ruling, but there is no entry above it; start the entry with @"
        )
    entry = document.blocks[-1].entries[-1]
    entry.lines.append(line)
    entry.body.append(line.text.strip())


def _read_heading(
    document: RulingsDocument, lines: list[sources.Line], i: int, cards: Mapping[str, entities.Card], path: str
) -> Block:
    line = lines[i]
    card = cards.get(ids.fold(line.text))
    below = next((following for following in islice(lines, i + 1, None) if not following.is_blank), None)
    if below is None or not _is_entry(below):
        raise errors.RulingsError(
            f"{path}, line {line.number}: {errors.quoted(line.text.strip()[:40])} is where a heading should be, but no "
            "entry follows; indent it if it belongs to the ruling above"
        )
    if card is None and document.among_cards:
        raise errors.RulingsError(
            f"{path}, line {line.number}: {errors.quoted(line.text.strip()[:60])} is not the title of a card; "
            f"{nearest_title(line.text, cards)}"
        )
    return Block(line, card)


def nearest_title(title: str, cards: Mapping[str, entities.Card]) -> str:
    """The end of an error about a title that no card has: the nearest title, or where the titles are."""
    nearest_key = names.nearest(ids.fold(title), cards)
    return (
        f"the nearest is {errors.quoted(cards[nearest_key].title)}" if nearest_key else "see cards.yaml for the titles"
    )


# The lines of a damaged document, and the lines it lost → the original lines, with restored ones marked.

_MAX_DISTANCE = 400  # lines between the expected place and the actual one, in an edition with more or fewer lines
_REACH = 6  # lines from the neighbour within which a lost line may be present after all


def restore(
    lines: tuple[sources.Line, ...], restorations: tuple[entities.Restoration, ...], path: str
) -> tuple[list[sources.Line], list[files.Problem]]:
    """The complete lines, and a warning for each unused restoration. `path`: that of the list of restorations."""
    lines_before: dict[int, list[sources.Line]] = {}
    lines_after: dict[int, list[sources.Line]] = {}
    warnings: list[files.Problem] = []
    shift = 0  # how many lines lower this edition is than our copy at this point
    for restoration in sorted(restorations, key=lambda r: (r.line, r.place == "after")):
        index = _find_neighbour(lines, restoration, shift)
        if index is None:
            raise errors.RulingsError(
                f"{path}, line {restoration.row_line}: out of date: no line {restoration.line} with the "
                f"words {errors.quoted(restoration.beside)} to put {errors.quoted(restoration.words)} "
                f"{restoration.place}"
            )
        shift = index - (restoration.line - 1)
        if _is_present(lines, index, restoration):
            text = f"no longer needed: the document has {errors.quoted(restoration.words)}"
            warnings.append(files.Problem(path, text, restoration.row_line))
            shift += restoration.place == "after"
            continue
        indent = "    " if restoration.what == "citation" else ""
        line = sources.Line(lines[index].number, indent + restoration.words, restoration.evidence)
        (lines_before if restoration.place == "before" else lines_after).setdefault(index, []).append(line)
    complete = [
        new for i, line in enumerate(lines) for new in (*lines_before.get(i, ()), line, *lines_after.get(i, ()))
    ]
    return complete, warnings


def _find_neighbour(lines: tuple[sources.Line, ...], restoration: entities.Restoration, shift: int) -> int | None:
    """The index of the neighbouring line: of the lines with its words, that nearest to the expected place; or None."""
    index = restoration.line - 1 + shift
    if restoration.beside is None:
        return index if 0 <= index < len(lines) else None
    words = restoration.beside.split()
    nearest_first = sorted(
        range(max(0, index - _MAX_DISTANCE), min(len(lines), index + _MAX_DISTANCE)), key=lambda i: (abs(i - index), i)
    )
    return next((i for i in nearest_first if lines[i].text.split() == words), None)


def _is_present(lines: tuple[sources.Line, ...], index: int, restoration: entities.Restoration) -> bool:
    """Whether the lost line is already there; blank lines and other one-word lines in between are skipped."""
    step = -1 if restoration.place == "before" else 1
    for distance in range(1, _REACH + 1):
        neighbour = index + step * distance
        if not 0 <= neighbour < len(lines):
            return False
        if lines[neighbour].text.split() == [restoration.words]:
            return True
        if not lines[neighbour].is_blank and len(lines[neighbour].text.split()) > 1:
            return False
    return False


# The blocks of the rulings document → the topics, and the line of each heading; restored headings are checked.


def require_titles_of_restored_headings(
    restorations: tuple[entities.Restoration, ...], cards: dict[str, entities.Card], path: str
) -> None:
    """Raises `RulingsError` if a restored heading with a side is not a card's title: a mistake in the restorations.

    `cards`: by folded title; `path`: that of the restorations.
    """
    for restoration in restorations:
        is_card = restoration.what == "heading" and restoration.side in ("corp", "runner")
        if is_card and ids.fold(restoration.words) not in cards:
            raise errors.RulingsError(
                f"{path}, line {restoration.row_line}: {errors.quoted(restoration.words)} is not the title of a card; "
                f"{nearest_title(restoration.words, cards)}"
            )


def find_topics(document: RulingsDocument) -> tuple[entities.Topic, ...]:
    """The topics, in order: the headings that are not titles of cards."""
    return tuple(
        entities.Topic(ids.slug(block.title), block.title, block.heading.restored)
        for block in document.blocks
        if block.title and block.heading and not block.card
    )


def find_headings(document: RulingsDocument, path: str) -> dict[tuple[str, str], sources.Line]:
    """(kind, id) of each card and topic → the line of its heading. `path`: that of the document.

    Raises `RulingsError` if a heading appears twice.
    """
    headings: dict[tuple[str, str], sources.Line] = {}
    for block in document.blocks:
        subject = subject_of(block)
        if subject is None or block.heading is None:
            continue
        key = subject.kind, subject.id
        if key in headings:
            raise errors.RulingsError(
                f"{path}, line {block.heading.number}: the heading {errors.quoted(block.title)} is already on line "
                f"{headings[key].number}"
            )
        headings[key] = block.heading
    return headings


def subject_of(block: Block) -> entities.Reference | None:
    """The card or topic that the rulings of a block are about; None if its heading is lost."""
    if block.card:
        return entities.Reference("card", block.card.id, block.card.title)
    return entities.Reference("topic", ids.slug(block.title), block.title) if block.title else None


def find_possible_titles(document: RulingsDocument, cards: dict[str, entities.Card]) -> dict[int, tuple[str, ...]]:
    """Position of each block whose heading is lost → the titles it may have had. `cards`: by folded title.

    A block above a topic is left out: its heading was a topic's, and there is no list of topics.
    """
    headed_ids = {block.card.id for block in document.blocks if block.card}
    possible = [card for card in cards.values() if len(card.title.split()) == 1 and card.id not in headed_ids]
    in_order = sorted(((ids.alphabetical(card.title), card) for card in possible), key=itemgetter(0))
    below: entities.Card | None = None
    topic_follows = False
    cards_below: dict[int, entities.Card | None] = {}
    for position in range(len(document.blocks) - 1, -1, -1):
        block = document.blocks[position]
        if block.heading is None and not topic_follows:
            cards_below[position] = below
        topic_follows |= block.heading is not None and block.card is None
        below = block.card or below
    above: entities.Card | None = None
    possible_titles: dict[int, tuple[str, ...]] = {}
    for position, block in enumerate(document.blocks):
        above = block.card or above
        if position in cards_below:
            possible_titles[position] = _titles_between(above, cards_below[position], in_order)
    return possible_titles


def _titles_between(
    above: entities.Card | None, below: entities.Card | None, cards: list[tuple[str, entities.Card]]
) -> tuple[str, ...]:
    """The titles of `cards` (alphabetical key, card) that come between two headings, and are on the side of one."""
    titles: list[str] = []
    for side in dict.fromkeys(card.side for card in (above, below) if card):
        low = ids.alphabetical(above.title) if above and above.side == side else ""
        high = ids.alphabetical(below.title) if below and below.side == side else "~"
        titles += [card.title for key, card in cards if low < key < high and card.side == side]
    return tuple(titles)
