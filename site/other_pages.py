"""Makes the home page, the book and redirects, and lists all generated pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from operator import attrgetter

from rulings.model import entities, ids, knowledge, vocabulary
from rulings.model.plain_text import count
from rulings.site import card_pages, document_pages, page_parts, practice

# Home

MAX_KEYWORDS = 12


def commonest_keywords(kb: knowledge.Knowledge) -> list[tuple[str, int]]:
    """The keywords on the home page, each with its number of cards."""
    keywords = chain.from_iterable(card.keywords for card in kb.cards)
    counts = Counter(keywords)
    return sorted(counts.most_common(MAX_KEYWORDS))


# The book (`/book/`), a page to print: general rulings first, then cards from A to Z


def book_page(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The page to print."""
    subject_ids = {entry.subject.id for entry in kb.ruling_entries}
    cards = [card for card in kb.cards if card.id in subject_ids]
    references = count(len(kb.cross_references), "cross-reference")
    contents = f"{count(len(kb.rulings), 'ruling')} and {references}"
    yield page_parts.SitePage(
        url="/book/",
        template="book.html",
        title="The book of rulings",
        parent=page_parts.DOCUMENTS_BREADCRUMB,
        description=f"All {contents} of {vocabulary.THIS_GAME} on one page, to print: "
        f"{count(len(kb.topics), 'topic')} and {count(len(cards), 'card')} with marks, "
        "sources and an index.",
        context={
            "contents": contents,
            "letters": page_parts.letter_groups(cards),
            "cards": cards,
        },
    )


# The page about the data


def about_the_data_page(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The page about the data: word counts, restorations with their evidence, doubtful
    dates, licences.
    """
    citations = list[tuple[entities.Ruling, entities.Citation]]()
    for ruling in kb.rulings:
        citations += ((ruling, citation) for citation in ruling.citations)
    doubtful = [(ruling, citation) for ruling, citation in citations if citation.doubt]
    likely = [
        (ruling, citation) for ruling, citation in citations if citation.likely_date
    ]
    doubts = Counter(citation.doubt for _, citation in doubtful)
    kinds = Counter(map(attrgetter("what"), kb.restorations))
    yield page_parts.SitePage(
        url="/about-the-data/",
        template="about-the-data.html",
        title="About the data",
        description="Where every word comes from: "
        f"{count(len(kb.documents), 'document')}, their word counts, "
        f"{count(len(kb.restorations), 'restored line')} with evidence, and the "
        "licences.",
        context={
            "doubts": sorted(doubts.items()),
            "kinds": sorted(kinds.items()),
            "doubtful": doubtful,
            "likely": likely,
        },
    )


# Redirects from `moved.yaml` (former id or address → new id, or why there is none). The
# search itself knows former ids of rulings, sections and notes.


def _former_addresses(kb: knowledge.Knowledge) -> Iterator[tuple[str, str, str]]:
    """(old address, new address, reason) for each page that has moved or gone. The
    reason is for pages without a new address.
    """
    for old, new in sorted(kb.moved.items()):
        if old.startswith("/"):
            url = old
        elif new in kb.cards_by_id:
            url = f"/cards/{old}/"
        elif new in kb.topics_by_id:
            url = f"/topics/{old}/"
        else:
            continue
        if target := _address(kb, new):
            yield url, target, ""
    for old, reason in sorted(kb.withdrawn.items()):
        if not ids.is_ruling_id(old):  # another id may be a former topic, never a card
            url = old if old.startswith("/") else f"/topics/{old}/"
            yield url, "", reason


def _address(kb: knowledge.Knowledge, id: str) -> str | None:
    """The address of the ruling, card, topic, section or note with this id, or None. An
    address is returned unchanged.
    """
    if id.startswith("/"):
        return id
    if id in kb.notes_by_id:
        return f"/reversals/#{id}"
    subject = kb.cards_by_id.get(id) or kb.topics_by_id.get(id)
    entity = kb.entry(id) or subject
    return entity.url if entity else None


def moved_pages(
    kb: knowledge.Knowledge,
    pages: Mapping[str, page_parts.SitePage],
) -> Iterator[page_parts.SitePage]:
    """A redirect or a reason for each old address, unless one of the `pages` (by
    address) has it.
    """
    for url, target, reason in _former_addresses(kb):
        if url in pages:
            continue
        title, description = "Gone", reason
        if target:
            title, description = "Moved", f"This page has moved to {target}."
        yield page_parts.SitePage(
            url=url,
            template="moved.html",
            title=title,
            description=description,
            context={"target": target, "reason": reason},
            is_indexable=False,
        )


def generated_pages(kb: knowledge.Knowledge) -> list[page_parts.SitePage]:
    """All generated pages."""
    pages = [*chain.from_iterable(make_pages(kb) for make_pages in MAKERS)]
    pages_by_url = {page.url: page for page in pages}
    return [*pages, *moved_pages(kb, pages_by_url)]


MAKERS = (
    *card_pages.MAKERS,
    *document_pages.MAKERS,
    *(practice.quiz_page, book_page, about_the_data_page),
)
