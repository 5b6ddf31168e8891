"""The text of a ruling, or pieces of any text → HTML with links to the cards and entries that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

from rulings.model.entities import Ruling


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a card: the characters `start` to `end` of a text name the card `id`."""

    start: int
    end: int
    id: str


def links_in(ruling: Ruling) -> list[Link]:
    """The links in the text of a ruling, in order. Mentions in a label or citation are not in the text."""
    offsets = _offsets(ruling)
    return [
        Link(offsets[start], offsets[end - 1] + 1, mention.id)
        for mention in ruling.mentions
        for start, end in [mention.span]
        if start in offsets and end - 1 in offsets
    ]


def _offsets(ruling: Ruling) -> dict[int, int]:
    """Offset in `printed` → offset in `text`, for all characters except spaces; empty if the texts do not match."""
    printed, text = ruling.printed, ruling.text
    for citation in ruling.citations:
        printed = printed.replace(citation.printed, " " * len(citation.printed), 1)
    in_text = [i for i, character in enumerate(text) if not character.isspace()]
    in_printed = [i for i, character in enumerate(printed) if not character.isspace()]
    in_printed = in_printed[-len(in_text) :]  # without the label, which stands before the text
    matches = [printed[i] for i in in_printed] == [text[i] for i in in_text]
    return dict(zip(in_printed, in_text, strict=True)) if matches else {}


def linked(text: str, links: Iterable[Link], href_of_card: Callable[[str], str], start: int, end: int) -> Markup:
    """Characters `start` to `end` of a text as escaped HTML, with links to `href_of_card(id)`."""
    pieces: list[Markup] = []
    position = start
    for link in links:
        if position <= link.start and link.end <= end:
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
