"""The blocks of the rulings document → the topics, and the line of each heading; restored headings are checked."""

from __future__ import annotations

from rulings.errors import RulingsError, quoted
from rulings.model.entities import Card, Reference, Restoration, Topic
from rulings.model.ids import fold, slug
from rulings.parser.lines import Line
from rulings.parser.rulings_document import Block, RulingsDocument, nearest_title


def require_titles_of_restored_headings(
    restorations: tuple[Restoration, ...], cards: dict[str, Card], path: str
) -> None:
    """Raises `RulingsError` if a restored heading with a side is not a card's title: a mistake in the restorations.

    `cards`: by folded title; `path`: that of the restorations.
    """
    for restoration in restorations:
        is_card = restoration.what == "heading" and restoration.side in ("corp", "runner")
        if is_card and fold(restoration.words) not in cards:
            raise RulingsError(
                f"{path}, line {restoration.row_line}: {quoted(restoration.words)} is not the title of a card; "
                f"{nearest_title(restoration.words, cards)}"
            )


def find_topics(document: RulingsDocument) -> tuple[Topic, ...]:
    """The topics, in order: the headings that are not titles of cards."""
    return tuple(
        Topic(slug(block.title), block.title, block.heading.restored)
        for block in document.blocks
        if block.title and block.heading and not block.card
    )


def find_headings(document: RulingsDocument, path: str) -> dict[tuple[str, str], Line]:
    """(kind, id) of each card and topic → the line of its heading. `path`: that of the document.

    Raises `RulingsError` if a heading appears twice.
    """
    headings: dict[tuple[str, str], Line] = {}
    for block in document.blocks:
        subject = subject_of(block)
        if subject is None or block.heading is None:
            continue
        key = subject.kind, subject.id
        if key in headings:
            raise RulingsError(
                f"{path}, line {block.heading.number}: the heading {quoted(block.title)} is already on line "
                f"{headings[key].number}"
            )
        headings[key] = block.heading
    return headings


def subject_of(block: Block) -> Reference | None:
    """The card or topic that the rulings of a block are about; None if its heading is lost."""
    if block.card:
        return Reference("card", block.card.id, block.card.title)
    return Reference("topic", slug(block.title), block.title) if block.title else None
