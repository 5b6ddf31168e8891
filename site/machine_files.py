"""Makes the files for programs: JSON in the format of `rulings export`,
site map, feed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

from rulings.model import (
    formatting,
    knowledge,
    remarks,
    subject_pages,
    vocabulary,
)
from rulings.search import search_documents
from rulings.site import page_parts, rendering

# `sw.js`, the service worker for offline reading, saves the shell at once: the files
# that readers do not save page by page. Each build has a service worker of its own. It
# contains the hashes of its shell.

_SCRIPTS = Path(__file__).parent / "theme" / "js"
WORKER = ("saving.js", "worker/caches.js", "worker/shell.js", "worker/answers.js")
# Beginnings of paths that are not needed offline
_NOT_SAVED = ("sw.js", "feed.", "sitemap.", "opensearch.", "screenshots/", "api/")
_PAGES_OF_SHELL = (
    *("404.html", "index.html", "search/index.html", "run-chart/index.html"),
    *("deck/index.html", "quiz/index.html", "marks/index.html"),
)
# These are saved first, because a reader may be waiting for them
_OF_SEARCH = ("names.js", "name-data.js", "search.js", "search-data.js")
_HASH_LENGTH = 12  # hex digits: enough, so all versions of a file differ
_END_LENGTH = 6  # hex digits at the end of a page


def service_worker(folder: Path, edition: str) -> str:
    """Marks the end of every page of the finished site in a folder, and makes the
    worker. `edition`: in words.
    """
    ends = {path: _add_end(path) for path in sorted(folder.rglob("*.html"))}
    [assets] = folder.glob("assets/*")
    paths = [folder / name for name in _PAGES_OF_SHELL]
    paths += sorted(assets.rglob("*.*"))
    shell = {}

    def saving_order(path: Path) -> tuple[bool, int]:
        """First what the search needs, then the smallest."""
        return path.name not in _OF_SEARCH, path.stat().st_size

    for path in sorted(filter(Path.is_file, paths), key=saving_order):
        data = path.read_bytes()
        digits = sha256(data).hexdigest()[:_HASH_LENGTH]
        end = [ends[path]] if path in ends else []
        shell[path.relative_to(folder).as_posix()] = (digits, len(data), *end)
    state = json.dumps(shell).encode()
    build = sha256(state).hexdigest()[:8]
    built = {
        "BUILD": build,
        "EDITION": f"{edition}, {build}",
        "ASSETS": assets.relative_to(folder).as_posix(),
        "NOT_SAVED": _NOT_SAVED,
        "SHELL": shell,
    }
    scripts = [(_SCRIPTS / name).read_text(encoding="utf-8") for name in WORKER]
    worker = rendering.bundle(scripts)
    # The block makes a truncated script a syntax error, so it cannot become a worker.
    return f"{{\nself.built = {json.dumps(built)};\n{worker}}}"


def _add_end(page: Path) -> str:
    """Writes digits at the end of a page. They identify the page even if a host adds
    something to it.
    """
    data = page.read_bytes()
    end = sha256(data).hexdigest()[:_END_LENGTH]
    page.write_bytes(data.replace(b'data-end=""', f'data-end="{end}"'.encode()))
    return end


# Data for programs, readers of feeds, search engines and scripts


SUMMARY = f"The rulings on {vocabulary.THIS_GAME}, searchable, linked and cited."


def json_files(kb: knowledge.Knowledge) -> Iterator[tuple[str, str]]:
    """(path, JSON) of a file for each card, topic and document, for the entities of each
    kind, and for all hits.
    """
    for card in kb.cards:
        card_page = subject_pages.card_page(kb, card.id)
        yield f"api/cards/{card.id}.json", _json(card_page)
    for topic in kb.topics:
        topic_page = subject_pages.topic_page(kb, topic.id)
        yield f"api/topics/{topic.id}.json", _json(topic_page)
    for document in kb.documents:
        data = {"document": document, "sections": kb.sections_in(document.id)}
        yield f"api/documents/{document.id}.json", _json(data)
    for kind, values in knowledge.export(kb).items():
        yield f"api/{kind}.json", _json(values)
    hits = [*_hits(kb)]
    results = {"query": "", "total": len(hits), "notes": [], "hits": hits}
    yield "api/search.json", _json(results)


def _hits(kb: knowledge.Knowledge) -> Iterator[dict[str, object]]:
    """Everything that the search finds, in the format of its hits."""
    for document in search_documents.documents(kb):
        if document.passage_number is not None:
            continue  # a section is listed once, not passage by passage
        entity = document.entity
        record = search_documents.record_of(kb, entity)
        source_name = document.source_name
        yield {
            **record.to_dict(),
            "status": getattr(entity, "status", vocabulary.IN_FORCE),
            "url": entity.url,
            "document": search_documents.source_id(kb, entity, source_name),
            "game": document.game,
            "score": None,
        }


def _json(value: Any) -> str:
    return rendering.json_text(value) + "\n"


def sitemap(urls: Iterable[str], site_url: str) -> str:
    """The site map of the pages with these addresses (`/cards/`) at `site_url`. It has
    no dates: nobody knows when the words of a page last changed.
    """
    rows = "".join(
        f"<url><loc>{escape(site_url + url[1:])}</loc></url>\n" for url in sorted(urls)
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{rows}</urlset>\n"
    )


def news(
    kb: knowledge.Knowledge,
    editions: Sequence[Mapping[str, Any]],
) -> list[dict[str, str]]:
    """The entries of the feed, newest first: released editions and added rulings. An
    addition has the day when it was added; without one, the day of the first edition
    since it was ruled, so no later edition makes it new again.
    """
    edition_days = [str(row["date"]) for row in editions if row.get("date")]
    rows = []
    for edition in editions:
        if date := edition.get("date"):
            rows.append(
                {
                    "name": f"edition/{edition['version']}",
                    "title": f"Edition {edition['version']}",
                    "date": str(date),
                    "url": "/whats-new/",
                    "text": str(edition.get("words") or "").strip(),
                }
            )
    for ruling in page_parts.additions(kb):
        all_marks = formatting.ruling_marks(ruling)
        marks = [mark for mark in all_marks if mark.kind != ruling.status]
        words = formatting.marks_in_words(marks) + formatting.quoted_with_attributions(
            ruling
        )
        verdict = remarks.one_line(remarks.of_entry(ruling))
        when_ruled = ruling.date or vocabulary.RELEASE_DATE
        since = [day for day in edition_days if day >= when_ruled]
        rows.append(
            {
                "name": f"ruling/{ruling.id}",
                "title": ruling.subject.title,
                "date": ruling.added or min(since, default=when_ruled),
                "url": ruling.url,
                "text": f"{verdict} {words}".lstrip(),
            }
        )
    return sorted(rows, key=itemgetter("date"), reverse=True)


def urn(name: str) -> str:
    """The id of an entry of the feed, the same in every build."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'netrunner-rulings/{name}')}"


def timestamp(date: str) -> str:
    """The timestamp (RFC 3339) of the start of an ISO date, month or year."""
    year, month, day = [*date.split("-"), "01", "01"][:3]
    return f"{year}-{month}-{day}T00:00:00Z"
