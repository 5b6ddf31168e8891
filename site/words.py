"""The words of a ruling and its citations → passages with links to the cards they name, one passage a citation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

from rulings.model import Citation, Mention, Ruling


@dataclass(frozen=True, slots=True)
class Link:
    """A card named in a text: characters `start` to `end` of it."""

    start: int
    end: int
    id: str


@dataclass(frozen=True, slots=True)
class Passage:
    """Words that stand behind one another's citations: a span of the ruling's text and who said it."""

    start: int
    end: int
    citations: tuple[Citation, ...]


def links_in(ruling: Ruling) -> tuple[Link, ...]:
    """Where in `ruling.text` its mentions stand, in order. Those inside a label or a citation have no place there."""
    place = _places(ruling)
    found = list[Link]()
    for mention in ruling.mentions:
        link = _moved(mention, place) if place else _searched(mention, ruling.text, found[-1].end if found else 0)
        if link and (not found or link.start >= found[-1].end):
            found.append(link)
    return tuple(found)


def _places(ruling: Ruling) -> dict[int, int]:
    """Character of `printed` → character of `text`, for all but spaces; empty where the two do not match."""
    printed, text = ruling.printed, ruling.text
    gone, at = set[int](), 0
    if ruling.label:
        gone.update(range(len(printed) - len(_without_label(printed, ruling.label))))
    last = -1
    for citation in ruling.citations:
        start = printed.find(citation.printed, at)
        if start < 0:
            return {}
        at = start + len(citation.printed)
        joined = last >= 0 and not citation.printed.startswith("(") and not printed[last:start].strip()
        gone.update(range(last if joined else start, at))
        last = at
    kept = [i for i, character in enumerate(printed) if i not in gone and not character.isspace()]
    shown = [i for i, character in enumerate(text) if not character.isspace()]
    if [printed[i] for i in kept] != [text[i] for i in shown]:
        return {}
    return dict(zip(kept, shown, strict=True))


def _without_label(printed: str, label: str) -> str:
    rest = printed
    for word in label.split():
        rest = rest.lstrip().removeprefix(word)
    return rest.lstrip(" \t:.")


def _moved(mention: Mention, place: dict[int, int]) -> Link | None:
    start, end = mention.span
    if start in place and end - 1 in place:
        return Link(place[start], place[end - 1] + 1, mention.id)
    return None


def _searched(mention: Mention, text: str, after: int) -> Link | None:
    words = " ".join(mention.words.split())
    start = text.find(words, after)
    return Link(start, start + len(words), mention.id) if start >= 0 else None


def passages(ruling: Ruling) -> tuple[Passage, ...]:
    """The text cut where its citations change, in order; words that nobody is cited for have none."""
    spans = dict[tuple[int, int], list[Citation]]()
    for citation in ruling.citations:
        spans.setdefault(citation.supports, []).append(citation)
    found, at = list[Passage](), 0
    for (start, end), citations in sorted(spans.items()):
        if start < at:  # two citations of overlapping words stand together, behind the longer passage
            if found:
                found[-1] = Passage(found[-1].start, max(end, at), (*found[-1].citations, *citations))
                at = found[-1].end
            continue
        if ruling.text[at:start].strip():
            found.append(Passage(at, start, ()))
        found.append(Passage(start, end, tuple(citations)))
        at = end
    if ruling.text[at:].strip() or not found:
        found.append(Passage(at, len(ruling.text), ()))
    return tuple(found)


def linked(
    text: str, links: Iterable[Link], href: Callable[[str], str], start: int = 0, end: int | None = None
) -> Markup:
    """Characters `start` to `end` of a text as HTML: everything escaped, the named cards linked to `href(card id)`."""
    end = len(text) if end is None else end
    pieces, at = list[Markup](), start
    for link in links:
        if start <= link.start and link.end <= end and link.start >= at:
            pieces.append(escape(text[at : link.start]))
            pieces.append(Markup('<a href="{}">{}</a>').format(href(link.id), text[link.start : link.end]))
            at = link.end
    pieces.append(escape(text[at:end]))
    return Markup("").join(pieces)


def paragraphs(text: str, links: Iterable[Link], href: Callable[[str], str], start: int, end: int) -> list[Markup]:
    """The lines of a passage, each as HTML: a procedure keeps its steps apart."""
    found, at, links = list[Markup](), start, tuple(links)
    for line in text[start:end].split("\n"):
        if line.strip():
            lead = len(line) - len(line.lstrip())
            found.append(linked(text, links, href, at + lead, at + len(line.rstrip())))
        at += len(line) + 1
    return found
