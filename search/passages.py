"""Divides the text of a section into lines and passages, and finds their remarks.

A passage is the part of a section that a search finds: a table, a paragraph, or a list
item with its subitems, after the lines that introduce it. A long item is divided into
its subitems, a long paragraph into groups of sentences. A superseded or disputed
subitem is a passage of its own.

The page receives lines, passages and remarks with its data: `site/search_data.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from msgspec import Struct, structs

from rulings.model import entities, ids, plain_text, remarks, vocabulary
from rulings.search import analysis, query_words

MAX_LENGTH = 420  # characters; a longer paragraph is divided
MAX_WHOLE_LENGTH = 700  # characters; a longer paragraph is not shown in full
MAX_LIST_LENGTH = 260  # characters of an item with its subitems
_CELL = " · "  # between the cells of a row
_ITEM = re.compile(r"( *)(?:[-*•]\s+|(?=\d+[.)]\s))(.*)")
# Lines left out: tables (they are in `Section.tables`), rules and empty lines
_OMITTED = re.compile(r"\s*(?:\|.*|-{3,}|\*{3,}|)\s*")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"[^\W_](?:[^\W_]|['&’])*")


class Passage(NamedTuple):
    """One passage, as the numbers of its lines, beginning with its introduction."""

    lines: tuple[int, ...]
    # The fragment of its address, made of its words alone; a table has its section's id
    fragment: str
    start: int | None  # its place in `Section.text`; None for a table


class LineRemark(NamedTuple):
    """A remark on words of a section, and the numbers of the lines with any of them."""

    remark: remarks.Remark
    lines: set[int]
    whole_lines: set[int]  # the `lines` that contain no other words


class PassageRemarks(NamedTuple):
    """The status of the shown part of an entry, what supersedes it, and its remarks."""

    status: vocabulary.Status = vocabulary.IN_FORCE
    superseded_by: tuple[str, ...] = ()
    remarks: tuple[remarks.Remark, ...] = ()


class DividedSection(Struct, frozen=True):
    """The lines (without Markdown) and passages of a section, with their remarks."""

    lines: list[str]
    passages: list[Passage]
    remarks: list[LineRemark]
    # The lines of each divided paragraph that is shown in full
    paragraphs: list[tuple[int, ...]]

    def with_paragraphs(self, lines: Collection[int]) -> set[int]:
        """These lines, and all other lines of their paragraphs."""
        whole_lines = {*lines}
        for paragraph in self.paragraphs:
            if not {*paragraph}.isdisjoint(lines):
                whole_lines.update(paragraph)
        return whole_lines

    def text(self, lines: Iterable[int]) -> str:
        """The lines in printed order, with `GAP` for lines left out between them."""
        texts = list[str]()
        before: int | None = None
        for number in sorted(set(lines)):
            if before is not None and number > before + 1:
                texts.append(plain_text.GAP)
            texts.append(self.lines[number])
            before = number
        return "\n".join(texts)

    def lead_in(self, passage: Passage) -> str:
        """The lines that introduce a passage."""
        above = [self.lines[number] for number in passage.lines[:-1]]
        return "\n".join(line for line in above if line.endswith(":"))

    def questions_by_passage(
        self,
        questions_by_words: Mapping[str, Sequence[str]],
    ) -> list[tuple[str, ...]]:
        """The questions that each passage answers.

        A question belongs to the only passage with its words. If these are in lines
        that introduce several passages, it belongs to all of them.
        """
        all_lines = chain.from_iterable(passage.lines for passage in self.passages)
        times = Counter(all_lines)
        questions = [tuple[str, ...]()] * len(self.passages)
        for words, line_questions in questions_by_words.items():
            quoted_lines, _ = lines_of(words, self.lines)
            own_lines = {number for number in quoted_lines if times[number] == 1}
            numbers = own_lines or quoted_lines
            for i, passage in enumerate(self.passages):
                if not numbers.isdisjoint(passage.lines):
                    questions[i] += tuple(line_questions)
        return questions

    def remarks_on(self, lines: Collection[int]) -> PassageRemarks:
        """The remarks on these lines, and the status of the lines. They are superseded
        if each of them is, not counting lines that end in a colon.
        """
        status: vocabulary.Status = vocabulary.IN_FORCE
        superseded = set[int]()
        superseded_by = dict[str, None]()
        concerning = []
        for remark, marked_lines, whole_lines in self.remarks:
            if marked_lines.isdisjoint(lines):
                continue
            concerning.append(structs.replace(remark, number=0))
            if remark.relation.startswith("superseded"):
                status = "superseded-in-part"
                superseded |= whole_lines
                superseded_by |= dict.fromkeys(remark.to)
            elif remark.relation == "disputed" and status == vocabulary.IN_FORCE:
                status = "disputed"
        asserting = {number for number in lines if not self.lines[number].endswith(":")}
        if status == "superseded-in-part" and superseded.issuperset(asserting or lines):
            status = "superseded"
        return PassageRemarks(status, tuple(superseded_by), tuple(concerning))


class _Block(Struct):
    """A paragraph or list item, with the items below it."""

    indent: int  # -1 for a paragraph
    lines: tuple[int, ...]
    introduces: bool  # whether it ends in a colon
    start: int
    items: list[_Block] = []

    def may_hold(self, other: _Block) -> bool:
        """Whether a later block belongs below this one.

        An item does if it is indented further, and this block is an item or ends in a
        colon. A paragraph that ends in a colon does if this block is such a paragraph
        without items.
        """
        if other.indent < 0:
            has_items = any(item.indent >= 0 for item in self.items)
            introduces = self.introduces and other.introduces
            return self.indent < 0 and introduces and not has_items
        may_have_items = self.introduces or self.indent >= 0
        return may_have_items and self.indent < other.indent

    def all_lines(self) -> tuple[int, ...]:
        """Its lines, and the lines of all items below it."""
        lines = self.lines
        for item in self.items:
            lines += item.all_lines()
        return lines


@lru_cache(maxsize=256)  # there are fewer sections
def divide(section: entities.Section) -> DividedSection:
    """The lines, passages and remarks of a section; a mere heading is one passage."""
    lines = list[str]()
    tops = _tree(section.text, lines)
    tables = list[Passage]()
    for table in section.tables:
        header = len(lines)
        for row in (table.columns, *table.rows):
            cells = map(plain_text.without_markdown, row)
            lines.append(_CELL.join(cells))
        numbers = tuple(range(header, len(lines)))
        tables.append(Passage(numbers, section.id, None))
    line_remarks = list[LineRemark]()
    lines_with_remarks = set[int]()
    for remark in remarks.of_entry(section, remarks.Verbosity.WITH_WORDS):
        any_lines, whole_lines = lines_of(_words_of(section, remark), lines)
        line_remarks.append(LineRemark(remark, any_lines, whole_lines))
        if remark.wording.verbosity == remarks.Verbosity.ALWAYS:
            lines_with_remarks |= any_lines
    passages = list[Passage]()
    paragraphs = list[tuple[int, ...]]()
    for block in tops:
        is_divided = len(block.lines) > 1
        if is_divided and _length(lines, block.lines) <= MAX_WHOLE_LENGTH:
            paragraphs.append(block.lines)
        for numbers, start in _parts(block, (), lines, lines_with_remarks):
            words = "\n".join(lines[number] for number in numbers)
            fragment = ids.ruling_id(section.id, words)
            passages.append(Passage(numbers, fragment, start))
    passages += tables
    if not passages:
        passages.append(Passage((), section.id, None))
    return DividedSection(lines, passages, line_remarks, paragraphs)


def word_spans(
    analyzer: analysis.Analyzer,
    text: str,
    stems: Collection[str],
) -> tuple[tuple[int, int], ...]:
    """The positions of words with these stems in a text: (start, end) in characters.
    `EVERYDAY_WORDS` are skipped.
    """
    spans = list[tuple[int, int]]()
    for match in _WORD.finditer(text):
        word = match[0].rstrip("'&’")
        telling_stems = _telling_stems(analyzer, word)
        if any(stem in stems for stem in telling_stems):
            start = match.start()
            spans.append((start, start + len(word)))
    return tuple(spans)


@lru_cache(maxsize=8192)  # there are fewer words
def _telling_stems(
    analyzer: analysis.Analyzer,
    word: str,
) -> list[str]:
    """The stems of a printed word, except `EVERYDAY_WORDS`."""
    telling = [
        part for part in analyzer.words(word) if part not in query_words.EVERYDAY_WORDS
    ]
    return [*map(analyzer.stem, telling)]


def _tree(
    text: str,
    lines: list[str],
) -> list[_Block]:
    """The paragraphs and items of the highest level. Their lines are added to `lines`.

    A line that ends in a colon introduces the list below it.
    """
    tops: list[_Block] = []
    path: list[_Block] = []
    for line in re.finditer(r".+", text):
        if _OMITTED.fullmatch(line[0]):
            continue
        words = line[0]
        indent = -1
        if match := _ITEM.fullmatch(words):
            words = match[2]
            indent = len(match[1])
        groups = _sentence_groups(plain_text.without_markdown(words))
        first = len(lines)
        lines += groups
        numbers = tuple(range(first, len(lines)))
        introduces = groups[-1].endswith(":")
        start = line.end() - len(words)
        block = _Block(indent, numbers, introduces, start)
        while path and not path[-1].may_hold(block):
            path.pop()
        siblings = path[-1].items if path else tops
        siblings.append(block)
        path.append(block)
    return tops


_PassageLines = tuple[tuple[int, ...], int]  # lines of a passage, start of its block


def _parts(
    block: _Block,
    lead_ins: tuple[int, ...],
    lines: Sequence[str],
    lines_with_remarks: set[int],
) -> list[_PassageLines]:
    """The passages in a block."""
    if not block.items:
        return [((*lead_ins, number), block.start) for number in block.lines]

    everything = block.all_lines()
    is_short = _length(lines, everything) <= MAX_LIST_LENGTH
    if is_short and lines_with_remarks.isdisjoint(everything):
        return [((*lead_ins, *everything), block.start)]
    # Items with subitems or remarks are divided; plain items are joined
    divided_items = list[_Block]()
    joined_lines = list[int]()
    for item in block.items:
        if item.items or not lines_with_remarks.isdisjoint(item.lines):
            divided_items.append(item)
        else:
            joined_lines += item.lines
    if _length(lines, joined_lines) > MAX_LIST_LENGTH:
        divided_items, joined_lines = block.items, []
    below = (*lead_ins, *block.lines)
    parts = list[_PassageLines]()
    if not block.introduces:
        parts.append((below, block.start))
    if joined_lines:
        parts.append(((*below, *joined_lines), block.start))
    for item in divided_items:
        parts += _parts(item, below, lines, lines_with_remarks)
    return parts


def _length(
    lines: Sequence[str],
    numbers: Iterable[int],
) -> int:
    return sum(len(lines[number]) for number in numbers)


def _sentence_groups(paragraph: str) -> list[str]:
    """The paragraph or, if it is long, groups of its sentences."""
    groups = [""]
    for sentence in _SENTENCE_END.split(paragraph):
        is_full = len(groups[-1]) + len(sentence) > MAX_LENGTH
        if groups[-1] and is_full:
            groups.append("")
        groups[-1] = f"{groups[-1]} {sentence}".strip()
    return groups


def _words_of(
    section: entities.Section,
    remark: remarks.Remark,
) -> str:
    """The words that a remark is about. If both sides of a note quote the section,
    these are the words of both.
    """
    quotations = list[str]()
    for note in section.notes:
        is_same_note = note.id == remark.note
        if is_same_note and note.relation == remark.relation:
            quotations.append(note.words or "")
    return f" {plain_text.GAP} ".join(quotations)


def lines_of(
    words: str,
    lines: Sequence[str],
) -> tuple[set[int], set[int]]:
    """The lines that contain any of the words, and the lines that contain no others.
    All lines if none contains them.
    """
    folded_lines = map(plain_text.fold, lines)
    text = "\n".join(("", *folded_lines, ""))

    def line_ends(place: int) -> int:
        return text.count("\n", 0, place)

    touched_lines = set[int]()
    covered_lines = set[int]()
    for places in plain_text.places_of_parts(words, text, plain_text.fold):
        for start, end in places:
            # The text begins with a line end, so n + 1 of them are before line n
            first = line_ends(start) - 1
            touched_lines.update(range(first, line_ends(end)))
            # Only if the words fill it, the line ends beside them are its own
            first_covered = line_ends(start - 1)
            after_covered = line_ends(end + 1) - 1
            covered_lines.update(range(first_covered, after_covered))
    if not touched_lines:
        touched_lines = covered_lines = {*range(len(lines))}
    return touched_lines, covered_lines
