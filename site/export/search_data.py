"""The knowledge base → `assets/search-data.js`: the data of the search in the page, loaded on first use.

It contains the documents of the search (`rulings.search.documents`) and its tables, but no index: the page analyses the
texts itself and ranks like the command line. Records are stored as columns (one string per column, one line per
record), because similar values compress best side by side. The first question of an entry is shown, so it is complete;
the others only affect the ranking, so their stems are enough (`question_terms`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulings.model.constants import PRINTED_NUMBERS
from rulings.model.ids import slug
from rulings.model.knowledge import Knowledge
from rulings.model.rows import SynonymRow, SynonymsData
from rulings.names import resolving
from rulings.search import index
from rulings.search.analysis import Analyzer
from rulings.search.card_names import positions_by_name
from rulings.search.constants import ABOUT_INHERITED, ABOUT_NAMED, ENTRY_KINDS
from rulings.search.documents import SearchDocument, documents
from rulings.search.fields import CARD_FIELDS, FIELDS, VALUE_FIELDS
from rulings.search.stored import QueryNameTables, QuestionStems
from rulings.search.synonyms import DEFAULT_WEIGHT
from rulings.site.export.question_terms import question_terms
from rulings.site.render.inert import escaped, inert

# The values of a column are numbered, and each number is a character: the first `COLUMN_LETTERS` numbers begin at
# `COLUMN_START`, the others at `COLUMN_CONTINUED`. None is a backslash, a quotation mark or a control character.
COLUMN_START = 0x30
COLUMN_LETTERS = 0x2C
COLUMN_CONTINUED = 0xA1 + 0x2C

# After the position of a card or topic: how much an entry is about it
_SUFFIXES = {ABOUT_NAMED: "", ABOUT_INHERITED: "i"}


def search_data_script(kb: Knowledge) -> str:
    """The script, which is always the same for the same knowledge base."""
    text = json.dumps(page_data(kb), ensure_ascii=False, separators=(",", ":"))
    return f"(window.Rulings=window.Rulings||{{}}).searchData={escaped(text)};\n"


def page_data(kb: Knowledge) -> dict[str, object]:
    """The columns of rulings, sections, steps, cards and topics, and the tables that the search uses."""
    opened = index.open_index(kb)
    settings = opened.settings
    analyzer = opened.analyzer
    searched = documents(kb)
    entries = [document for document in searched if document.kind in ENTRY_KINDS]
    card_fields = {field.name for field in CARD_FIELDS}  # a ruling has the values of its card

    def of_kind(kind: str) -> list[SearchDocument]:
        return [document for document in searched if document.kind == kind]

    return {
        "weights": settings["weights"],
        **analyzer.settings(),
        "fields": _field_table(),
        "synonyms": _synonyms(kb.synonyms),
        "sources": _sources(kb),
        "authorityNames": settings["authority_names"],
        "entries": _lines(map(_question_and_text, entries)),
        "questions": question_terms(analyzer, entries, _stems_of_each(opened.unanswered)),
        "about": _about(kb, entries),
        "fieldValues": _field_values(entries, [name for name in VALUE_FIELDS if name not in card_fields]),
        "status": _column(document.status for document in entries),
        "superseded_by": _references(entries, lambda document: document.superseded_by),
        "rulings": _rulings(kb, of_kind("ruling")),
        "sections": _sections(of_kind("section")),
        "steps": _lines(step.actor or "" for step in kb.steps),
        "cards": {"titles": _lines(card.title for card in kb.cards), **_cards(kb, of_kind("card"))},
        "topics": {"titles": _lines(t.title for t in kb.topics), "ids": _ids((t.title, t.id) for t in kb.topics)},
        "names": _names(kb, analyzer, settings["card_names"]),
    }


def _stems_of_each(questions: QuestionStems) -> list[list[str]]:
    """The stems of each of these questions."""
    stems_of: list[list[str]] = [[] for _ in questions["weights"]]
    for stem, numbers in questions["postings"].items():
        for number in numbers:
            stems_of[number].append(stem)
    return stems_of


def _field_table() -> list[dict[str, object]]:
    """What the page needs of the table of fields."""
    return [
        {
            "name": field.name,
            "kind": field.kind,
            "aliases": field.aliases,
            "value_aliases": dict(field.value_aliases),
            "by_word": field.by_word,
        }
        for field in FIELDS
    ]


def _sources(kb: Knowledge) -> list[dict[str, object]]:
    """The sources, each with its other names."""
    names = kb.synonyms.get("sources", {})
    return [
        {
            "id": document.id,
            "short": document.short,
            "title": document.title,
            "game": document.game,
            "names": [str(name) for name in names.get(document.short, ())],
        }
        for document in kb.documents
    ]


def _question_and_text(document: SearchDocument) -> str:
    """The first question and the text, in one column because they compress better side by side."""
    return "\n".join([" ".join(document.questions[0].split()) if document.questions else "", document.text])


def _synonyms(data: SynonymsData) -> dict[str, list[list[Any]]]:
    """For each group of synonyms its weight and words, and for words that only players use their meanings."""

    def row(group: SynonymRow, *words: Iterable[Any]) -> list[Any]:
        return [float(group.get("weight", DEFAULT_WEIGHT)), *map(_joined, words)]

    return {
        "same": [row(group, group["words"]) for group in data.get("same", ())],
        "typed": [row(group, group["words"], group["means"]) for group in data.get("typed", ())],
    }


def _about(kb: Knowledge, entries: Sequence[SearchDocument]) -> str:
    """Per entry, the cards and topics it is about besides its subject: `12` (card 12), `t3i` (topic 3, inherited)."""
    positions = {f"card/{card.id}": str(position) for position, card in enumerate(kb.cards)}
    positions |= {f"topic/{topic.id}": f"t{position}" for position, topic in enumerate(kb.topics)}
    return _lines(
        " ".join(
            positions[key] + _SUFFIXES[weight]
            for key, weight in sorted(document.about.items())
            if weight in _SUFFIXES and key in positions
        )
        for document in entries
    )


def _rulings(kb: Knowledge, rulings: Sequence[SearchDocument]) -> dict[str, object]:
    cards = {card.id: position for position, card in enumerate(kb.cards)}
    topics = {topic.id: position for position, topic in enumerate(kb.topics)}
    subjects = list(dict.fromkeys((r.subject.kind, r.subject.id) for r in kb.rulings))
    positions = {subject: position for position, subject in enumerate(subjects)}
    return {
        "subjects": " ".join(f"c{cards[id]}" if kind == "card" else f"t{topics[id]}" for kind, id in subjects),
        "subject": _deltas(positions[r.subject.kind, r.subject.id] for r in kb.rulings),
        "source": _column(document.source_id for document in rulings),
        "hash": "".join(document.id[-8:] for document in rulings),
        "authority": _column(document.authority for document in rulings),
        "dates": _lines(" ".join(document.dates) for document in rulings),
        "also_under": _references(rulings, lambda document: [id for id, _ in document.also_under]),
    }


def _sections(sections: Sequence[SearchDocument]) -> dict[str, object]:
    return {
        "titles": _lines(section.title for section in sections),
        "ids": _ids((f"{section.source} {section.title}", section.id) for section in sections),
        "source": _column(section.source_id for section in sections),
        "empty": " ".join(str(n) for n, section in enumerate(sections) if section.is_empty),
    }


def _references(entries: Sequence[SearchDocument], others: Callable[[SearchDocument], Iterable[str]]) -> str:
    """A column: for each entry, the distances in the list to the `others` that it refers to."""
    positions = {entry.id: position for position, entry in enumerate(entries)}
    return _lines(
        " ".join(str(positions[id] - position) for id in others(entry) if id in positions)
        for position, entry in enumerate(entries)
    )


def _cards(kb: Knowledge, cards: Sequence[SearchDocument]) -> dict[str, object]:
    """The values by which cards are filtered, and the numbers printed on cards."""
    field_values = _field_values(cards, VALUE_FIELDS)
    written = {name for name, _ in field_values}
    field_of = {field.attribute: field.name for field in FIELDS if field.name in written}
    return {
        "ids": _ids((card.title, card.id) for card in kb.cards),
        "fieldValues": field_values,
        "numbers": [
            [name, field_of.get(key) or _column(_text(getattr(card, key)) for card in kb.cards)]
            for key, name in PRINTED_NUMBERS.items()
        ],
    }


def _field_values(searched: Sequence[SearchDocument], names: Iterable[str]) -> list[tuple[str, list[Any]]]:
    """The fields of these names that the documents have values of, each with the column of the values."""
    return [
        (name, _column(_joined(document.field_values.get(name, ())) for document in searched))
        for name in names
        if any(name in document.field_values for document in searched)
    ]


def _names(kb: Knowledge, analyzer: Analyzer, tables: QueryNameTables) -> dict[str, object]:
    """The aliases of cards, and for each name in order the confidence that it means a card, in thousandths."""
    aliases = resolving.cached_name_tables(kb)["card"]["aliases"]
    confidences = {name: round(1000 * confidence) for name, (_, confidence) in tables["names"].items()}
    return {
        "aliases": _lines(f"{name}|{' '.join(map(str, numbers))}" for name, numbers in aliases.items()),
        "confidence": " ".join(str(confidences.get(name, 0)) for name in sorted(positions_by_name(kb, analyzer))),
        "printed": [[form, name, positions] for form, (name, positions) in tables["printed"].items()],
    }


def _text(value: Any) -> str:
    """The value as text; "" for None."""
    return "" if value is None else str(value)


def _joined(values: Iterable[Any]) -> str:
    """The values as one text, one on each line; a line break inside a value becomes a space."""
    return "\n".join(str(value).replace("\n", " ") for value in values)


def _column(values: Iterable[str]) -> list[Any]:
    """A column: the distinct values, and for each record the position of its value among them, as a character."""
    texts = [inert(value) for value in values]
    distinct = [value for value, _ in sorted(Counter(texts).items(), key=lambda item: (-item[1], item[0]))]
    positions = {value: position for position, value in enumerate(distinct)}
    return [distinct, "".join(_character(positions[value]) for value in texts)]


def _character(position: int) -> str:
    further = position - COLUMN_LETTERS
    return chr(COLUMN_START + position if further < 0 else COLUMN_CONTINUED + further)


def _ids(titles: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Position → id, for ids that do not follow from their titles by `slug`, as the page assumes."""
    return {str(position): id for position, (title, id) in enumerate(titles) if slug(title) != id}


def _lines(records: Iterable[str]) -> str:
    """A column with one record per line, each with a line break; line breaks inside a record become tabs."""
    return "".join(inert(record).replace("\t", " ").replace("\n", "\t") + "\n" for record in records)


def _deltas(numbers: Iterable[int]) -> str:
    """The difference of each number to the one before it: a repeated number gives `0`, consecutive numbers `1 1 1`."""
    deltas: list[str] = []
    before = 0
    for number in numbers:
        deltas.append(str(number - before))
        before = number
    return " ".join(deltas)
