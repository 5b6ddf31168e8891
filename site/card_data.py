"""The knowledge base → `assets/card-data.js`: the data of the pages for decks and practice, which scripts fill in.

Scripts read them as `Rulings.cardData`: `cards`, `aliases` (name, cards), `rulings`, `inherited` (card → subjects with
their rulings), `steps`, `topics`, `construction` (rules for decks), `quiz` (rulings with their questions). Everywhere
else, a card or ruling is given as its position in these lists. `rulings.model` puts citations, marks and statuses into
words; the pieces of a status are texts and links (`["/cards/…", "Joan of Arc"]`).
"""

from __future__ import annotations

import json

from rulings import names as names_module
from rulings import quiz
from rulings.deck import sheet
from rulings.model import entities, formatting, status
from rulings.site import content, rendering


def card_data_script(data: content.SiteData) -> str:
    """The script."""
    text = json.dumps(rendering.inert_texts(card_data(data)), ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c")  # so that no string can contain `</script>`
    return f"(window.Rulings=window.Rulings||{{}}).cardData={text};\n"


def card_data(data: content.SiteData) -> dict[str, object]:
    """The cards and rulings as JSON data."""
    card_positions = {card.id: position for position, card in enumerate(data.cards)}
    rulings = status.without_see_entries(data.rulings)
    ruling_positions = {ruling.id: position for position, ruling in enumerate(rulings)}
    return {
        "cards": [_card(card) for card in data.cards],
        "aliases": [
            [name, [card_positions[id] for id in ids]]
            for name, ids in names_module.index_of(data.kb).forms("card", only_aliases=True).items()
        ],
        "rulings": [_ruling(data, ruling, card_positions) for ruling in rulings],
        "inherited": {
            str(position): groups
            for position, card in enumerate(data.cards)
            if (groups := _inherited(data, card, ruling_positions))
        },
        "steps": [_step(step) for step in data.steps],
        "topics": [{"id": topic.id, "title": topic.title} for topic in data.topics],
        "construction": _construction(data),
        "quiz": [
            {"ruling": ruling_positions[row.id], "question": row.question}
            for row in quiz.make_questions(data.rulings, data.cards_by_id)
        ],
    }


def _card(card: entities.Card) -> dict[str, object]:
    return {
        "id": card.id,
        "title": card.title,
        "side": card.side,
        "type": card.type,
        "keywords": card.keywords,
        "points": card.agenda_points or 0,
    }


def _ruling(data: content.SiteData, ruling: entities.Ruling, card_positions: dict[str, int]) -> dict[str, object]:
    subject = ruling.subject
    return {
        "id": ruling.id,
        "url": ruling.url,
        "errata": ruling.kind == "errata",
        "subject": (
            card_positions[subject.id] if subject.kind == "card" else {"id": subject.id, "title": subject.title}
        ),
        "mentions": sorted({card_positions[m.id] for m in ruling.mentions if m.id in card_positions}),
        "question": status.shown_question(ruling) or "",
        "status_mark": mark.words if (mark := formatting.status_mark(ruling)) else "",
        "statuses": [
            {"kind": reason.kind, "pieces": content.split_at_ids(data, formatting.status_line(reason))}
            for reason in formatting.status_reasons(ruling)
        ],
        "marks": list(map(_mark, content.marks_besides_status(ruling))),
        "cited_parts": [
            {
                "text": part.text,
                "voices": [
                    {"words": formatting.attribution(c), "marks": list(map(_mark, formatting.citation_marks(c)))}
                    for c in part.citations
                ],
            }
            for part in formatting.cited_parts(ruling)
        ],
        "steps": ruling.steps,
    }


def _mark(mark: formatting.Mark) -> list[str]:
    """Kind, sign and words."""
    return [mark.kind, mark.sign, mark.words]


def _inherited(
    data: content.SiteData, card: entities.Card, ruling_positions: dict[str, int]
) -> list[dict[str, object]]:
    return [
        {
            "from": group.subject.title,
            "see": group.basis == "see",
            "about": formatting.inherited_about(group),
            "rulings": [ruling_positions[ruling.id] for ruling in group.rulings],
        }
        for group in data.inherited(card.id)
    ]


def _step(step: entities.Step) -> dict[str, object]:
    return {"number": step.number, "text": step.text, "url": step.url}


def _construction(data: content.SiteData) -> list[dict[str, object]]:
    sources = sheet.construction_sources(data.kb)
    return [
        {**rule, "source": sources[id][0], "url": sources[id][1]}
        for rule in sheet.construction_rules()
        for id in (rule.get("ruling") or rule["section"],)
        if id in sources  # another knowledge base may not have it
    ]
