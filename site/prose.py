"""Markdown as the documents print it → safe HTML: paragraphs, lists, headings, emphasis and web links, no more.

Raw HTML, other link targets and template syntax stay text: everything is escaped before anything is marked up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from markupsafe import Markup, escape

from rulings.model import Mention

_OPEN, _CLOSE = "\ue000", "\ue001"  # stand for the ends of a mention while the text is marked up; private characters
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_ITEM = re.compile(r"(?P<indent> *)(?P<mark>[-*]|\d+[.)]) +(?P<words>.*)")
_TABLE = re.compile(r"\s*\|.*\|\s*$")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,})\s*$")
_HEADING = re.compile(r"#{1,6} +(.*)")
_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_EMPHASIS = re.compile(r"(?<![*\w])\*(?=[^\s*])([^*]+?)(?<=[^\s*])\*(?!\w)")
_URL = r"(https?://(?:(?!&(?:#34|#39|lt|gt);)[^\s()<>\"'*`\ue000-\uf8ff])+)"  # in escaped text
_LINK = re.compile(rf"\[([^\[\]]+)\]\({_URL}\)")
_BARE = re.compile(f"&lt;{_URL}&gt;")
_MENTION = re.compile(f"{_OPEN}(\\d+){_OPEN}(.*?){_CLOSE}", re.DOTALL)


def prose(text: str, mentions: Iterable[Mention] = (), href: Callable[[str], str] = str) -> Markup:
    """The text of a section as HTML, its cards linked to `href(card id)`. Tables are left out: they are data."""
    known = sorted(mentions, key=lambda m: m.span)
    marked, at = list[str](), 0
    for number, mention in enumerate(known):
        start, end = mention.span
        if start < at or _PRIVATE.search(text[start:end]):
            continue
        marked += [_PRIVATE.sub("", text[at:start]), f"{_OPEN}{number}{_OPEN}", text[start:end], _CLOSE]
        at = end
    marked.append(_PRIVATE.sub("", text[at:]))
    html = _blocks("".join(marked).split("\n"))
    return Markup(_MENTION.sub(lambda m: f'<a href="{escape(href(known[int(m[1])].id))}">{m[2]}</a>', html))


def _blocks(lines: list[str]) -> str:
    done, paragraph, at = list[str](), list[str](), 0

    def close() -> None:
        if paragraph:
            done.append(f"<p>{'<br>'.join(_inline(line.strip()) for line in paragraph)}</p>")
            paragraph.clear()

    while at < len(lines):
        line = lines[at]
        heading = _HEADING.fullmatch(line.strip())
        if _ITEM.match(line):
            close()
            end = at
            while end < len(lines) and (
                _ITEM.match(lines[end]) or (lines[end].startswith("  ") and lines[end].strip())
            ):
                end += 1
            done.append(_list(lines[at:end]))
            at = end
            continue
        if not line.strip() or _RULE.match(line) or _TABLE.match(line):
            close()
        elif heading:
            close()
            done.append(f'<p class="part">{_inline(heading[1])}</p>')
        else:
            paragraph.append(line)
        at += 1
    close()
    return "\n".join(done)


def _list(lines: list[str]) -> str:
    """Items at the first line's indent; deeper ones are lists inside them, other deeper lines continue them."""
    first = _ITEM.match(lines[0])
    assert first
    indent, ordered = len(first["indent"]), first["mark"][0].isdigit()
    items = list[tuple[str, list[str]]]()
    for line in lines:
        item = _ITEM.match(line)
        if item and (len(item["indent"]) <= indent or not items):
            items.append((item["words"], []))
        elif items[-1][1] or item:
            items[-1][1].append(line)
        else:
            items[-1] = (f"{items[-1][0].rstrip()} {line.strip()}", [])
    start = "".join(filter(str.isdigit, first["mark"]))
    tag, opening = ("ol", "<ol>" if start in ("", "1") else f'<ol start="{start}">') if ordered else ("ul", "<ul>")
    body = "".join(f"<li>{_inline(words.strip())}{_inner(below)}</li>" for words, below in items)
    return f"{opening}{body}</{tag}>"


def _inner(lines: list[str]) -> str:
    if not lines:
        return ""
    return _list(lines) if _ITEM.match(lines[0]) else f"<br>{'<br>'.join(_inline(line.strip()) for line in lines)}"


def _inline(words: str) -> str:
    html = str(escape(words))
    html = _LINK.sub(r'<a href="\2" rel="noopener noreferrer external">\1</a>', html)
    html = _BARE.sub(r'<a href="\1" rel="noopener noreferrer external">\1</a>', html)
    html = _CODE.sub(r"<code>\1</code>", html)
    html = _STRONG.sub(r"<strong>\1</strong>", html)
    return _EMPHASIS.sub(r"<em>\1</em>", html)
