"""The text of a section → its statements: what a search finds, each short enough to be shown.

A statement is a list item with its subitems, a paragraph or a row of a table. A long one is split: an item into its
subitems, a paragraph into groups of sentences. A subitem that is superseded or disputed is a statement of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rulings.model.constants import IN_FORCE, Status
from rulings.model.entities import EntryNote, Section
from rulings.model.ids import fold, ruling_id

MAX_LENGTH = 420  # characters; a longer statement is split
MAX_LIST_LENGTH = 260  # of an item with its subitems
CELL = " · "  # between the cells of a row
_ITEM = re.compile(r"( *)(?:[-*•]\s+|(?=\d+[.)]\s))(.*)")
_OMITTED = re.compile(r"\s*(?:\|.*|-{3,}|\*{3,}|)\s*")  # tables, which are in `Section.tables`, rules and empty lines
_MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|(\*\*|__|\*|_|`)(?=\S)(.+?)(?<=\S)\2|^#+\s*|^>\s*|</?[a-z][^>]*>")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement. `text`: without Markdown, the lines that introduce it first; what is cut is marked with `…`."""

    text: str
    status: Status
    superseded_by: tuple[str, ...]
    fragment: str  # of its address: depends on its words alone; that of the section for a row of a table
    start: int | None  # where it, or the line that contains it, begins in `Section.text`


@dataclass(slots=True)
class _Node:
    """A paragraph or list item, with the items below it."""

    indent: int  # -1 for a paragraph
    text: str
    start: int
    items: list[_Node] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Its text, and that of all items below it."""
        return [self.text, *(line for item in self.items for line in item.lines())]


class _Part(NamedTuple):
    lead_ins: tuple[str, ...]  # the lines that introduce it
    words: str
    start: int | None


def statements(section: Section) -> list[Statement]:
    """The statements of a section, in order; a single empty one if it is only a heading."""
    notes = [note for note in section.notes if note.status != IN_FORCE]
    parts = [part for node in _tree(section.text) for part in _parts(node, (), notes)]
    for table in section.tables:
        header, *rows = (CELL.join(map(without_markdown, row)) for row in (table.columns, *table.rows))
        parts += [_Part((header,), row, None) for row in rows]
    return [_statement(section, part, notes) for part in parts or [_Part((), "", None)]]


def without_markdown(text: str) -> str:
    """The text as one line without Markdown."""
    for _ in range(2):  # emphasis inside a link, a link inside emphasis
        text = _MARKUP.sub(lambda match: match[1] or match[3] or "", text)
    return " ".join(text.split())


def _tree(text: str) -> list[_Node]:
    """The paragraphs and items of the highest level. A line that ends in a colon introduces the list below it."""
    tops: list[_Node] = []
    path: list[_Node] = []
    for line in re.finditer(r".+", text):
        if _OMITTED.fullmatch(line[0]):
            continue
        match = _ITEM.fullmatch(line[0])
        words = match[2] if match else line[0]
        node = _Node(len(match[1]) if match else -1, without_markdown(words), line.end() - len(words))
        while path and (path[-1].indent >= node.indent or not (path[-1].text.endswith(":") or path[-1].indent >= 0)):
            path.pop()
        (path[-1].items if path else tops).append(node)
        path.append(node)
    return tops


def _parts(node: _Node, lead_ins: tuple[str, ...], notes: Sequence[EntryNote]) -> list[_Part]:
    """The statements in a node."""
    if not node.items:
        return [_Part(lead_ins, group, node.start) for group in _sentence_groups(node.text)]
    lines = node.lines()
    if sum(map(len, lines)) <= MAX_LIST_LENGTH and not any(_concerns(note, line) for note in notes for line in lines):
        return [_Part(lead_ins, "\n".join(lines), node.start)]
    introduces = node.text.endswith(":")
    below = (*lead_ins, node.text if introduces else f"{node.text.partition(':')[0]}:")
    apart = [item for item in node.items if item.items or any(_concerns(note, item.text) for note in notes)]
    together = ["…" if item in apart else item.text for item in node.items]
    if sum(map(len, together)) > MAX_LIST_LENGTH:
        apart, together = node.items, []
    words = re.sub(r"(…\n?)+", "…\n", "\n".join(together)).strip("…\n")
    own = [] if introduces else [_Part(lead_ins, node.text, node.start)]
    own += [_Part(below, words, node.start)] if words else []
    return own + [part for item in apart for part in _parts(item, below, notes)]


def _sentence_groups(paragraph: str) -> list[str]:
    """The paragraph, or if it is long, groups of its sentences; an ellipsis marks where others come before or after."""
    groups = [""]
    for sentence in _SENTENCE_END.split(paragraph):
        if groups[-1] and len(groups[-1]) + len(sentence) > MAX_LENGTH:
            groups.append("")
        groups[-1] = f"{groups[-1]} {sentence}".strip()
    last = len(groups) - 1
    return [f"{'… ' if n else ''}{group}{' …' if n < last else ''}" for n, group in enumerate(groups)]


def _statement(section: Section, part: _Part, notes: Sequence[EntryNote]) -> Statement:
    concerning = [note for note in notes if _concerns(note, part.words)]
    superseding = [note for note in concerning if note.status.startswith("superseded")]
    covered = sum(len(fold(note.words or part.words).split()) for note in superseding)
    status = concerning[0].status if concerning else IN_FORCE
    if superseding:  # most of it, or only a part of a longer one
        status = "superseded" if 2 * covered >= len(fold(part.words).split()) else "superseded-in-part"
    text = "\n".join([*part.lead_ins, part.words])
    superseded_by = tuple(dict.fromkeys(id for note in concerning for id in note.superseded_by))
    fragment = section.id if part.start is None else ruling_id(section.id, text)
    return Statement(text, status, superseded_by, fragment, part.start)


def _concerns(note: EntryNote, line: str) -> bool:
    """Whether a note is about a line: it quotes words of the line, or all of it, or no words."""
    shown = fold(line.strip("… "))
    quoted = [fold(part) for part in (note.words or "").split("…")]
    return not note.words or any(part and (part in shown or shown in part) for part in quoted)
