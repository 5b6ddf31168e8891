"""Reads the manual, the variant and the regulations: sections with text and tables, and
parts such as page chrome.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from msgspec import Struct

from rulings import errors
from rulings.model import entities, hand_edited, plain_text, validation
from rulings.model.ids import slug
from rulings.parser import mentions, sources

_HEADING = re.compile(r"(#{1,6})\s+(\S.*)|(#{2,6})([A-Z].*)")  # `##Title` too
_DRAWN_LINE = re.compile(r"\s*[-=~_*#+]{3,}\s*")
_LEGAL = re.compile(r"^(?:©|\*?Netrunner\*? is (?:a TM|©)|.*\bAll rights reserved\b)")
_CONTENTS = "Table of Contents"
_TAG = re.compile(r"</?(?:b|em|i|strong)>")


class SectionedDocument(entities.Entity):
    """The sections of one document and the parts around them."""

    sections: list[entities.Section]
    parts: list[sources.Part]


class _OpenSection(Struct):
    """A section that is being read. `first`: its heading or, if it is not `headed`, its
    first line of text.
    """

    first: sources.SourceLine
    title: str
    level: int
    lines: list[sources.SourceLine] = []
    headed: bool = True


def read_sections(
    document: sources.SourceDocument, finder: mentions.MentionFinder | None = None
) -> SectionedDocument:
    """Divides a document at its headings. The table of contents, legal lines and page
    chrome become parts. `finder`: finds the cards that the sections mention.

    A document without headings is one section. Lines of signs between chapters are page
    chrome.
    """
    parts: dict[str, list[sources.SourceLine]] = {}
    chrome_texts = {" ".join(words.split()) for words in document.row.chrome}
    headings = _headings(document)
    open_sections: list[_OpenSection] = []
    in_contents = False
    text_lines = sources.printed_lines(document.lines)
    if text_lines and not headings:
        open_sections.append(
            _OpenSection(text_lines[0], document.row.title, 1, headed=False)
        )
    headings |= _unheaded(document)
    for line in document.lines:
        heading = headings.get(line.number)
        if heading and heading.level <= 2:
            in_contents = heading.title == _CONTENTS
        is_front = not (heading or open_sections)
        kind = _kind_of_part(line, chrome_texts, in_contents, is_front)
        if kind and not line.is_blank:
            parts.setdefault(kind, []).append(line)
        elif heading:
            open_sections.append(heading)
        elif open_sections and not in_contents:
            open_sections[-1].lines.append(line)
    return SectionedDocument(
        [*_finished(open_sections, document, finder)],
        [sources.Part(kind, lines) for kind, lines in parts.items()],
    )


def _kind_of_part(
    line: sources.SourceLine,
    chrome_texts: Collection[str],
    in_contents: bool,
    is_front: bool,
) -> str:
    """The kind of the part that a line belongs to; empty if it belongs to a section."""
    text = " ".join(line.text.split())
    if text in chrome_texts or _DRAWN_LINE.fullmatch(line.text):
        return "page chrome"
    if in_contents:
        return "list"
    if _LEGAL.match(line.words):
        return "legal notice"
    return "front matter" if is_front else ""


def _headings(document: sources.SourceDocument) -> dict[int, _OpenSection]:
    """Number of a heading's line → its section.

    A heading begins with `#`, outside code, or is named in documents.yaml, which may
    also give it a level. Raises `RulingsError` for a name there that changes nothing.
    """
    headings: dict[int, _OpenSection] = {}
    in_code = False
    for line in document.lines:
        in_code ^= line.text.lstrip().startswith("```")
        match = _HEADING.match(line.text)
        if in_code or match is None:
            continue
        signs = match[1] or match[3]
        words = match[2] or match[4]
        # `### **Judge**` → `Judge`
        title = plain_text.without_markdown(words).strip(" #")
        if slug(title):
            headings[line.number] = _OpenSection(line, title, len(signs))
    for row in document.row.levels:
        for title in row.titles:
            _set_level(document, headings, row, title)
    return headings


def _set_level(
    document: sources.SourceDocument,
    headings: dict[int, _OpenSection],
    row: hand_edited.Levels,
    title: str,
) -> None:
    """Gives a section, or a line that becomes its heading, the level of the row."""
    with_title = [section for section in headings.values() if section.title == title]
    with_title += [
        _OpenSection(line, title, 0) for line in document.lines if line.words == title
    ]
    section = with_title[0] if with_title else None
    if section is None or section.level == row.level:
        heading = f"heading {plain_text.quoted(title, whole=True)}"
        problem = f"has no {heading}"
        if section:
            problem = f"already has the {heading} on level {row.level}"
        words = f"{problem}; delete it from `levels`"
        raise _wrong_row(document, row, f"{document.path.name} {words}")
    section.level = row.level
    headings[section.first.number] = section


def _unheaded(document: sources.SourceDocument) -> dict[int, _OpenSection]:
    """Number of a line → the section without a heading that begins there, with our
    title. Raises `RulingsError` if the line has unexpected words.
    """
    opened: dict[int, _OpenSection] = {}
    line_by_number = {line.number: line for line in document.lines}
    for row in document.row.unheaded:
        line = line_by_number.get(row.line)
        if line is None or not line.words.startswith(row.words):
            quote = plain_text.quoted(row.words, whole=True)
            words = f"line {row.line} of {document.path.name} does not begin with"
            raise _wrong_row(document, row, f"{words} {quote}")
        section = _OpenSection(line, row.title, 2, [line], headed=False)
        opened[row.line] = section
    return opened


def _wrong_row(
    document: sources.SourceDocument, row: validation.Row, problem: str
) -> errors.RulingsError:
    location = (
        f"{document.path.parent / 'documents.yaml'}, line {validation.line_of(row)}"
    )
    return errors.RulingsError(f"{location}: {problem}")


def _finished(
    open_sections: list[_OpenSection],
    document: sources.SourceDocument,
    finder: mentions.MentionFinder | None,
) -> Iterator[entities.Section]:
    section_ids = _ids(open_sections, document.row.short)
    for id, open_section in zip(section_ids, open_sections, strict=True):
        text, tables = _tables(open_section.lines)
        first_line = open_section.first.number
        text_lines = sources.printed_lines(open_section.lines)
        last_line = text_lines[-1].number if text_lines else first_line
        yield entities.Section(
            id=id,
            title=open_section.title,
            document=document.id,
            game=document.row.game,
            level=open_section.level,
            text=text,
            tables=tuple(tables),
            mentions=finder.find(text) if finder else (),
            source=entities.SourceLines(document.id, (first_line, last_line)),
            headed=open_section.headed,
        )


def _ids(
    sections: list[_OpenSection],
    short: str,
) -> list[str]:
    """The ids of the sections: the document's short name and the title. If an id is not
    unique, it also has the title above, or a number.
    """
    ids: dict[str, None] = {}  # a dict keeps the order and finds an id at once
    counts = Counter[str]()
    above: list[_OpenSection] = []
    for section in sections:
        while above and above[-1].level >= section.level:
            above.pop()
        name = slug(section.title) or "section"
        id = f"{short}-{name}"
        if id in ids and above:
            id = f"{short}-{slug(above[-1].title) or 'section'}-{name}"
        base_id = id
        while id in ids:
            counts[base_id] += 1
            id = f"{base_id}-{counts[base_id] + 1}"
        ids[id] = None
        above.append(section)
    return list(ids)


def _tables(lines: list[sources.SourceLine]) -> tuple[str, list[entities.Table]]:
    """The text without its tables, and the tables: lines of cells separated by tabs or
    bars.
    """
    text_lines: list[str] = []
    tables: list[entities.Table] = []
    rows: list[tuple[str, ...]] = []
    # A line of text at the end closes a last table
    for line in [*lines, sources.SourceLine(0, "end")]:
        words = line.words
        if is_tabular(words):
            separator = "\t" if "\t" in words else "|"
            cells = words.strip(separator).split(separator)
            row = [without_tags(cell.strip()) for cell in cells]
            rows.append(tuple(row))
            continue
        if rows and words:
            columns, *below = rows
            # This leaves out the line of hyphens below the columns.
            below = [cells for cells in below if "".join(cells).strip("-: ")]
            tables.append(entities.Table(columns, tuple(below)))
            rows = []
        if line.number:  # spaces replace the tabs before the words
            start = line.text.index(words)
            indent = line.text[:start].expandtabs(4)
            text_lines.append(indent + words)
    return "\n".join(text_lines).strip("\n"), tables


def is_tabular(words: str) -> bool:
    """Whether a line, without the white space around it, is a row of a table."""
    return "\t" in words or (words.startswith("|") and words.endswith("|"))


def without_tags(cell: str) -> str:
    """A cell of a table without HTML tags for emphasis: `<i>Size of Cut</i>` →
    `Size of Cut`.
    """
    return _TAG.sub("", cell)
