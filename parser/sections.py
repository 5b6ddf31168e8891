"""The lines of the manual, variant or regulations → sections with text and tables, and parts such
as page chrome.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from msgspec import Struct

from rulings import errors
from rulings.model import entities, plain_text, validation
from rulings.model import ids as model_ids
from rulings.parser import sources

_HEADING = re.compile(r"(#{1,6})\s+(\S.*)|(#{2,6})([A-Z].*)")  # `##Title` too
_DRAWN_LINE = re.compile(r"\s*[-=~_*#+]{3,}\s*")
_LEGAL = re.compile(r"^(?:©|\*?Netrunner\*? is (?:a TM|©)|.*\bAll rights reserved\b)")
_CONTENTS = "Table of Contents"
_SENTENCE_END = (".", ":", ")", '"', ",", "?")
_TAG = re.compile(r"</?(?:b|em|i|strong)>")
_Headings = dict[int, tuple[int, str]]  # the number of the line → level and title


class Part(Struct, frozen=True):
    """A part of a document outside any section: its kind and its lines."""

    kind: str
    lines: list[sources.Line]


class SectionedDocument(Struct, frozen=True):
    """The sections of one document and the parts around them."""

    sections: list[entities.Section]
    parts: list[Part]


@dataclass(slots=True)
class _OpenSection:
    """A section that is being read. `first`: its heading or, if it is not `headed`, its first line
    of text.
    """

    first: sources.Line
    title: str
    level: int
    lines: list[sources.Line] = field(default_factory=list)
    headed: bool = True


def read_sections(document: sources.SourceDocument) -> SectionedDocument:
    """Divides a document at its headings in Markdown.

    Without any but its title, it is a web page saved as text, divided at its short lines that stand
    alone; without its title, it is one section.
    """
    has_title = any(line.words == document.row.title for line in document.lines)
    headings = _markdown_headings(document)
    if not headings.keys() <= ({document.lines[0].number} if has_title else set()):
        return _read(document, _with_levels(headings, document), {})
    return _read(document, *_web_page(document)) if has_title else _read(document, {}, {})


def _with_levels(headings: _Headings, document: sources.SourceDocument) -> _Headings:
    """The headings, with the levels that documents.yaml gives some. Raises `RulingsError` if one
    changes nothing.
    """
    levels = dict(headings)
    for row in document.row.levels:
        for title in row.titles:
            number = next((n for n, heading in headings.items() if heading[1] == title), None)
            if number is None or headings[number][0] == row.level:
                what = (
                    "has no heading"
                    if number is None
                    else f"already has, on level {row.level}, the heading"
                )
                raise errors.RulingsError(
                    f"{document.path.parent / 'documents.yaml'}, line {validation.line_of(row)}: "
                    f"{document.path.name} {what} {errors.quoted(title)}; delete it from `levels`"
                )
            levels[number] = row.level, title
    return levels


def _markdown_headings(document: sources.SourceDocument) -> _Headings:
    """Headings with `#`, but not in code between fences."""
    headings: _Headings = {}
    in_code = False
    for line in document.lines:
        in_code ^= line.text.lstrip().startswith("```")
        match = None if in_code else _HEADING.match(line.text)
        # `### **Judge**` → `Judge`
        title = plain_text.without_markdown(match[2] or match[4]).strip(" #") if match else ""
        if match and model_ids.slug(title):
            headings[line.number] = len(match[1] or match[3]), title
    return headings


def _read(
    document: sources.SourceDocument, headings: _Headings, kinds: dict[int, str]
) -> SectionedDocument:
    """Divides a document at its headings; the table of contents, legal lines and page chrome become
    parts.

    Without headings, it is one section. Lines of signs, which divide chapters, are page chrome.
    `kinds`: the lines that are known to be in a part of this kind.
    """
    parts: dict[str, list[sources.Line]] = {}
    chrome_texts = {" ".join(words.split()) for words in document.row.chrome}
    open_sections: list[_OpenSection] = []
    unheaded = _titles_of_unheaded(document)
    in_contents = False
    if not headings:
        first = sources.printed_lines(document.lines)[0]
        open_sections.append(_OpenSection(first, document.row.title, 1, headed=False))
    for line in document.lines:
        heading = headings.get(line.number)
        if heading and heading[0] <= 2:
            in_contents = heading[1] == _CONTENTS
        kind = kinds.get(line.number)
        if " ".join(line.text.split()) in chrome_texts or _DRAWN_LINE.fullmatch(line.text):
            kind = "page chrome"
        elif in_contents:
            kind = "list"
        elif _LEGAL.match(line.words):
            kind = "legal notice"
        if line.is_blank:
            if open_sections and not in_contents:
                open_sections[-1].lines.append(line)
        elif kind:
            parts.setdefault(kind, []).append(line)
        elif heading:
            open_sections.append(_OpenSection(line, heading[1], heading[0]))
        elif line.number in unheaded:
            open_sections.append(_OpenSection(line, unheaded[line.number], 2, [line], headed=False))
        elif open_sections:
            open_sections[-1].lines.append(line)
        else:
            parts.setdefault("front matter", []).append(line)
    return SectionedDocument(
        _finished(open_sections, document), [Part(kind, lines) for kind, lines in parts.items()]
    )


def _web_page(document: sources.SourceDocument) -> tuple[_Headings, dict[int, str]]:
    """The lone lines that are headings in a web page saved as text, and the menus above and below
    its words.

    A heading is a few words that do not end a sentence, and not the subtitle above a byline. It
    belongs to the chapter above if that has a similar title (Runs, Running …) and no text of its
    own.
    """
    lines = sources.printed_lines(document.lines)
    start = next(i for i, line in enumerate(lines) if line.words == document.row.title)
    end = next(
        (i for i in range(start + 1, len(lines)) if _LEGAL.match(lines[i].words)), len(lines)
    )
    headings = {lines[start].number: (1, document.row.title)}
    unheaded = _titles_of_unheaded(document)
    chapter = ""
    for line, below in pairwise([*lines[start + 1 : end], sources.Line(0, "")]):
        text = line.words
        is_short = len(text.split()) <= 5 and not text.endswith(_SENTENCE_END)
        if (
            line.number not in unheaded
            and is_short
            and not text.startswith("by ")
            and not below.words.startswith("by ")
        ):
            is_part = bool(chapter) and text.startswith(chapter.rstrip("s"))
            headings[line.number] = 3 if is_part else 2, text
            chapter = chapter if is_part else text
        elif line.number in unheaded or [*headings.values()][-1] == (2, chapter):
            chapter = ""  # it has text
    return headings, {line.number: "page chrome" for line in (*lines[:start], *lines[end + 1 :])}


def _titles_of_unheaded(document: sources.SourceDocument) -> dict[int, str]:
    """Line → our title, for sections without a heading. Raises `RulingsError` if a line has
    unexpected words.
    """
    titles: dict[int, str] = {}
    for row in document.row.unheaded:
        text = next((line.words for line in document.lines if line.number == row.line), "")
        if not text.startswith(row.words):
            raise errors.RulingsError(
                f"{document.path.parent / 'documents.yaml'}, line {validation.line_of(row)}: line {row.line} of "
                f"{document.path.name} does not begin with {errors.quoted(row.words)}"
            )
        titles[row.line] = row.title
    return titles


def _finished(
    open_sections: list[_OpenSection], document: sources.SourceDocument
) -> list[entities.Section]:
    sections: list[entities.Section] = []
    for id, open_section in zip(
        _ids(open_sections, document.row.short), open_sections, strict=True
    ):
        text, tables = _tables(open_section.lines)
        first_line = open_section.first.number
        printed = sources.printed_lines(open_section.lines)
        last_line = printed[-1].number if printed else first_line
        sections.append(
            entities.Section(
                id=id,
                title=open_section.title,
                document=document.id,
                game=document.row.game,
                level=open_section.level,
                text=text,
                tables=tuple(tables),
                mentions=(),
                source=entities.Source(document.id, (first_line, last_line)),
                headed=open_section.headed,
            )
        )
    return sections


def _ids(sections: list[_OpenSection], short: str) -> list[str]:
    """The ids: the document's short name and the title; if not unique, also the title above it, or
    a number.
    """
    ids: dict[str, None] = {}  # a dict, which keeps the order and finds an id at once
    counts = Counter[str]()
    above: list[_OpenSection] = []
    for section in sections:
        while above and above[-1].level >= section.level:
            above.pop()
        name = model_ids.slug(section.title) or "section"
        id = f"{short}-{name}"
        if id in ids and above:
            id = f"{short}-{model_ids.slug(above[-1].title) or 'section'}-{name}"
        base_id = id
        while id in ids:
            counts[base_id] += 1
            id = f"{base_id}-{counts[base_id] + 1}"
        ids[id] = None
        above.append(section)
    return list(ids)


def _tables(lines: list[sources.Line]) -> tuple[str, list[entities.Table]]:
    """The text without its tables, and the tables: lines of cells separated by tabs or bars."""
    text_lines: list[str] = []
    tables: list[entities.Table] = []
    rows: list[tuple[str, ...]] = []
    for line in [*lines, sources.Line(0, "end")]:
        cells = _cells(line.text)
        if cells:
            rows.append(cells)
            continue
        if rows and line.words:
            # Without the line of hyphens below the columns
            tables.append(entities.Table(rows[0], tuple(filter(_has_words, rows[1:]))))
            rows = []
        if line.number:
            text_lines.append(_indented_by_spaces(line.text))
    return "\n".join(text_lines).strip("\n"), tables


def _indented_by_spaces(line: str) -> str:
    """The line without trailing white space, and with leading tabs replaced by spaces."""
    stripped = line.strip()
    return line[: line.index(stripped)].expandtabs(4) + stripped if stripped else ""


def _has_words(cells: tuple[str, ...]) -> bool:
    return bool("".join(cells).strip("-: "))


def _cells(text: str) -> tuple[str, ...] | None:
    text = text.strip()
    if "\t" in text:
        cells = text.split("\t")
    elif text.startswith("|") and text.endswith("|"):
        cells = text.strip("|").split("|")
    else:
        return None
    return tuple(without_tags(cell.strip()) for cell in cells)


def without_tags(cell: str) -> str:
    """A cell of a table without HTML tags for emphasis: `<i>Size of Cut</i>` → `Size of Cut`."""
    return _TAG.sub("", cell)
