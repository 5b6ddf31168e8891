"""The knowledge base → `assets/search-data.js`: the data of the search in the page, loaded on first use.

It is what Python computed for the index of the command line, as plain numbers and words; the page only splits texts and
queries into words and ranks. In lists of numbers, a `number` of a document is its position in `documents`, that of a
stem its position in `stems`; ascending numbers are written as the steps between them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from msgspec import to_builtins
from msgspec.structs import asdict
from whoosh.query import Term

from rulings import names, quiz
from rulings.deck import reading
from rulings.model import constants as model_constants
from rulings.model import formatting, ids, knowledge, tournament
from rulings.search import constants as search_constants
from rulings.search import documents, fields, stored
from rulings.search import index as search_index
from rulings.site import rendering

# The constants that the site's scripts share with Python → `js/constants.js`.

PATH = "js/constants.js"


def script() -> str:
    """The script, which must be loaded before the scripts that use it."""
    others = {
        "PLURALS": formatting.PLURALS,
        "NETRUNNER": model_constants.NETRUNNER,
        "GAMES": model_constants.GAMES,
        "FAR_FUTURE": model_constants.FAR_FUTURE,
        "STATUS_MARKS": formatting.STATUS_MARKS,
        "SIGNS": formatting.SIGNS,
        "PLAYER_COUNT_PATTERN": tournament.PLAYER_COUNT_PATTERN,
        "MAX_QUOTED_LENGTH": ids.MAX_QUOTED_LENGTH,
        "MAX_PLAN_RANK": tournament.MAX_PLAN_RANK,
    }
    values = merged(*map(_constants_of, (search_constants, names, reading, quiz)), others)
    text = json.dumps(values, default=sorted, ensure_ascii=False, separators=(",", ":"))
    return f"(window.Rulings=window.Rulings||{{}}).constants={text};\n"


def _constants_of(module: ModuleType) -> dict[str, Any]:
    kinds = (int, float, str, tuple, frozenset, dict)
    return {k: v for k, v in vars(module).items() if k[0] != "_" and k.isupper() and type(v) in kinds}


def merged(*groups: Mapping[str, Any]) -> dict[str, Any]:
    """The constants of all groups, by name. Raises `ValueError` if two groups have a constant of the same name."""
    values: dict[str, Any] = {}
    for group in groups:
        if duplicates := sorted(values.keys() & group.keys()):
            raise ValueError(f"several constants for scripts are called {', '.join(duplicates)}")
        values |= group
    return values


# The scripts of the search in the page → one file, to save a phone a round trip for each of them.

# In `site/theme/js/engine`, in the order of execution, because each may use those before it.
_ENGINE_MODULES = (
    "analysis",
    "fields",
    "edit-distance",
    "names",
    "card-names",
    "expansion",
    "query-tree",
    "query-parts",
    "query-parser",
    "reranking",
    "passages",
    "index",
    "request",
    "explanation",
    "searching",
)
# The scripts that need no document, and can thus be run in Node; then the one that makes the elements of a hit.
ENGINE_SCRIPTS = (PATH, *(f"js/engine/{name}.js" for name in _ENGINE_MODULES))
SCRIPTS = (*ENGINE_SCRIPTS, "js/hits.js")


def bundle(scripts: Mapping[str, str]) -> str:
    """The scripts in order, given all scripts of the theme by path (`js/engine/reranking.js`)."""
    return "".join(scripts[path] for path in SCRIPTS)


_FIELD_KEYS = ("name", "kind", "aliases", "value_aliases", "by_word")
_CARD_VALUES = ("side", "type", "set", "keyword")  # what is shown of a card, or a result is filtered by


def search_data_script(kb: knowledge.Knowledge) -> str:
    """The script, which is always the same for the same knowledge base."""
    text = json.dumps(rendering.inert_texts(page_data(kb)), ensure_ascii=False, separators=(",", ":"))
    return f"(window.Rulings=window.Rulings||{{}}).searchData={rendering.escaped(text)};\n"


def page_data(kb: knowledge.Knowledge) -> dict[str, Any]:
    """The documents, the stems of their questions, the terms of fields, and the tables that the search uses."""
    index = search_index.open_index(kb)
    ranking = [index.ranking_data(number) for number in range(index.searcher.doc_count_all())]
    frequencies = Counter[str]()
    for data in ranking:
        frequencies.update({stem: len(asked) for stem, asked in data.questions.postings.items()})
    stems = sorted(
        index.lexicon(".terms"), key=lambda stem: (-frequencies[stem], stem)
    )  # common ones are short numbers
    numbers = {stem: number for number, stem in enumerate(stems)}
    position_of = {card.id: position for position, card in enumerate(kb.cards)}
    aliases = names.index_of(kb).forms("card", only_aliases=True)
    return {
        **to_builtins(index.settings),
        "card_names": {**asdict(index.settings.card_names), "ids": []},  # the page has them
        "aliases": {name: [position_of[id] for id in meant] for name, meant in aliases.items()},
        "fields": [{name: getattr(field, name) for name in _FIELD_KEYS} for field in fields.FIELDS],
        "documents": _documents(kb, index, ranking),
        "terms": {
            name: {term: _steps(index.searcher.docs_for_query(Term(name, term))) for term in index.lexicon(name)}
            for name in (*fields.VALUE_FIELDS, ".citation")
        },
        "stems": " ".join(stems),
        "frequencies": [index.settings.frequencies[stem] for stem in stems],
        **_questions(
            numbers,
            [*(data.questions for data in ranking if data.kind in search_constants.ENTRY_KINDS), index.unanswered],
        ),
    }


def _documents(
    kb: knowledge.Knowledge, index: search_index.Index, ranking: list[stored.RankingData]
) -> dict[str, list[Any]]:
    """What the page has of the documents, by columns, because similar values compress best side by side."""
    searched = documents.documents(kb)
    numbers = {document.id: number for number, document in reversed(list(enumerate(searched)))}
    titles = {document.id: document.title for document in kb.documents}
    standings = {document.id: document.standing for document in kb.documents}
    rulings = Counter(f"{r.subject.kind}/{r.subject.id}" for r in kb.rulings if not r.is_see_entry)

    def row(number: int, document: documents.SearchDocument) -> dict[str, Any]:
        key = f"{document.kind}/{document.id}"
        is_entry = document.kind in search_constants.ENTRY_KINDS
        about = {
            numbers[id]: weight for key, weight in document.about.items() if (id := key.partition("/")[2]) in numbers
        }
        values = {
            "kind": document.kind,
            "id": document.id,
            "title": document.title,
            "sourceId": document.source_id,
            "source": document.source,
            "sourceTitle": titles[document.source_id] if is_entry and document.kind != "ruling" else "",
            "sourceStanding": standings[document.source_id] if document.kind == "section" else "",
            "game": document.game,
            "text": document.text,
            "fragment": document.url.partition("#")[2] if document.kind == "section" else "",
            "question": " ".join(document.questions[0].split()) if document.questions else "",
            "extraWords": document.extra_words,
            "authority": document.authority,
            "dates": document.dates,
            "status": document.status if is_entry else "",
            "supersededBy": [numbers[id] for id in document.superseded_by if id in numbers],
            "alsoUnder": [numbers[id] for id, _ in document.also_under],
            "is": document.field_values.get("is", ()),
            "about": list(about.items()),
            "count": None if is_entry else rulings[key],
            "prior": ranking[number].prior if is_entry else None,
        }
        is_card = document.kind == "card"
        return values | {name: document.field_values.get(name, ()) if is_card else None for name in _CARD_VALUES}

    rows = [row(number, document) for number, document in enumerate(searched)]
    return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


def _questions(numbers: dict[str, int], groups: list[stored.QuestionStems]) -> dict[str, Any]:
    """The questions of all groups, numbered in order: for each stem those that contain it, and how many a group has.

    By stem they compress best, because the questions of an entry stand side by side and share most of their stems.
    """
    asked: list[list[int]] = [[] for _ in numbers]
    first = 0
    for group in groups:
        for stem, questions in group.postings.items():
            asked[numbers[stem]] += [first + question for question in questions]
        first += len(group.weights)
    return {"questions": ";".join(map(_steps, asked)), "question_counts": [len(group.weights) for group in groups]}


def _steps(numbers: Iterable[int]) -> str:
    """The numbers in order, each as the difference to the one before it."""
    steps, before = list[str](), 0
    for number in sorted(numbers):
        steps.append(str(number - before))
        before = number
    return " ".join(steps)
