"""Makes the home page, the book and redirects, and lists all generated pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter

from rulings import errors
from rulings.model import entities, ids, knowledge, page_table, selecting, vocabulary
from rulings.model.base import grouped
from rulings.model.plain_text import count
from rulings.site import card_pages, content, document_pages, practice

# Home

MAX_KEYWORDS = 12


def commonest_keywords(kb: knowledge.Knowledge) -> list[tuple[str, int]]:
    """The keywords on the home page, each with its number of cards."""
    keywords = Counter(chain.from_iterable(map(attrgetter("keywords"), kb.cards)))
    return sorted(keywords.most_common(MAX_KEYWORDS))


# The book (`/book/`), a page to print: general rulings first, then the cards from A to Z


def book_page(kb: knowledge.Knowledge) -> Iterator[content.SitePage]:
    """The page to print."""
    cards = [card for card in kb.cards if kb.rulings_under(card.id)]
    ruling_count = len(selecting.without_see_entries(kb.rulings))
    reference_count = len(kb.rulings) - ruling_count
    contents = f"{count(ruling_count, 'ruling')} and {count(reference_count, 'cross-reference')}"
    yield content.SitePage(
        url="/book/",
        template="book.html",
        title="The book of rulings",
        parent=content.DOCUMENTS_BREADCRUMB,
        description=f"All {contents} of {vocabulary.THIS_GAME} on one page, to print: "
        f"{count(len(kb.topics), 'topic')} and {count(len(cards), 'card')} with marks, sources and an index.",
        context={
            "contents": contents,
            "letters": content.grouped_by_letter(cards),
            "cards": cards,
        },
        json_url="/api/rulings.json",
    )


# The page about the data


def about_the_data_page(kb: knowledge.Knowledge) -> Iterator[content.SitePage]:
    """The page about the data: word counts, restorations with their evidence, doubtful dates,
    licences.
    """
    doubtful: list[tuple[entities.Ruling, entities.Citation]] = []
    likely: list[tuple[entities.Ruling, entities.Citation]] = []
    for ruling in kb.rulings:
        for citation in ruling.citations:
            if citation.doubt:
                doubtful.append((ruling, citation))
            if citation.likely:
                likely.append((ruling, citation))
    doubts = Counter(citation.doubt for _, citation in doubtful)
    kinds = Counter(map(attrgetter("what"), kb.restorations))
    yield content.SitePage(
        url="/about-the-data/",
        template="about-the-data.html",
        title="About the data",
        json_url="/api/documents.json",
        description=f"Where every word comes from: {count(len(kb.documents), 'document')}, their word counts, "
        f"{count(len(kb.restorations), 'restored line')} with evidence, and the licences.",
        context={
            "doubts": sorted(doubts.items()),
            "kinds": sorted(kinds.items()),
            "doubtful": doubtful,
            "likely": likely,
        },
    )


# Redirects from `moved.yaml` (former id or address → id, or why there is none), and anchors where
# rulings and sections were

_NOTES = "/reversals/"


@dataclass(frozen=True, slots=True)
class Anchor:
    """An old anchor on a page, and the address to which its target has moved, or why nothing took
    its place. Without `id`, the page itself has moved or gone.
    """

    id: str
    target: str
    reason: str = ""


def _former_places(kb: knowledge.Knowledge) -> Iterator[tuple[str, Anchor]]:
    """The address of each page that has moved or gone, or of which a part has."""
    for old, new in sorted(kb.moved.items()):
        target = _address(kb, new)
        url, id = _former_place(kb, old, new)
        if target and url:
            yield url, Anchor(id, target)
    for old, reason in sorted(kb.withdrawn.items()):
        url, id = _former_place(kb, old, "")
        yield url or _NOTES, Anchor(id, "", reason)
        if id and not ids.is_ruling_id(old):  # it may have been a card
            yield f"/cards/{old}/", Anchor("", "", reason)


def _former_place(kb: knowledge.Knowledge, old: str, new: str) -> tuple[str, str]:
    """The address and the anchor that an old id or address had, before the `new` one. The anchor of
    a page is empty; so is the address if no page is known.

    A ruling was on the page of its subject; a section in the document of the new one; a note among
    the notes: only the id of a note could lead to another note or, without being the id of a
    ruling, to one.
    """
    if old.startswith("/"):
        return old, ""
    if ids.is_ruling_id(old):
        subject_id = old.rpartition("-")[0]
        subject = kb.cards_by_id.get(subject_id) or kb.topics_by_id.get(subject_id)
        return (subject.url if subject else ""), old
    if new in kb.cards_by_id:
        return f"/cards/{old}/", ""
    if new in kb.topics_by_id:
        return f"/topics/{old}/", ""
    if new in kb.notes_by_id or new in kb.rulings_by_id:
        return _NOTES, old
    section = kb.sections_by_id.get(new)
    return (section.url.partition("#")[0] if section else ""), old


def _address(kb: knowledge.Knowledge, id: str) -> str | None:
    """The address of the ruling, card, topic, section or note with that id, or None. An address
    stays as it is.
    """
    if id.startswith("/"):
        return id
    if id in kb.notes_by_id:
        return f"{_NOTES}#{id}"
    by_id = (kb.rulings_by_id, kb.cards_by_id, kb.topics_by_id, kb.sections_by_id)
    return next((things[id].url for things in by_id if id in things), None)


def moved_pages(
    kb: knowledge.Knowledge, pages: Mapping[str, content.SitePage]
) -> Iterator[content.SitePage]:
    """A redirect or a reason for each old address, unless one of the `pages` (by address) has it.

    Raises `RulingsError` for a new address that no page has.
    """
    urls = {*pages, *(f"/{page.id}/" for page in page_table.PAGES)}
    for old, new in sorted(kb.moved.items()):
        if new.startswith("/") and new not in urls:
            raise errors.RulingsError(
                f"moved.yaml: {old} redirects to {new}, and there is no such page"
            )
    for url, former in _former_places(kb):
        if not former.id and url not in pages:
            target = former.target
            yield content.SitePage(
                url=url,
                template="moved.html",
                title="Moved" if target else "Gone",
                description=f"This page moved to {target}." if target else former.reason,
                context={"target": target, "reason": former.reason},
                is_indexable=False,
            )


def moved_anchors(kb: knowledge.Knowledge) -> dict[str, list[Anchor]]:
    """The former anchors on each page, by its address."""
    return grouped((url, anchor) for url, anchor in _former_places(kb) if anchor.id)


def generated_pages(kb: knowledge.Knowledge) -> list[content.SitePage]:
    """All generated pages."""
    pages = [*chain.from_iterable(make_pages(kb) for make_pages in MAKERS)]
    return [*pages, *moved_pages(kb, {page.url: page for page in pages})]


MAKERS = (
    *card_pages.MAKERS,
    *document_pages.MAKERS,
    *(practice.quiz_page, book_page, about_the_data_page),
)
