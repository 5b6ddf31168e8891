"""A Jinja2 environment and a knowledge base → that of the site's templates: all escaped, the model's words at hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jinja2
from markupsafe import Markup

from rulings import __version__
from rulings.ids import slug
from rulings.knowledge import KnowledgeBase
from rulings.model import ANDROID, Citation, Ruling, Section, Table
from rulings.site import sayings
from rulings.site.document_pages import GAMES, source_url
from rulings.site.moved import moved_anchors
from rulings.site.place import Place
from rulings.site.prose import prose
from rulings.site.said_pages import additions, latest, notes_on, quoted_from, with_ids_linked
from rulings.site.words import links_in, paragraphs, passages


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage of a ruling as a page shows it: its paragraphs and who stands behind them."""

    paragraphs: list[Markup]
    citations: tuple[Citation, ...]


def furnish(env: jinja2.Environment, kb: KnowledgeBase) -> jinja2.Environment:
    """Turns on escaping and gives the templates what they show. Text from the data is never a template."""
    env.autoescape = True
    env.trim_blocks = env.lstrip_blocks = True
    env.policies["json.dumps_kwargs"] = {"sort_keys": False, "ensure_ascii": False}
    env.undefined = jinja2.StrictUndefined
    authorities = {authority.name: authority for authority in kb.authorities}
    env.globals.update(
        kb=kb,
        version=__version__,
        games=GAMES,
        other_game=ANDROID,
        authorities=authorities,
        notes_on=notes_on(kb),
        moved_anchors=moved_anchors(kb),
        passages=passages_shown(),
        latest=lambda: latest(kb),
        additions=lambda: additions(kb),
    )
    env.filters.update(
        day=sayings.day,
        facts=sayings.facts,
        plural=sayings.plural,
        who=sayings.who,
        said=sayings.said,
        lines=sayings.lines,
        marks=lambda ruling: list(sayings.marks(ruling)),
        citation_marks=lambda citation: list(sayings.citation_marks(citation)),
        cite=lambda ruling: sayings.cite(ruling, kb.documents_by_id.get(ruling.source.document)),
        count=sayings.count,
        doubt=lambda doubt: sayings.DOUBTS.get(doubt, doubt.replace("-", " ")),
        slug=slug,
        source_url=lambda ruling: source_url(ruling.source.document, ruling.source.lines[0]),
        prose=section_prose,
        cell=table_cell,
        notes=lambda words, at: with_ids_linked(kb, words, at),
        quoted=lambda quotation: quoted_from(kb, quotation),
        mentioned=mentioned,
        nicknames=sayings.nicknames,
        rulings_of=kb.rulings_for,
    )
    return env


def passages_shown() -> Callable[[Ruling, Place], list[Shown]]:
    """Passages of a ruling with links from a place; the same ruling stands on many pages, so what was made is kept."""
    made = dict[tuple[str, str], list[Shown]]()

    def shown(ruling: Ruling, at: Place) -> list[Shown]:
        own = at.url == f"{ruling.subject.kind}s/{ruling.subject.id}/"
        key = (ruling.id, "" if own else at.base)
        if key not in made:
            links = [link for link in links_in(ruling) if ruling.subject.kind != "card" or link.id != ruling.subject.id]
            made[key] = [
                Shown(paragraphs(ruling.text, links, lambda id: at(f"/cards/{id}/"), p.start, p.end), p.citations)
                for p in passages(ruling)
            ]
        return made[key]

    return shown


def section_prose(section: Section, at: Place) -> Markup:
    """The text of a section with its cards linked."""
    return prose(section.text, section.mentions, lambda id: at(f"/cards/{id}/"))


_EMPHASIS = re.compile(r"[*_`]+")


def table_cell(words: str) -> str:
    """A cell of a printed table without the marks of emphasis around it."""
    return _EMPHASIS.sub("", words)


def mentioned(rulings: tuple[Ruling, ...]) -> list[tuple[Any, list[Ruling]]]:
    """Rulings under their subjects, in order: (subject, its rulings)."""
    found = dict[tuple[str, str], tuple[Any, list[Ruling]]]()
    for ruling in rulings:
        found.setdefault((ruling.subject.kind, ruling.subject.id), (ruling.subject, []))[1].append(ruling)
    return list(found.values())


__all__ = ["Shown", "Table", "furnish"]
