"""Divides the rulings document into its parts in order: front matter, section labels,
headings with entries, legal notice.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, filterfalse, islice
from operator import attrgetter

from msgspec import Struct

from rulings import errors
from rulings.model import entities, hand_edited, ids, plain_text, validation
from rulings.names import edit_distance
from rulings.parser.sources import Part, SourceLine

# Lost lines: the damaged document lost every line that held exactly one word; they are
# restored and marked.


def restore(
    lines: Sequence[SourceLine], restorations: hand_edited.Restorations, path: str
) -> list[SourceLine]:
    """The lines, including the lost ones. `path`: the path of the list of restorations,
    for errors. Raises `RulingsError` if the list is out of date.
    """
    # (number of a line, before or after it) → the lines lost there
    lost = defaultdict[tuple[int, str], list[SourceLine]](list)
    for restoration in restorations.lines:
        neighbour = lines[restoration.line - 1 : restoration.line]
        neighbour_words = [line.text.split() for line in neighbour]
        if neighbour_words != [restoration.beside.split()]:
            expected_words = plain_text.quoted(restoration.beside, whole=True)
            words = plain_text.quoted(restoration.words, whole=True)
            raise errors.RulingsError(
                f"{path}, line {validation.line_of(restoration)}: out of date: "
                f"no line {restoration.line} with the words {expected_words} "
                f"to put {words} {restoration.place}"
            )
        indent = "    " if restoration.what == "citation" else ""
        words = indent + restoration.words
        line = SourceLine(restoration.line, words, restorations.evidence)
        lost[restoration.line, restoration.place].append(line)
    complete: list[SourceLine] = []
    for line in lines:
        complete += lost[line.number, "before"]
        complete.append(line)
        complete += lost[line.number, "after"]
    return complete


# The parts of the complete document

SECTION_LABELS = ("General", "Corporation", "Runner")
# A line of dashes or the like, around a section label or above the legal notice
_DRAWN_LINE = re.compile(r"\W{3,}")


class PrintedEntry(Struct):
    """One `@` entry: its lines in the source, and their words without the `@`."""

    lines: list[SourceLine]
    body: list[str]


class Block(Struct):
    """The heading of a card or topic, with its entries."""

    heading: SourceLine
    card: entities.Card | None
    entries: list[PrintedEntry] = []

    @property
    def subject(self) -> entities.Reference:
        """The card or topic that its rulings are about."""
        if self.card:
            return self.card.reference
        title = self.heading.words
        return entities.Reference("topic", ids.slug(title), title)


class RulingsDocument(Struct):
    """The parts of the rulings document, in order. `among_cards`: whether the cards,
    which follow the topics, have begun. If it `has_labels`, only the labels decide
    that.
    """

    path: str
    cards: Mapping[str, entities.Card]  # folded title → card
    front: list[SourceLine] = []
    labels: list[SourceLine] = []
    blocks: list[Block] = []
    legal: list[SourceLine] = []
    among_cards: bool = False
    has_labels: bool = False

    @property
    def parts(self) -> list[Part]:
        """The parts around the blocks."""
        return [
            Part("front matter", self.front),
            Part("label", self.labels),
            Part("legal notice", self.legal),
        ]

    def error(
        self,
        line: SourceLine,
        text: str,
    ) -> errors.RulingsError:
        """An error about a line."""
        return errors.RulingsError(
            f"{self.path}, line {line.number}: {plain_text.quoted(line.words)} {text}"
        )


def read_rulings_document(
    lines: Sequence[SourceLine],
    cards: Mapping[str, entities.Card],
    path: str,
) -> RulingsDocument:
    """Divides the document into its parts. `cards`: by folded title; `path`: the path
    of the document.

    A heading is an unindented line above an entry. An entry that follows another after
    a blank line has lost its heading. Any other blank line in or above an entry means
    nothing.
    """
    document = RulingsDocument(path, cards)
    document.has_labels = SECTION_LABELS[1] in (line.words for line in lines)
    start = _read_front(document, lines)
    last_entry = max(i for i, line in enumerate(lines) if _is_entry(line))
    after_blank = False
    for i, line in enumerate(lines[start:], start):
        if line.is_blank:
            after_blank = True
            continue
        if _is_entry(line):
            _begin_entry(document, line, after_blank)
        elif line.is_indented:
            _continue_entry(document, line)
        elif _is_label(line):
            document.labels.append(line)
            document.among_cards |= line.words in SECTION_LABELS[1:]
        elif i <= last_entry or plain_text.fold(line.text) in cards:
            below = filterfalse(attrgetter("is_blank"), islice(lines, i + 1, None))
            document.blocks.append(_read_heading(document, line, next(below, None)))
        elif document.legal or after_blank:
            document.legal.append(line)
        else:
            _continue_entry(document, line)
        after_blank = False
    return document


def _is_entry(line: SourceLine) -> bool:
    return line.words.startswith("@")


def _is_label(line: SourceLine) -> bool:
    return line.words in SECTION_LABELS or bool(_DRAWN_LINE.fullmatch(line.words))


def _read_front(
    document: RulingsDocument,
    lines: Sequence[SourceLine],
) -> int:
    """Keeps the front matter, and returns the index of the line below it.

    This is the first label above the first heading; without labels, the heading;
    without a heading, the first entry.
    """
    entry_starts = [i for i, line in enumerate(lines) if _is_entry(line)]
    if not entry_starts:
        raise errors.RulingsError(
            f"{document.path}, line 1: no entry starts with @; "
            "is this the rulings document?"
        )
    start = entry_starts[0]
    above = [i for i in range(start) if not lines[i].is_blank]
    if above:
        line = lines[above[-1]]
        is_heading = not line.is_indented and not _is_label(line)
        if is_heading:
            start = above.pop()
    while above and _is_label(lines[above[-1]]):
        start = above.pop()
    document.front = [lines[i] for i in above]
    return start


def _begin_entry(
    document: RulingsDocument, line: SourceLine, after_blank: bool
) -> None:
    last = document.blocks[-1] if document.blocks else None
    if last is None or (after_blank and last.entries):
        raise document.error(line, "has lost its heading; name it in restorations.yaml")
    words = line.words[1:].strip()
    last.entries.append(PrintedEntry([line], [words]))


def _continue_entry(document: RulingsDocument, line: SourceLine) -> None:
    if not document.blocks or not document.blocks[-1].entries:
        raise document.error(
            line,
            "is indented like the text of a ruling, but there is no entry above it; "
            "start the entry with @",
        )
    entry = document.blocks[-1].entries[-1]
    entry.lines.append(line)
    entry.body.append(line.words)


def _read_heading(
    document: RulingsDocument, line: SourceLine, below: SourceLine | None
) -> Block:
    """The block that a heading begins. `below`: the next line that is not blank."""
    card = document.cards.get(plain_text.fold(line.text))
    if document.has_labels and not document.among_cards:
        card = None  # it is a topic, and no card may have its title
    if below is None or not _is_entry(below):
        raise document.error(
            line,
            "looks like a heading, but no entry follows it; "
            "indent it if it belongs to the ruling above",
        )
    if card is None and document.among_cards:
        titles = [other.title for other in document.cards.values()]
        hint = edit_distance.nearest_hint(line.words, titles)
        raise document.error(line, f"is not the title of a card{hint}")
    document.among_cards |= card is not None
    return Block(line, card)


def find_topics(
    document: RulingsDocument,
    additions: Mapping[str, Sequence[hand_edited.Addition]],
    card_names: Collection[str],
) -> tuple[entities.Topic, ...]:
    """The topics, in order: the headings that are not titles of cards, and new topics
    of additions.

    `card_names`: the folded names of cards. An addition on one of them does not begin a
    topic.
    """
    topics: dict[str, entities.Topic] = {}
    for block in document.blocks:
        if not block.card:
            subject = block.subject
            topics[subject.id] = entities.Topic(
                subject.id, subject.title, block.heading.evidence
            )
    for row in chain.from_iterable(additions.values()):
        id = ids.slug(row.subject)
        if row.topic and plain_text.fold(row.subject) not in card_names:
            topics.setdefault(id, entities.Topic(id, row.subject))
    return tuple(topics.values())
