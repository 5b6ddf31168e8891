"""Makes HTML of texts, rulings and documents: links, paragraphs, lists."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from hashlib import sha256
from json import dumps
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.preprocessors import Preprocessor
from markdown.util import AtomicString
from markupsafe import Markup, escape
from msgspec import to_builtins

from rulings.model import (
    entities,
    formatting,
    ids,
    knowledge,
    plain_text,
    remarks,
    vocabulary,
)
from rulings.search import passages

# Encodings that a browser reads correctly whatever charset the host declares

# The byte-order mark decides the charset of a stylesheet or script
UTF_8_MARK = "\ufeff"


def ascii_page(html: str) -> str:
    """The page in ASCII. A byte-order mark would not do: browsers then show a page
    without a content type as plain text.
    """
    return html.encode("ascii", "xmlcharrefreplace").decode()


def script_hash(script: str) -> str:
    """The name of an inline script in a Content-Security-Policy."""
    digest = sha256(script.encode()).digest()
    return f"sha256-{b64encode(digest).decode()}"


# Invisible characters in pages and feeds, shown as codes such as `[U+202E]`


def inert(value: Any) -> Any:
    """The text with invisible characters shown as their codes. `Markup` stays `Markup`;
    other values are returned unchanged.
    """
    if not isinstance(value, str):
        return value
    if value.isascii() and value.isprintable():
        return value
    return type(value)(plain_text.with_codes(value))


def inert_texts(data: Any) -> Any:
    """JSON data with `inert` applied to every text."""
    if isinstance(data, dict):
        return {key: inert_texts(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [inert_texts(value) for value in data]
    return inert(data)


def json_text(data: Any, ensure_ascii: bool = False) -> str:
    """JSON for a page, script or file. Invisible characters and `<` are escaped, so the
    text can neither deceive a reader nor end a script.
    """
    values = to_builtins(data)
    text = dumps(values, ensure_ascii=ensure_ascii, separators=(",", ":"))

    def code(match: re.Match[str]) -> str:
        digits = match[0].encode("utf-16-be", "surrogatepass").hex()
        return re.sub("....", r"\\u\g<0>", digits)

    return re.sub(f"<|{plain_text.INVISIBLE}", code, text)


# Relative links: they also work from disk


class RelativeLinks:
    """Makes the relative links of a page:
    `RelativeLinks("/cards/dr-dreff/")("/run-chart/#step-3")`.
    """

    def __init__(
        self,
        url: str,
        base: str | None = None,
        *,
        has_address: bool = False,
    ) -> None:
        """`url`: the address of the page. `base`: the prefix of links, instead of
        `../…`.

        `has_address`: whether the site has an address on the web. Links then name
        folders; otherwise they name files, so the site can be read from disk.
        """
        self.has_address = has_address
        self.url = url
        if base is None:
            base = "../" * (url.count("/") - 1) or "./"
        self.base = base

    def __call__(self, target: str) -> str:
        """The link to an address of the site."""
        url, hash_mark, anchor = target.partition("#")
        if hash_mark and url == self.url:
            return f"#{anchor}"
        path = url[1:] if self.has_address else file_of(url)
        return f"{self.base}{path}{hash_mark}{anchor}"

    def to_card(self, id: str) -> str:
        """The link to the page of a card."""
        return self(f"/cards/{id}/")


def file_of(url: str) -> str:
    """The file at an address, relative to the root: `/cards/` → `cards/index.html`,
    `/feed.xml` → `feed.xml`.
    """
    return f"{url[1:]}index.html" if url.endswith("/") else url[1:]


_COMMENT_LINES = re.compile(r"^ *(?:/\*\*(?s:.*?)\*/|//.*)\n", re.MULTILINE)


def bundle(scripts: Iterable[str]) -> str:
    """Scripts as one file, without comment lines (a third of the text)."""
    return "".join(_COMMENT_LINES.sub("", script) for script in scripts)


# Hand-written pages: links that work from disk, and scrollable blocks

_FOLDER_LINK = re.compile(
    r'href="(?![a-zA-Z][a-zA-Z\d+.-]*:|//)([^"#?]*/|(?:[^"#?]*/)?\.{1,2})((?:#[^"]*)?)"'
)


def with_file_links(html: str) -> str:
    """The HTML with links to files instead of folders (`../marks/` →
    `../marks/index.html`).
    """
    return _FOLDER_LINK.sub(
        lambda match: f'href="{match[1].rstrip("/")}/index.html{match[2]}"', html
    )


def with_scrollable_blocks(html: str) -> str:
    """The HTML with blocks of code and tables that can be scrolled with keys. Each
    table is in a labelled region.
    """
    before, *tables = html.replace("<pre>", '<pre tabindex="0">').split("<table>")
    parts = [before]
    for number, table in enumerate(tables, 1):
        label = f'aria-label="Table {number}"'
        region = f'<div class="table" role="region" {label} tabindex="0">'
        closed_table = table.replace("</table>", "</table></div>")
        parts.append(f"{region}<table>{closed_table}")
    return "".join(parts)


# Markdown of the documents

# Private characters that replace insertions and `&` while the text is converted
_INSERTED, _AMPERSAND = "\ue000", "\ue001"
# Python-Markdown uses these control characters for the same purpose.
_PRIVATE = re.compile("[\ue000-\uf8ff]|[\x02\x03]")
# Table rows and horizontal rules
_OMITTED = re.compile(r"\s*(?:\|.*\||-{3,}|\*{3,})\s*")
_ITEM = re.compile(r" *(?:[-*]|\d+[.)]) +")
# Parts of Markdown that the documents do not use; their signs remain text
_UNUSED = (
    *("code", "quote", "hashheader", "setextheader", "reference"),
    *("escape", "html", "entity", "link", "autolink", "automail"),
    *("image_link", "image_reference", "short_reference", "short_image_ref"),
)
_WEB = r"https?://[^\s()<>\"'*`\ue000\ue001]+"
_LINK = rf"\[([^\[\]]+)\]\(({_WEB})\)|<({_WEB})>"


class CardLink(NamedTuple):
    """The place of words in a text (start, end; characters) that link to a card."""

    start: int
    end: int
    card_id: str


def card_links(
    mentions: Iterable[entities.Mention],
    cards: Container[str],
) -> list[CardLink]:
    """The links of mentions in a text to the cards in `cards` (ids)."""
    return [
        CardLink(*mention.span, mention.id)
        for mention in mentions
        if mention.span and mention.id in cards
    ]


def prose(
    text: str,
    links: Iterable[CardLink],
    href_of_card: Callable[[str], str],
    insertions: Iterable[tuple[int, Markup]] = (),
) -> Markup:
    """The text of a section as HTML, with its cards linked to `href_of_card(id)`.
    `insertions`: (position, HTML) pairs.
    """
    # (position, rank, HTML). At one position, the end of a link comes first, then an
    # insertion, then a link
    marks = [(position, 1, html) for position, html in insertions]
    for link in links:
        beginning = Markup('<a href="{}">').format(href_of_card(link.card_id))
        marks.append((link.start, 2, beginning))
        marks.append((link.end, 0, Markup("</a>")))
    marks.sort(key=itemgetter(0, 1))
    # Placeholders keep the insertions out of reach of Markdown
    marked_text = ""
    copied = 0
    for number, (position, _, _) in enumerate(marks):
        marked_text += _PRIVATE.sub("", text[copied:position])
        marked_text += f"{_INSERTED}{number}{_INSERTED}"
        copied = position
    marked_text += _PRIVATE.sub("", text[copied:])
    html = _CONVERTER.reset().convert(marked_text.replace("&", _AMPERSAND))
    html = html.replace(_AMPERSAND, "&amp;")

    def insert(match: re.Match[str]) -> Markup:
        _, _, insertion = marks[int(match[1])]
        return insertion

    return Markup(re.sub(f"{_INSERTED}(\\d+){_INSERTED}", insert, html))


def section_prose(
    cards: Container[str],
    section: entities.Section,
    href: RelativeLinks,
) -> Markup:
    """The text of a section as HTML. Cards whose ids are in `cards` are linked with
    `href`.

    Each passage has an anchor for links from the search. Words with a numbered remark
    are marked.
    """
    links = card_links(section.mentions, cards)
    anchors = []
    for passage in passages.divide(section).passages:
        if passage.start is not None:
            # An anchor before the item mark would hide the mark from Markdown.
            item_mark = _ITEM.match(section.text, passage.start)
            position = item_mark.end() if item_mark else passage.start
            anchor = Markup('<span id="{}"></span>').format(passage.fragment)
            anchors.append((position, anchor))
    insertions = [*_marked_words(section)]
    for end, _ in insertions:
        # A link to a card must not overlap the end of a mark
        links = [link for link in links if not link.start < end < link.end]
    return prose(section.text, links, href.to_card, anchors + insertions)


def _marked_words(section: entities.Section) -> Iterator[tuple[int, Markup]]:
    """(position, HTML) before and after words with a numbered mark: `mark` elements,
    and links to the remarks below.

    Words that contain emphasis only get the link, because the elements would overlap.
    """
    for mark in filter(attrgetter("number"), remarks.of_entry(section)):
        for start, end in mark.spans:
            link = Markup('<sup><a href="#{}-mark-{}" title="{}">{}</a></sup>').format(
                section.id,
                mark.number,
                mark.title,
                mark.label,
            )
            words = section.text[start:end]
            if "*" not in words and "\n" not in words:
                yield start, Markup('<mark class="marked-{}">').format(mark.relation)
                link = Markup("</mark>") + link
            yield end, link


class _Lines(Preprocessor):
    """Removes tables and rules, and separates a list from the paragraph above it."""

    def run(self, lines: list[str]) -> list[str]:
        output_lines: list[str] = []
        for line in lines:
            if _OMITTED.fullmatch(line):
                line = ""
            above = output_lines[-1] if output_lines else ""
            is_in_list = _ITEM.match(above) or above.startswith("  ")
            if _ITEM.match(line) and above.strip() and not is_in_list:
                output_lines.append("")
            output_lines.append(line)
        return output_lines


class _WebLink(InlineProcessor):
    """`[words](https://…)` or `<https://…>`. Other addresses remain text."""

    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        address = m[2] or m[3]
        link = Element("a", href=address, rel="noopener noreferrer external")
        link.text = AtomicString(m[1] or m[3])
        return link, m.start(), m.end()


def _converter() -> markdown.Markdown:
    """Python-Markdown, reduced to the parts that the documents use."""
    converter = markdown.Markdown(
        extensions=["nl2br", "sane_lists"],
        tab_length=2,
        output_format="html",
    )
    converter.preprocessors.deregister("html_block")
    # 15: after line ends are normalized (30). 160: at the place of the link pattern
    converter.preprocessors.register(_Lines(converter), "lines", 15)
    # Not strict: a few names differ between versions of Python-Markdown
    for name in _UNUSED:
        converter.parser.blockprocessors.deregister(name, strict=False)
        converter.inlinePatterns.deregister(name, strict=False)
    converter.inlinePatterns.register(_WebLink(_LINK, converter), "web-link", 160)
    return converter


_CONVERTER = _converter()

# Rulings, notes and remarks, with links to the cards and entries that they name


def with_card_links(
    text: str,
    links: Iterable[CardLink],
    href_of_card: Callable[[str], str],
    start: int,
    end: int,
) -> Markup:
    """Characters `start` to `end` of a text as escaped HTML, with links to
    `href_of_card(id)`.
    """
    html, copied = Markup(), start
    for link in links:
        if copied <= link.start and link.end <= end:
            address = href_of_card(link.card_id)
            name = text[link.start : link.end]
            html += text[copied : link.start]
            html += Markup('<a href="{}" translate="no">{}</a>').format(address, name)
            copied = link.end
    return html + text[copied:end]


_ID = re.compile(rf"{vocabulary.RULING_ID}|{ids.STEP}\d+")
_LINKED = Markup('<a href="{}">{}</a>')


def with_entry_links(
    kb: knowledge.Knowledge,
    text: str,
    href: RelativeLinks,
) -> Markup:
    """A text as HTML, with ids of entries turned into links: “the ruling on
    Lockjaw”.
    """

    def link(match: re.Match[str]) -> str:
        entry = kb.entry(match[0])
        if not entry:
            return match[0]
        title = kb.entry_title(entry.id)
        if isinstance(entry, entities.Ruling):
            before = match.string[: match.start()]
            begins_sentence = not before or before.endswith((". ", "\n"))
            article = "The" if begins_sentence else "the"
            title = f"{article} ruling on {title}"
        return _LINKED.format(href(entry.url), title)

    return Markup(_ID.sub(link, escape(text)))


def linked_line(
    kb: knowledge.Knowledge,
    line: remarks.Line,
    remark: remarks.Remark,
    href: RelativeLinks,
    page: str = "",
) -> Markup:
    """A line of a remark as HTML, with links to entries, shown by their titles, and to
    notes.

    `page`: the id of the page's subject. Rulings on it are shown by their questions,
    because their titles are all the same.
    """
    html = Markup()
    for part in line:
        if isinstance(part, str):
            html += with_entry_links(kb, part, href)
        elif part.kind == "mark":
            address = href(_reason_url(part.id))
            html += _MARK.format(remark.relation, address, part.words)
        elif part.kind == "note":
            html += _LINKED.format(href(_reason_url(part.id)), part.words)
        elif entry := kb.entry(part.id):
            words = kb.entry_title(part.id)
            if isinstance(entry, entities.Ruling) and entry.subject.id == page:
                words = f"“{remarks.shortened(entry.question or entry.text)}”"
            html += _LINKED.format(href(entry.url), words)
        else:  # a small site may lack the entry
            html += part.id
    return html


_MARK = Markup('<a class="mark mark-{}" href="{}"><span>{}</span></a>')


def _reason_url(note_id: str) -> str:
    """The address where the page of contradictions quotes both sides of a note, with
    the reason. A reversal has the anchor of its ruling.
    """
    return f"/reversals/#{note_id.removeprefix('reversal-')}"


# The cited parts of a ruling


# The paragraphs of a cited part, and its citations
CitedHtml = tuple[list[Markup], Sequence[entities.Citation]]
_LINE = re.compile(r"\S(?:.*\S)?")


def cited_parts(
    cards: Container[str],
    ruling: entities.Ruling,
    href: RelativeLinks,
) -> list[CitedHtml]:
    """The cited parts of a ruling as HTML, with links to the cards in `cards` (ids),
    except the ruling's own card.
    """
    own_card = ruling.subject.id if ruling.subject.kind == "card" else None
    links = card_links(ruling.mentions, cards)
    links = [link for link in links if link.card_id != own_card]
    parts = []
    for part in formatting.cited_parts(ruling):
        paragraphs = []
        for line in _LINE.finditer(ruling.text, part.start, part.end):
            start, end = line.span()
            html = with_card_links(ruling.text, links, href.to_card, start, end)
            paragraphs.append(html)
        parts.append((paragraphs, part.citations))
    return parts
