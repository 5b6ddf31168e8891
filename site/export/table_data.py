"""The knowledge base → `assets/table-data.js`: the data of the pages for decks and practice, which scripts fill in.

Scripts read them as `Rulings.tableData`: `cards` (id, title, side, type, keywords, agenda points), `aliases` (name,
cards), `rulings`, `inherited` (card → subjects with their rulings), `steps`, `topics`, `construction` (rules for
decks), `quiz` (ruling, question). Cards and rulings are numbers: places in these lists. `rulings.model` puts citations,
marks and statuses into words; a status is a list of texts and of links (`["/cards/…", "Joan of Arc"]`).
"""

from __future__ import annotations

import json
from typing import Any

from rulings.deck.facts import construction_rules
from rulings.deck.library import library_of
from rulings.model import citing, formatting, marks, selecting
from rulings.model.passages import passages_of
from rulings.model.views import CardView, RulingView, StepView
from rulings.names.resolving import name_tables
from rulings.quiz.questions import make_questions
from rulings.site.render.inert import inert_texts
from rulings.site.views.data import SiteData
from rulings.site.views.entries import split_at_ids


def table_data_script(data: SiteData) -> str:
    """The script."""
    text = json.dumps(inert_texts(table(data)), ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c")  # so that no string can contain `</script>`
    return f"(window.Rulings=window.Rulings||{{}}).tableData={text};\n"


def table(data: SiteData) -> dict[str, object]:
    """The table as JSON data."""
    place = {card["id"]: n for n, card in enumerate(data.cards)}
    rulings = selecting.own_rulings(data.rulings)
    number = {ruling["id"]: n for n, ruling in enumerate(rulings)}
    names = name_tables(data.kb)["card"]
    return {
        "cards": [_card(card) for card in data.cards],
        "aliases": [[name, [place[names["ids"][i]] for i in numbers]] for name, numbers in names["alias"].items()],
        "rulings": [_ruling(data, ruling, place) for ruling in rulings],
        "inherited": {
            str(place[card["id"]]): groups for card in data.cards if (groups := _inherited(data, card, number))
        },
        "steps": [_step(step) for step in data.steps],
        "topics": [[topic["id"], topic["title"]] for topic in data.topics],
        "construction": _construction(data),
        "quiz": [[number[row["id"]], row["question"]] for row in make_questions(data.rulings, data.cards_by_id)],
    }


def _card(card: CardView) -> list[Any]:
    return [card["id"], card["title"], card["side"], card["type"], card["keywords"], card["agenda_points"] or 0]


def _ruling(data: SiteData, ruling: RulingView, place: dict[str, int]) -> dict[str, object]:
    subject = ruling["subject"]
    return {
        "id": ruling["id"],
        "url": ruling["url"],
        "errata": ruling["kind"] == "errata",
        "subject": place[subject["id"]] if subject["kind"] == "card" else [subject["id"], subject["title"]],
        "mentions": sorted({place[m["id"]] for m in ruling["mentions"] if m["id"] in place}),
        "question": ruling["questions"][0] if ruling["questions"] else "",
        "status_mark": mark["words"] if (mark := marks.status_mark(ruling)) else "",
        "status": [split_at_ids(data, marks.status_line(status)) for status in marks.statuses(ruling)],
        "marks": [mark["words"] for mark in marks.ruling_marks(ruling)],
        "passages": [
            [
                passage["text"],
                [
                    " · ".join([citing.attribution(c), *(mark["words"] for mark in marks.citation_marks(c))])
                    for c in passage["citations"]
                ],
            ]
            for passage in passages_of(ruling)
        ],
        "steps": ruling["steps"],
    }


def _inherited(data: SiteData, card: CardView, number: dict[str, int]) -> list[Any]:
    return [
        [group["from"]["title"], formatting.inherited_about(group), [number[r["id"]] for r in group["rulings"]]]
        for group in data.inherited(card["id"])
    ]


def _step(step: StepView) -> list[Any]:
    return [step["number"], step["text"], step["url"]]


def _construction(data: SiteData) -> list[dict[str, object]]:
    sources = library_of(data.kb).sources
    return [
        {**rule, "source": sources[id][0], "url": sources[id][1]}
        for rule in construction_rules()
        for id in (rule.get("ruling") or rule["section"],)
        if id in sources  # another knowledge base may not have it
    ]
