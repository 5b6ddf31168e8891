"""Makes the files for programs: JSON in the format of `rulings export`, site map, feed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape, quoteattr

from rulings.model import entities, formatting, knowledge, records, remarks, vocabulary
from rulings.search import search_documents
from rulings.site import content, navigation, rendering, search_data

# `sw.js`, the service worker for offline reading, and `offline.json`, the list of all files with
# hashes, sizes and, of pages, ends. A build is one state of all files; each has a service worker
# of its own, which saves the data anew.

_SCRIPTS = Path(__file__).parent / "theme" / "js"
_WORKER = ("saving.js", "service-worker.js")
# Beginnings of the paths that are not needed offline
_NOT_SAVED = ("sw.js", "offline.json", "feed.", "sitemap.", "opensearch.", "screenshots/", "api/")
# Files that are saved with the first visit: template → file
_FIRST_VISIT = {"404.html": "404.html", "home.html": "index.html"} | {
    f"{id}.html": f"{id}/index.html" for id in ("search", "run-chart", "deck")
}
_HASH_LENGTH = 12  # hex digits: enough to tell all versions of a file apart
_END_LENGTH = 6  # hex digits at the end of a page


def offline_files(folder: Path) -> dict[str, str]:
    """Adds a mark to the pages of the finished site in a folder, and makes both: name → text."""
    [assets] = (path.relative_to(folder).as_posix() for path in folder.glob("assets/*"))
    files: dict[str, tuple[str | int, ...]] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith(_NOT_SAVED):
            files[name] = _listed(path)
    hashes = json.dumps({path: listed[0] for path, listed in files.items()})
    build = sha256(hashes.encode()).hexdigest()[:8]
    loaded = {"js/before-paint.js", "card-data.js", *search_data.FILES}
    for template in _FIRST_VISIT:
        loaded.update(navigation.stylesheets_of(template), navigation.scripts_of(template))
    first_visit_paths = {*_FIRST_VISIT.values(), *(f"{assets}/{path}" for path in loaded)}
    # The smallest files come first; a small site lacks some pages.
    shell = sorted(first_visit_paths & files.keys(), key=lambda path: (files[path][1], path))
    built = {
        "BUILD": build,
        "ASSETS": assets,
        "NOT_SAVED": _NOT_SAVED,
        "SHELL": shell,
        "ROWS": {path: files[path] for path in files if path in shell or path.startswith(assets)},
    }
    worker = rendering.bundle((_SCRIPTS / name).read_text(encoding="utf-8") for name in _WORKER)
    # A script that ends within its block is none, and no worker: it was cut on its way.
    worker = f"{{\nself.built = {json.dumps(built)};\n{worker}}}"
    listed = json.dumps({"build": build, "files": files}, ensure_ascii=False) + "\n"
    return {"sw.js": worker, "offline.json": listed}


def _listed(path: Path) -> tuple[str | int, ...]:
    """Hash and compressed size of a file; of a page also the digits that are written at its end, by
    which it is known if a host has added something.
    """
    data, ends = path.read_bytes(), []
    if path.suffix == ".html":
        ends = [sha256(data).hexdigest()[:_END_LENGTH]]
        data = data.replace(b'data-end=""', f'data-end="{ends[0]}"'.encode())
        path.write_bytes(data)
    return (sha256(data).hexdigest()[:_HASH_LENGTH], len(zlib.compress(data)), *ends)


# Data for programs, readers of feeds, search engines and scripts


SUMMARY = f"The rulings on {vocabulary.THIS_GAME}, searchable, linked and cited."
_XML = '<?xml version="1.0" encoding="utf-8"?>\n'


def json_files(kb: knowledge.Knowledge) -> Iterator[tuple[str, str]]:
    """(path, JSON) of everything that pages show."""
    for card in kb.cards:
        yield f"api/cards/{card.id}.json", _json(knowledge.card_page(kb, card.id))
    for topic in kb.topics:
        yield f"api/topics/{topic.id}.json", _json(knowledge.topic_page(kb, topic.id))
    for document in kb.documents:
        data = {"document": document, "sections": kb.sections_in(document.id)}
        yield f"api/documents/{document.id}.json", _json(data)
    for kind in knowledge.EXPORTED:
        yield f"api/{kind}.json", _json(getattr(kb, kind))
    hits: list[dict[str, object]] = []
    for search_document in search_documents.documents(kb):
        if search_document.passage_number is not None:
            continue  # each section is listed once, as a whole
        entity = search_document.entity
        record = records.Record(
            search_document.id, search_document.kind, search_document.title, search_document.text
        )
        if isinstance(entity, entities.AnyEntry):
            record = records.record(entity)
        hits.append(
            {
                **record.to_dict(),
                "status": getattr(entity, "status", vocabulary.IN_FORCE),
                "url": entity.url,
                "document": search_documents.source_id(kb, entity, search_document.printed_in),
                "game": search_document.game,
                "score": None,
            }
        )
    yield "api/search.json", _json({"query": "", "total": len(hits), "notes": [], "hits": hits})


def _json(value: Any) -> str:
    return rendering.json_text(value) + "\n"


def sitemap(urls: Iterable[str], site_url: str) -> str:
    """The site map of the pages with these addresses (`/cards/`) at `site_url`. It has no dates:
    when the words of a page last changed is not known.
    """
    rows = "".join(f"<url><loc>{escape(site_url + url[1:])}</loc></url>\n" for url in sorted(urls))
    return f'{_XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'


def feed(
    kb: knowledge.Knowledge, editions: Iterable[dict[str, object]], site_name: str, site_url: str
) -> str:
    """The Atom feed: editions of the site, and added rulings. It contains no build date."""
    href = rendering.RelativeLinks("/feed.xml", site_url, has_address=bool(site_url))
    news = sorted(_news(kb, editions, href), key=itemgetter(0), reverse=True)
    entries = "".join(
        f"<entry><title>{escape(title)}</title><id>{_urn(name)}</id><updated>{timestamp}</updated>"
        f'<link rel="alternate" type="text/html" href={quoteattr(href)}/>'
        f'<content type="text">{escape(text)}</content></entry>\n'
        for _, timestamp, name, title, href, text in news
    )
    updated = max((row[1] for row in news), default=_timestamp(vocabulary.RELEASE_DATE))
    return (
        f'{_XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n'
        f"<title>{escape(site_name)}</title>\n<subtitle>{SUMMARY}</subtitle>\n"
        f"<id>{_urn('feed')}</id>\n<updated>{updated}</updated>\n"
        "<author><name>The rulings project</name></author>\n"
        f'<link rel="self" type="application/atom+xml" href={quoteattr(href("/feed.xml"))}/>\n'
        f'<link rel="alternate" type="text/html" href={quoteattr(href("/whats-new/"))}/>\n'
        f"{rendering.inert(entries)}</feed>\n"
    )


def _news(
    kb: knowledge.Knowledge, editions: Iterable[dict[str, object]], href: rendering.RelativeLinks
) -> Iterator[tuple[str, str, str, str, str, str]]:
    """What the feed contains: day, timestamp, name, title, address, text."""
    for edition in editions:
        version, words = edition["version"], str(edition.get("words") or "").strip()
        day = str(edition["date"])
        yield (
            day,
            _timestamp(day),
            f"edition/{version}",
            f"Edition {version}",
            href("/whats-new/"),
            words,
        )
    for ruling in content.additions(kb):
        marks = [mark for mark in formatting.ruling_marks(ruling) if mark.kind != ruling.status]
        words = formatting.marks_in_words(marks) + formatting.quoted_parts(ruling)
        text = f"{remarks.one_line(remarks.of(ruling))} {words}".lstrip()
        date = _timestamp(ruling.date or vocabulary.RELEASE_DATE)
        day, name = ruling.last_day or "", f"ruling/{ruling.id}"
        yield day, date, name, ruling.subject.title, href(ruling.url), text


def _urn(name: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'netrunner-rulings/{name}')}"


def _timestamp(date: str) -> str:
    """The timestamp (RFC 3339) of the start of an ISO date, month or year."""
    return "-".join([*date.split("-"), "01", "01"][:3]) + "T00:00:00Z"
