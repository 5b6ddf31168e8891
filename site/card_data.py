"""Makes the data of the pages for decks and practice: `card-data.js` and, for data that
no added ruling changes, `text-data.js`.

Scripts read both as `Rulings.cardData`: `cards`, `names` (see
`search_data.name_tables`), `headings` (see `decklist.headings`), `others` (titles of
the other game), `rulings`, `texts` (id → HTML of a ruling, as on the page of its card;
an added ruling has it as `html`), `inherited` (for each card, subjects with their
rulings), `quiz` (rulings with their questions). Everywhere else, a card or ruling is
its position in these lists.
"""

from __future__ import annotations

from collections.abc import Callable

from rulings.deck import decklist
from rulings.model import entities, formatting, ids, knowledge, subject_pages
from rulings.names import catalogue
from rulings.site import practice, search_data

# An added ruling changes none of these.
_FIXED = ("cards", "headings", "others", "texts")


def card_data_scripts(
    kb: knowledge.Knowledge,
    html_of: Callable[[entities.Ruling], str],
) -> dict[str, str]:
    """File name → script. `html_of`: makes the HTML of a ruling."""
    data = card_data(kb, html_of)
    fixed = {name: data.pop(name) for name in _FIXED}
    return {
        "text-data.js": search_data.data_script("cardData", fixed),
        "card-data.js": search_data.data_script("cardData", data),
    }


def card_data(
    kb: knowledge.Knowledge,
    html_of: Callable[[entities.Ruling], str],
) -> dict[str, object]:
    """The cards and rulings as JSON data."""
    card_positions = {id: position for position, id in enumerate(kb.cards_by_id)}
    ruling_positions = {id: position for position, id in enumerate(kb.rulings_by_id)}
    # Only the texts of printed rulings are the same whatever is added
    texts = dict[str, str]()
    texts_of_added = dict[str, str]()
    for ruling in kb.rulings:
        texts_of_kind = texts_of_added if _is_added(ruling) else texts
        texts_of_kind[ruling.id] = html_of(ruling)
    return {
        "cards": [
            {
                "id": card.id,
                "title": card.title,
                "side": card.side,
                "type": card.type,
                "keywords": card.keywords,
                "points": card.agenda_points or 0,
            }
            for card in kb.cards
        ],
        "names": search_data.name_tables(kb, [f"card/{card.id}" for card in kb.cards]),
        "headings": sorted(decklist.headings(catalogue.names_of(kb))),
        "others": sorted(catalogue.names_of(kb).other_game_titles),
        "rulings": [
            {
                **_ruling(ruling, card_positions),
                "html": texts_of_added.get(ruling.id),
            }
            for ruling in kb.rulings
        ],
        "texts": texts,
        "inherited": [
            _inherited_groups(kb, card, ruling_positions) for card in kb.cards
        ],
        "quiz": [
            {"ruling": ruling_positions[ruling.id], "question": text}
            for text, ruling in practice.questions(kb.rulings)
        ],
    }


def _is_added(ruling: entities.Ruling) -> bool:
    return ids.additions_path(ruling.source.document) is not None


def _ruling(
    ruling: entities.Ruling,
    card_positions: dict[str, int],
) -> dict[str, object]:
    subject = ruling.subject
    mentioned = {mention.id for mention in ruling.mentions}

    def positions(subject_ids: set[str]) -> list[int]:
        card_ids = subject_ids & card_positions.keys()
        return sorted(card_positions[id] for id in card_ids)

    reference: object = {"id": subject.id, "title": subject.title}
    if subject.kind == "card":
        reference = card_positions[subject.id]
    # Without the sign of a rule with exceptions: its HTML shows them
    marks = [mark for mark in formatting.list_marks(ruling) if mark.words]
    return {
        "id": ruling.id,
        "url": ruling.url,
        "erratum": ruling.erratum,
        "subject": reference,
        "mentions": positions(mentioned),
        "tied": positions(subject_pages.tied_subjects(ruling)),
        "question": ruling.question or "",
        "status_mark": formatting.marks_in_words(marks),
        "steps": ruling.steps,
    }


def _inherited_groups(
    kb: knowledge.Knowledge,
    card: entities.Card,
    ruling_positions: dict[str, int],
) -> list[dict[str, object]]:
    return [
        {
            "title": group.subject.title,
            "see": group.basis == "see",
            "about": formatting.inherited_about(group),
            "rulings": [ruling_positions[ruling.id] for ruling in group.rulings],
        }
        for group in kb.inherited(card.id)
    ]
