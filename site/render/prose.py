"""Markdown of the documents → safe HTML with paragraphs, lists, headings, emphasis, code and links.

Everything else stays text: raw HTML, entities, indented code, links to anything other than web addresses. Tables are
left out, because pages show them from the data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache
from xml.etree.ElementTree import Element

import markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import AutolinkInlineProcessor, LinkInlineProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markupsafe import Markup, escape

from rulings.model.entities import Mention, Section
from rulings.model.marks import numbered_marks
from rulings.search.statements import statements
from rulings.site.render.relative_links import RelativeLinks

# Private characters that stand for the ends of a mention and for `&` while the text is converted.
_OPEN, _CLOSE, _AMPERSAND = "\ue000", "\ue001", "\ue002"
_ANCHOR = "\ue003"
_PRIVATE = re.compile("[\ue000-\uf8ff]|[\x02\x03]")  # Python-Markdown uses the control characters in the same way
_MENTION = re.compile(f"{_OPEN}(\\d+){_OPEN}(.*?){_CLOSE}", re.DOTALL)
_OMITTED = re.compile(r"\s*(?:\|.*\||-{3,}|\*{3,})\s*")  # rows of tables, and rules
_ITEM = re.compile(r" *(?:[-*]|\d+[.)]) +")
_UNUSED = (
    *("code", "quote", "setextheader", "reference", "escape", "image_link", "image_reference", "short_reference"),
    *("short_image_ref", "automail", "html", "entity"),
)
_WEB = re.compile(r"https?://[^\s()<>\"'*`\ue000\ue001]+")


def prose(
    text: str,
    mentions: Iterable[Mention],
    href_of_card: Callable[[str], str],
    insertions: Iterable[tuple[int, Markup]] = (),
) -> Markup:
    """The text of a section as HTML, with its cards linked to `href_of_card(id)`. `insertions`: positions and HTML."""
    in_order, inserted = list(mentions), list(insertions)
    marks = [(mention.span, f"{_OPEN}{n}{_OPEN}", _CLOSE) for n, mention in enumerate(in_order)]
    marks += [((start, start), f"{_ANCHOR}{n}{_ANCHOR}", "") for n, (start, _) in enumerate(inserted)]
    marked: list[str] = []
    copied = 0  # characters of the text that are in `marked`
    for (start, end), before, after in sorted(marks):
        if start < copied or _PRIVATE.search(text[start:end]):
            continue
        marked += [_PRIVATE.sub("", text[copied:start]), before, text[start:end], after]
        copied = end
    marked.append(_PRIVATE.sub("", text[copied:]))
    html = _converter().reset().convert("".join(marked).replace("&", _AMPERSAND)).replace(_AMPERSAND, "&amp;")
    html = re.sub(f"{_ANCHOR}(\\d+){_ANCHOR}", lambda m: inserted[int(m[1])][1], html)
    return Markup(_MENTION.sub(lambda m: f'<a href="{escape(href_of_card(in_order[int(m[1])].id))}">{m[2]}</a>', html))


def section_prose(cards: Container[str], section: Section, href: RelativeLinks) -> Markup:
    """The text of a section as HTML, with links, made by `href`, to those of its cards whose ids are in `cards`.

    Each of its statements has an anchor, to which the search links. Words that its status is about are marked.
    """
    mentions = [mention for mention in section.mentions if mention.id in cards]
    anchors = [
        (_after_item_mark(section.text, found.start), Markup('<span id="{}"></span>').format(found.fragment))
        for found in statements(section)
        if found.start is not None
    ]
    ends = [end for mark in numbered_marks(section) for span in mark.spans for end in span]
    linked = [m for m in mentions if not any(m.span[0] < end < m.span[1] for end in ends)]
    return prose(section.text, linked, href.to_card, [*anchors, *_marked_words(section)])


def _after_item_mark(text: str, position: int) -> int:
    """The position or, if a list item begins there, the one after its mark, without which it would be no item."""
    mark = _ITEM.match(text, position)
    return mark.end() if mark else position


def _marked_words(section: Section) -> Iterator[tuple[int, Markup]]:
    """What is inserted before and after words with a numbered mark: `mark` elements, and links to what is said below.

    Words with emphasis in them are only numbered, because the elements would overlap.
    """
    for mark in numbered_marks(section):
        for start, end in mark.spans:
            link = Markup('<sup><a href="#{}-mark-{}" title="{}">{}{}</a></sup>').format(
                section.id, mark.number, mark.title, mark.sign, mark.number
            )
            is_plain = "*" not in section.text[start:end] and "\n" not in section.text[start:end]
            if is_plain:
                yield start, Markup('<mark class="marked-{}">').format(mark.kind)
            yield end, (Markup("</mark>") + link) if is_plain else link


@cache
def _converter() -> markdown.Markdown:
    return markdown.Markdown(
        extensions=["nl2br", "sane_lists", _DocumentMarkdown()], tab_length=2, output_format="html"
    )


class _DocumentMarkdown(Extension):
    """Reduces Python-Markdown to the parts that the documents use."""

    def extendMarkdown(self, md: markdown.Markdown) -> None:
        """Replaces or removes parts of Python-Markdown's default syntax."""
        md.preprocessors.deregister("html_block")
        md.preprocessors.register(_Lines(md), "lines", 15)
        for name in _UNUSED:  # not strict: versions of Python-Markdown differ in a few names
            md.parser.blockprocessors.deregister(name, strict=False)
            md.inlinePatterns.deregister(name, strict=False)
        md.inlinePatterns.register(_WebLink(r"\[", md), "link", 160)
        md.inlinePatterns.register(_WebAutolink(rf"<({_WEB.pattern})>", md), "autolink", 120)
        md.treeprocessors.register(_Headings(md), "headings", 5)


class _Lines(Preprocessor):
    """Removes tables and rules, and separates a list from the paragraph above it."""

    def run(self, lines: list[str]) -> list[str]:
        kept: list[str] = []
        for line in lines:
            if _OMITTED.fullmatch(line):
                line = ""
            above = kept[-1] if kept else ""
            if _ITEM.match(line) and above.strip() and not (_ITEM.match(above) or above.startswith("  ")):
                kept.append("")
            kept.append(line)
        return kept


class _WebLink(LinkInlineProcessor):
    """`[words](https://…)`."""

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element | None, int | None, int | None]:  # type: ignore[override]
        return _external(*super().handleMatch(m, data))


class _WebAutolink(AutolinkInlineProcessor):
    """`<https://…>`."""

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element | None, int | None, int | None]:  # type: ignore[override]
        return _external(*super().handleMatch(m, data))


def _external(
    link: Element | str | None, start: int | None, end: int | None
) -> tuple[Element | None, int | None, int | None]:
    if not isinstance(link, Element) or not _WEB.fullmatch(link.get("href", "")):
        return None, None, None
    link.set("rel", "noopener noreferrer external")
    link.attrib.pop("title", None)
    return link, start, end


class _Headings(Treeprocessor):
    """Headings inside a section become paragraphs of the class `subheading`: the page has headings of its own."""

    def run(self, root: Element) -> None:
        for heading in root.iter():
            if re.fullmatch("h[1-6]", heading.tag):
                heading.tag = "p"
                heading.set("class", "subheading")
