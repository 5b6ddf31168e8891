"""The lines of the rulings document → front matter, section labels, headings with their `@` entries, legal notice.

Nothing is guessed: entries after a blank line without a heading become a block of their own, and do not belong to the
card above.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice

from rulings.errors import RulingsError, quoted
from rulings.model.entities import Card
from rulings.model.ids import fold
from rulings.names.nearest import nearest
from rulings.parser.lines import Line

SECTION_LABELS = ("General", "Corporation", "Runner")
_DRAWN_LINE = re.compile(r"\W{3,}")  # a line of dashes or the like, around a section label or above the legal notice


@dataclass(slots=True)
class PrintedRuling:
    """One `@` entry: its lines as printed, without the `@` and the indentation."""

    lines: list[Line]
    body: list[str]
    has_separate_mark: bool  # "@ Use": the mark is a separate word in the source

    @property
    def span(self) -> tuple[int, int]:
        """Its first and last line in the source."""
        return self.lines[0].number, self.lines[-1].number


@dataclass(slots=True)
class Block:
    """A heading with its entries. `card` is None for a topic; `heading` is None if it is lost."""

    heading: Line | None
    card: Card | None
    entries: list[PrintedRuling] = field(default_factory=list)

    @property
    def title(self) -> str | None:
        """The heading as printed."""
        return self.heading.text.strip() if self.heading else None


@dataclass(slots=True)
class RulingsDocument:
    """The rulings document in its parts, in order. `among_cards`: whether the cards, after the topics, have begun."""

    front: list[Line]
    section_labels: list[Line]
    blocks: list[Block]
    legal: list[Line]
    among_cards: bool = False


def read_rulings_document(lines: list[Line], cards: Mapping[str, Card], path: str) -> RulingsDocument:
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
        elif i > last_entry and not (document.blocks and fold(line.text) in cards):
            if document.legal or after_blank:
                document.legal.append(line)
            else:
                _continue_entry(document, line, path)
        else:
            document.blocks.append(_read_heading(document, lines, i, cards, path))
            document.among_cards |= document.blocks[-1].card is not None
        after_blank = False
    return document


def _is_section_label(line: Line) -> bool:
    return line.text.strip() in SECTION_LABELS or bool(_DRAWN_LINE.fullmatch(line.text.strip()))


def _is_side(label: Line) -> bool:
    return label.text.strip() in SECTION_LABELS[1:]


def _is_entry(line: Line) -> bool:
    return line.text.lstrip().startswith("@")


def _body_start(lines: list[Line], path: str) -> int:
    """The index of the first heading, an unindented line above the first entry; if there is none, that of the entry."""
    first = next((i for i, line in enumerate(lines) if _is_entry(line)), None)
    if first is None:
        raise RulingsError(f"{path}, line 1: no entry starts with @; is this the rulings document?")
    above = first - 1
    while above >= 0 and lines[above].is_blank:
        above -= 1
    return above if above >= 0 and not lines[above].is_indented and not _is_section_label(lines[above]) else first


def _front_matter(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    nonblank = [line for line in lines if not line.is_blank]
    end = len(nonblank)
    while end and _is_section_label(nonblank[end - 1]):
        end -= 1
    return nonblank[:end], nonblank[end:]


def _ends_with_heading(document: RulingsDocument) -> bool:
    return bool(document.blocks) and document.blocks[-1].heading is not None and not document.blocks[-1].entries


def _add_entry(document: RulingsDocument, line: Line, headless: bool) -> None:
    if headless or not document.blocks:
        document.blocks.append(Block(None, None))
    rest = line.text.strip()[1:]
    document.blocks[-1].entries.append(PrintedRuling([line], [rest.strip()], rest[:1].isspace() or not rest))


def _continue_entry(document: RulingsDocument, line: Line, path: str) -> None:
    if not document.blocks or not document.blocks[-1].entries:
        raise RulingsError(
            f"{path}, line {line.number}: {quoted(line.text.strip()[:40])} is indented like the text of a ruling, but "
            "there is no entry above it; start the entry with @"
        )
    entry = document.blocks[-1].entries[-1]
    entry.lines.append(line)
    entry.body.append(line.text.strip())


def _read_heading(document: RulingsDocument, lines: list[Line], i: int, cards: Mapping[str, Card], path: str) -> Block:
    line = lines[i]
    card = cards.get(fold(line.text))
    below = next((following for following in islice(lines, i + 1, None) if not following.is_blank), None)
    if below is None or not _is_entry(below):
        raise RulingsError(
            f"{path}, line {line.number}: {quoted(line.text.strip()[:40])} is where a heading should be, but no "
            "entry follows; indent it if it belongs to the ruling above"
        )
    if card is None and document.among_cards:
        raise RulingsError(
            f"{path}, line {line.number}: {quoted(line.text.strip()[:60])} is not the title of a card; "
            f"{nearest_title(line.text, cards)}"
        )
    return Block(line, card)


def nearest_title(title: str, cards: Mapping[str, Card]) -> str:
    """The end of an error about a title that no card has: the nearest title, or where the titles are."""
    nearest_key = nearest(fold(title), cards)
    return f"the nearest is {quoted(cards[nearest_key].title)}" if nearest_key else "see cards.yaml for the titles"
