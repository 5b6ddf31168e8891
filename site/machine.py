"""The knowledge base → files for machines: JSON twins in the contract's shapes, site map, feed, manifest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape, quoteattr

from rulings import __version__, shapes
from rulings.knowledge import KnowledgeBase
from rulings.model import NETRUNNER, Ruling
from rulings.site.page import SitePage
from rulings.site.said_pages import additions

SITE = "Netrunner rulings"
_SUMMARY = "The rulings of Netrunner (1996), searched, linked and cited."
_XML = '<?xml version="1.0" encoding="utf-8"?>\n'


def json_twins(kb: KnowledgeBase) -> Iterator[tuple[str, str]]:
    """Path → JSON for everything that a page shows."""
    for card in kb.cards:
        yield f"api/cards/{card.id}.json", _json(shapes.card_page(kb, card))
    for topic in kb.topics:
        yield (
            f"api/topics/{topic.id}.json",
            _json({"topic": shapes.topic(topic), "rulings": [shapes.ruling(r) for r in kb.rulings_for(topic.id)]}),
        )
    for document in kb.documents:
        sections = [shapes.section(section) for section in kb.sections if section.document == document.id]
        yield f"api/documents/{document.id}.json", _json({"document": shapes.document(document), "sections": sections})
    everything = shapes.export(kb)
    for kind in ("documents", "cards", "topics", "rulings", "sections", "steps", "tournament", "notes"):
        yield f"api/{kind}.json", _json(everything[kind])
    yield "api/authorities.json", _json([asdict(authority) for authority in kb.authorities])
    hits = list(_hits(kb))
    yield "api/search.json", _json({"query": "", "total": len(hits), "notes": [], "hits": hits})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _hits(kb: KnowledgeBase) -> Iterator[dict[str, Any]]:
    """Everything that can be found, each in the shape of a search hit."""
    games = {document.id: document.game for document in kb.documents}

    def hit(kind: str, id: str, title: str, document: str | None, text: str, url: str) -> dict[str, Any]:
        return {
            "kind": kind,
            "id": id,
            "title": title,
            "document": document,
            "game": games.get(document or "", NETRUNNER),
            "text": text,
            "score": None,
            "url": url,
        }

    for card in kb.cards:
        yield hit("card", card.id, card.title, None, f"{card.side} {card.type}", card.url)
    for topic in kb.topics:
        yield hit("topic", topic.id, topic.title, "netrunner-rulings", "", topic.url)
    for ruling in kb.rulings:
        yield hit("ruling", ruling.id, ruling.subject.title, ruling.source.document, ruling.text, ruling.url)
    for section in kb.sections:
        yield hit("section", section.id, section.title, section.document, section.text, section.url)
    for step in kb.steps:
        yield hit("step", f"run-chart-{step.number}", f"Step {step.number}", step.source.document, step.text, step.url)


def sitemap(pages: Iterable[str], site_url: str) -> str:
    """The addresses of all pages; without a `site_url` they are relative to the site's top."""
    rows = "".join(f"<url><loc>{escape(site_url + url)}</loc></url>\n" for url in sorted(pages))
    return f'{_XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'


def feed(kb: KnowledgeBase, editions: Iterable[dict[str, Any]], site_url: str) -> str:
    """Atom: the editions of this site, of the documents, and rulings added since. No entry is dated by the build."""
    entries = [_edition(edition, site_url) for edition in editions]
    entries += [_addition(ruling, site_url) for ruling in additions(kb)]
    entries += [
        (
            _moment(document.date),
            _entry(
                f"document/{document.id}/{document.edition}",
                f"{document.title}{', ' + document.edition if document.edition else ''}",
                _moment(document.date),
                site_url + document.url[1:] + _file(site_url),
                document.copyright or document.title,
            ),
        )
        for document in kb.documents
        if document.date
    ]
    entries.sort(reverse=True)
    updated = entries[0][0] if entries else "1996-04-26T00:00:00Z"
    return (
        f'{_XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n'
        f"<title>{SITE}</title>\n<subtitle>{_SUMMARY}</subtitle>\n"
        f"<id>{_urn('feed')}</id>\n<updated>{updated}</updated>\n<author><name>The rulings project</name></author>\n"
        f'<link rel="self" type="application/atom+xml" href={quoteattr(site_url + "feed.xml")}/>\n'
        f'<link rel="alternate" type="text/html" href={quoteattr(site_url + "whats-new/" + _file(site_url))}/>\n'
        + "".join(entry for _, entry in entries)
        + "</feed>\n"
    )


def _edition(edition: dict[str, Any], site_url: str) -> tuple[str, str]:
    moment = _moment(str(edition["date"]))
    words = str(edition.get("words") or "").strip()
    return moment, _entry(
        f"edition/{edition['version']}",
        f"Edition {edition['version']}",
        moment,
        f"{site_url}whats-new/{_file(site_url)}",
        words,
    )


def _addition(ruling: Ruling, site_url: str) -> tuple[str, str]:
    moment = _moment(ruling.date)
    path, _, anchor = ruling.url[1:].partition("#")
    return moment, _entry(
        f"ruling/{ruling.id}", ruling.subject.title, moment, f"{site_url}{path}{_file(site_url)}#{anchor}", ruling.text
    )


def _entry(name: str, title: str, moment: str, href: str, words: str) -> str:
    return (
        f"<entry><title>{escape(title)}</title><id>{_urn(name)}</id><updated>{moment}</updated>"
        f'<link rel="alternate" type="text/html" href={quoteattr(href)}/>'
        f'<content type="text">{escape(words)}</content></entry>\n'
    )


def _urn(name: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'netrunner-rulings/{name}')}"


def _moment(date: str | None) -> str:
    """An ISO date, or a year or month alone, as the moment it begins."""
    parts = (date or "1996-04-26").split("-")
    return "-".join([*parts, "01", "01"][:3]) + "T00:00:00Z"


def _file(site_url: str) -> str:
    return "" if site_url else "index.html"


def opensearch(site_url: str) -> str:
    """How a browser searches the site directly."""
    results = f"{site_url}search/{_file(site_url)}?q={{searchTerms}}"
    return (
        f'{_XML}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n<ShortName>{SITE}</ShortName>\n'
        f"<Description>{_SUMMARY}</Description>\n<InputEncoding>UTF-8</InputEncoding>\n"
        f'<Image width="16" height="16" type="image/svg+xml">{escape(site_url)}icon.svg</Image>\n'
        f'<Url type="text/html" method="get" template={quoteattr(results)}/>\n'
        '<Url type="application/opensearchdescription+xml" rel="self" '
        f"template={quoteattr(site_url + 'opensearch.xml')}/>\n</OpenSearchDescription>\n"
    )


def manifest() -> str:
    """What makes the site installable. Its addresses are relative to itself."""
    return _json(
        {
            "name": SITE,
            "short_name": "Rulings",
            "description": _SUMMARY,
            "lang": "en",
            "version": __version__,
            "id": "./",
            "start_url": "./index.html",
            "scope": "./",
            "display": "minimal-ui",
            "background_color": "#fbfaf6",
            "theme_color": "#20242c",
            "icons": [
                {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
                {"src": "icon-maskable.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "maskable"},
            ],
            "shortcuts": [
                {"name": "Run chart", "url": "./run-chart/index.html"},
                {"name": "Search", "url": "./search/index.html"},
            ],
        }
    )


def written(pages: Iterable[SitePage]) -> list[str]:
    """The addresses that belong on the site map."""
    return [page.url for page in pages if page.indexed]
