"""The knowledge base → pages by topic and by authority, and of what was changed: errata, reversals, the latest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup, escape

from rulings.knowledge import KnowledgeBase
from rulings.model import Authority, Note, Quotation, Ruling
from rulings.site.page import SitePage, shorten
from rulings.site.sayings import count
from rulings.site.structured import answers

LATEST = 20  # how many of the last dated rulings the page of news shows


def topic_pages(kb: KnowledgeBase) -> Iterator[SitePage]:
    """The list of topics, and a page for each."""
    rows = [(topic, kb.rulings_for(topic.id)) for topic in kb.topics]
    yield SitePage(
        url="topics/",
        template="topics.html",
        title="Topics",
        data={"rows": rows},
        twin="/api/topics.json",
        description=f"General rulings of Netrunner (1996) under {count(len(rows), 'heading')}.",
    )
    for number, (topic, rulings) in enumerate(rows):
        yield SitePage(
            url=f"topics/{topic.id}/",
            template="topic.html",
            title=topic.title,
            description=shorten(
                f"{topic.title}: {count(len(rulings), 'general ruling')} of Netrunner (1996). "
                f"{rulings[0].text if rulings else ''}"
            ),
            data={
                "topic": topic,
                "rulings": rulings,
                "previous": kb.topics[number - 1] if number else None,
                "next": kb.topics[number + 1] if number + 1 < len(kb.topics) else None,
            },
            back=("Topics", "/topics/"),
            entity=True,
            structured=answers(rulings),
            twin=f"/api/topics/{topic.id}.json",
        )


def authority_pages(kb: KnowledgeBase) -> Iterator[SitePage]:
    """Who spoke, from when to when, and a page with the rulings of each."""
    rows = [(authority, _spoken(kb, authority), _relayed(kb, authority)) for authority in kb.authorities]
    yield SitePage(
        url="authorities/",
        template="authorities.html",
        title="Authorities",
        data={"rows": rows},
        twin="/api/authorities.json",
        description="Who ruled on Netrunner (1996): people and documents, their roles, terms of office and rulings.",
    )
    for authority, spoken, relayed in rows:
        yield SitePage(
            url=f"authorities/{authority.id}/",
            template="authority.html",
            title=authority.name,
            description=shorten(
                f"{authority.name}: {authority.role}. {count(len(spoken), 'ruling')} of Netrunner (1996)."
            ),
            data={"authority": authority, "years": _by_year(spoken), "total": len(spoken), "relayed": relayed},
            back=("Authorities", "/authorities/"),
        )


def _spoken(kb: KnowledgeBase, authority: Authority) -> list[Ruling]:
    return [r for r in kb.rulings if any(c.authority == authority.name for c in r.citations)]


def _relayed(kb: KnowledgeBase, authority: Authority) -> list[Ruling]:
    return [r for r in kb.rulings if any(c.via and c.via in authority.names for c in r.citations)]


def _by_year(rulings: list[Ruling]) -> list[tuple[str, list[Ruling]]]:
    found = dict[str, list[Ruling]]()
    for ruling in sorted(rulings, key=lambda r: (r.date or "", r.source.lines)):
        found.setdefault(ruling.date[:4] if ruling.date else "without a date", []).append(ruling)
    return list(found.items())


def changed_pages(kb: KnowledgeBase) -> Iterator[SitePage]:
    """Errata; reversals and disagreements."""
    errata = [r for r in kb.rulings if r.kind == "errata"]
    sides = [("General", [r for r in errata if r.subject.kind == "topic"])]
    for side in ("Corp", "Runner"):
        of_side = [r for r in errata if r.subject.kind == "card" and kb.cards_by_id[r.subject.id].side == side]
        sides.append((side, sorted(of_side, key=lambda r: r.subject.title.casefold())))
    yield SitePage(
        url="errata/",
        template="errata.html",
        title="Errata",
        data={"sides": [(side, found) for side, found in sides if found], "total": len(errata)},
        description=f"All {len(errata)} errata of Netrunner (1996), official and unofficial, as they were given.",
    )
    reversals = [r for r in kb.rulings if r.reversal]
    yield SitePage(
        url="reversals/",
        template="reversals.html",
        title="Reversals and disagreements",
        data={"reversals": reversals, "notes": kb.notes},
        description=f"{count(len(reversals), 'ruling')} of Netrunner (1996) that take back an earlier one, and where "
        "two statements disagree.",
    )


def latest(kb: KnowledgeBase) -> list[Ruling]:
    """The rulings with the latest dates, newest first."""
    dated = [r for r in kb.rulings if r.date and r.kind != "see" and not any(c.doubt for c in r.citations)]
    return sorted(dated, key=lambda r: (r.date or "", r.source.lines), reverse=True)[:LATEST]


def additions(kb: KnowledgeBase) -> list[Ruling]:
    """Rulings newer than the printed list: those that stand in no edition of it. Newest first."""
    printed = {document.id for document in kb.documents}
    return sorted(
        (r for r in kb.rulings if r.source.document not in printed), key=lambda r: (r.date or "", r.id), reverse=True
    )


_ID = re.compile(r"[a-z0-9-]+-[0-9a-f]{8}")


def with_ids_linked(kb: KnowledgeBase, words: str, at: Any) -> Markup:
    """A note of ours as HTML: a ruling's id in it becomes a link that shows the ruling's subject."""
    pieces, start = list[Markup](), 0
    for match in _ID.finditer(words):
        ruling = kb.rulings_by_id.get(match[0])
        if ruling:
            pieces += [
                escape(words[start : match.start()]),
                Markup('<a href="{}">{}</a>').format(at(ruling.url), ruling.subject.title),
            ]
            start = match.end()
    return Markup("").join([*pieces, escape(words[start:])])


def quoted_from(kb: KnowledgeBase, quotation: Quotation) -> tuple[str, str]:
    """Where the words of a note stand: a title and an address."""
    if quotation.ruling in kb.rulings_by_id:
        ruling = kb.rulings_by_id[quotation.ruling]
        return f"ruling on {ruling.subject.title}", ruling.url
    document = kb.documents_by_id.get(quotation.document)
    title = document.title if document else quotation.document
    if quotation.section in kb.sections_by_id:
        section = kb.sections_by_id[quotation.section]
        return f"{title}, {section.title}", section.url
    if quotation.step:
        return f"{title}, step {quotation.step}", f"/run-chart/#step-{quotation.step}"
    return title, document.url if document else "/documents/"


def notes_on(kb: KnowledgeBase) -> Mapping[str, list[Note]]:
    """Ruling id → the disagreements it is quoted in."""
    found = dict[str, list[Note]]()
    for note in kb.notes:
        for quotation in (note.one, note.other):
            if quotation and quotation.ruling:
                found.setdefault(quotation.ruling, []).append(note)
    return found
