"""The text of a ruling, or pieces of any text → HTML with links to the cards and entries that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

from rulings.model.views import RulingView


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a card: the characters `start` to `end` of a text name the card `id`."""

    start: int
    end: int
    id: str


def links_in(ruling: RulingView) -> tuple[Link, ...]:
    """The links in the text of a ruling, in order. Mentions in a label or citation are not in the text."""
    offsets = _offsets(ruling)
    links: list[Link] = []
    for mention in ruling["mentions"]:
        start, end = mention["span"]
        if start in offsets and end - 1 in offsets:
            link = Link(offsets[start], offsets[end - 1] + 1, mention["id"])
            if not links or link.start >= links[-1].end:
                links.append(link)
    return tuple(links)


def _offsets(ruling: RulingView) -> dict[int, int]:
    """Offset in `printed` → offset in `text`, for all characters except spaces; empty if the texts do not match."""
    printed, text, label = ruling["printed"], ruling["text"], ruling["label"]
    removed: set[int] = set()
    position = 0
    if label:
        removed.update(range(len(printed) - len(_without_label(printed, label))))
    last = -1
    for citation in ruling["citations"]:
        cited = citation["printed"]
        start = printed.find(cited, position)
        if start < 0:
            return {}
        position = start + len(cited)
        is_joined = last >= 0 and not cited.startswith("(") and not printed[last:start].strip()
        removed.update(range(last if is_joined else start, position))
        last = position
    kept = [i for i, character in enumerate(printed) if i not in removed and not character.isspace()]
    shown = [i for i, character in enumerate(text) if not character.isspace()]
    if [printed[i] for i in kept] != [text[i] for i in shown]:
        return {}
    return dict(zip(kept, shown, strict=True))


def _without_label(printed: str, label: str) -> str:
    """The printed text after the label, the spaces of which may differ."""
    rest = printed
    for word in label.split():
        rest = rest.lstrip().removeprefix(word)
    return rest.lstrip(" \t:.")


def linked(
    text: str, links: Iterable[Link], href_of_card: Callable[[str], str], start: int = 0, end: int | None = None
) -> Markup:
    """Characters `start` to `end` of a text as escaped HTML, with links to `href_of_card(id)`."""
    end = len(text) if end is None else end
    pieces: list[Markup] = []
    position = start
    for link in links:
        if start <= link.start and link.end <= end and link.start >= position:
            pieces.append(escape(text[position : link.start]))
            pieces.append(Markup('<a href="{}">{}</a>').format(href_of_card(link.id), text[link.start : link.end]))
            position = link.end
    pieces.append(escape(text[position:end]))
    return Markup("").join(pieces)


def pieces_linked(pieces: Iterable[str | tuple[str, str]], href: Callable[[str], str]) -> Markup:
    """The pieces of a text as escaped HTML: strings, and links (address, words), which lead to `href(address)`."""
    return Markup("").join(
        escape(piece) if isinstance(piece, str) else Markup('<a href="{}">{}</a>').format(href(piece[0]), piece[1])
        for piece in pieces
    )


def paragraphs(
    text: str, links: Iterable[Link], href_of_card: Callable[[str], str], start: int, end: int
) -> list[Markup]:
    """The lines of a part (characters `start` to `end` of a text), each as HTML."""
    lines: list[Markup] = []
    line_start, links = start, tuple(links)
    for line in text[start:end].split("\n"):
        if line.strip():
            indent = len(line) - len(line.lstrip())
            lines.append(linked(text, links, href_of_card, line_start + indent, line_start + len(line.rstrip())))
        line_start += len(line) + 1
    return lines
