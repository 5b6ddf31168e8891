"""The knowledge base → the end of `search.js`: the data of the search in the page, loaded on first
use.

It is what Python computed for the index of the command line, as plain numbers and words; the page
only splits texts and queries into words and ranks. In lists of numbers, a `number` of a document is
its position in `documents`; ascending numbers are written as the steps between them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs, to_builtins
from whoosh.query import Term

from rulings import edit_distance, naming
from rulings.deck import reading
from rulings.model import (
    entities,
    formatting,
    knowledge,
    page_table,
    plain_text,
    remarks,
    vocabulary,
)
from rulings.search import fields, inverted_index, parameters, passages, results, search_documents
from rulings.site import rendering

# The constants that the site's scripts share with Python → `js/constants.js`.

PATH = "js/constants.js"

CONSTANT_MODULES = (
    vocabulary,
    page_table,
    formatting,
    plain_text,
    fields,
    parameters,
    naming,
    edit_distance,
    reading,
)


def shared_constants() -> dict[str, Any]:
    """By name, the constants of these modules that a script names."""
    folder = Path(__file__).parent / "theme" / "js"
    scripts = " ".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.js")))
    named = set(re.findall("[A-Z][A-Z_]+", scripts))
    return {
        name: value
        for module in CONSTANT_MODULES
        for name, value in vars(module).items()
        if name in named
    }


def script() -> str:
    """The script, which must be loaded before the scripts that use it."""
    text = json.dumps(shared_constants(), default=sorted, ensure_ascii=False, separators=(",", ":"))
    return f"(window.Rulings=window.Rulings||{{}}).constants={text};\n"


# The scripts of the search in the page → one file, to save a phone a round trip for each of them.

# In `site/theme/js/engine`, in the order of execution, because each may use those before it.
_ENGINE_MODULES = (
    "analysis",
    "edit-distance",
    "names",
    "passages",
    "index",
    "conditions",
    "plain-words",
    "query",
    "ranking",
    "searching",
)
# The scripts that need no document, and can thus be run in Node; then the one that makes the
# elements of a hit.
ENGINE_SCRIPTS = (PATH, *(f"js/engine/{name}.js" for name in _ENGINE_MODULES))
SCRIPTS = (*ENGINE_SCRIPTS, "js/hits.js")


def bundle(scripts: Mapping[str, str]) -> str:
    """The scripts in order, given all scripts of the theme by path (`js/engine/ranking.js`)."""
    return "".join(scripts[path] for path in SCRIPTS)


_FIELD_KEYS = ("name", "kind", "aliases", "value_aliases", "by_word")
_SETTINGS = (
    "weights",
    "analyzer",
    "synonyms",
    "card_names",
    "names",
    "authority_names",
    "sources",
    "of_other_side",
    "rulebook",
)
# What is shown of a card, or a result is filtered by
_CARD_VALUES = ("side", "type", "set", "keyword")


def search_data_script(kb: knowledge.Knowledge) -> str:
    """The script, which is always the same for the same knowledge base. A browser reads JSON faster
    than a script.
    """
    text = rendering.json_text(rendering.inert_texts(page_data(kb)))
    literal = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"(window.Rulings=window.Rulings||{{}}).searchData=JSON.parse('{literal}');\n"


def name_table(kb: knowledge.Knowledge, known: Sequence[str]) -> dict[str, Any]:
    """The tables of names that are not simply titles: name → position of the thing, or positions of
    several.

    A thing is its position in what the page has anyway (`known`: `kind/id` of each) or else its
    kind, id and title.
    """
    index = naming.index_of(kb)
    number_of = {key: number for number, key in reversed(list(enumerate(known)))}
    titles = [plain_text.fold(thing.title) for thing in index.things]
    bare = [title.removeprefix("the ") for title in titles]

    def others(
        table: dict[str, list[int]], is_simple: Callable[[str, int], bool]
    ) -> dict[str, list[int]]:
        return {
            name: [at for at in positions if not is_simple(name, at)]
            for name, positions in table.items()
        }

    words = others(
        index.words,
        lambda word, at: any(word in (w, naming.singular(w)) for w in titles[at].split()),
    )
    spellings = others(
        index.spellings,
        lambda name, at: (
            " " in bare[at] and name in (bare[at].replace(" ", ""), naming.in_any_order(bare[at]))
        ),
    )

    def packed(table: dict[str, list[int]]) -> dict[str, Any]:
        return {name: at[0] if len(at) == 1 else at for name, at in table.items() if at}

    return {
        "things": [
            number_of.get(f"{thing.kind}/{thing.id}", [thing.kind, thing.id, thing.title])
            for thing in index.things
        ],
        "aliases": packed(index.aliases),
        "spellings": packed(spellings),
        "words": packed(words),
        "common": sorted(index.common),
    }


def page_data(kb: knowledge.Knowledge) -> dict[str, Any]:
    """The documents, the stems of their questions, the terms of fields, and the tables that the
    search uses.

    The questions are numbered in the order of their documents; those that nothing answers come
    last. By stem they compress best, because the questions of an entry stand side by side and share
    most of their stems.
    """
    index = kb.kept(inverted_index.open_index)
    known = {*index.lexicon(".terms"), *index.lexicon(".questions")}
    postings = {stem: found for stem in known if (found := index.postings(stem)).frequency}
    stems = sorted(postings, key=lambda stem: (-len(postings[stem].questions), stem))
    return {
        **{name: to_builtins(getattr(index.settings, name)) for name in _SETTINGS},
        "values": _phrases_by_role(index),
        "name_table": name_table(
            kb,
            [
                f"{kind}/{id}"
                for kind, id in zip(index.settings.kinds, index.settings.ids, strict=True)
            ],
        ),
        "other_game": {  # as words, the titles and terms are their own keys
            name: list(table.values())
            for name, table in to_builtins(index.settings.other_game).items()
        },
        "fields": [{name: getattr(field, name) for name in _FIELD_KEYS} for field in fields.FIELDS],
        "documents": _documents(kb, index),
        "terms": {
            name: {term: _steps(index.matching(Term(name, term))) for term in index.lexicon(name)}
            for name in (*fields.VALUE_FIELDS, ".printed", ".citation")
        },
        "stems": " ".join(stems),
        "frequencies": [postings[stem].frequency for stem in stems],
        "questions": ";".join(_steps(postings[stem].questions) for stem in stems),
        "question_documents": index.settings.question_documents,
    }


def _phrases_by_role(index: inverted_index.Index) -> dict[str, dict[str, str]]:
    """The lexicon of plain words: role → value → its phrases, which is shorter than by phrase."""
    found = dict[str, dict[str, list[str]]]()
    for phrase, roles in index.settings.values.lexicon.items():
        for role, value in roles.items():
            found.setdefault(role, {}).setdefault(value, []).append(phrase)
    return {
        role: {value: "|".join(phrases) for value, phrases in values.items()}
        for role, values in found.items()
    }


def _reservations(ruling: entities.Ruling) -> str:
    """What must be known of who said it and when: `◇ players’ council · ? doubtful date`."""
    marks = [mark for citation in ruling.citations for mark in formatting.citation_marks(citation)]
    kept = [mark for mark in marks if mark.kind not in ("restored", "unofficial")]
    return " · ".join(dict.fromkeys(f"{mark.sign} {mark.words}" for mark in kept))


def _documents(kb: knowledge.Knowledge, index: inverted_index.Index) -> dict[str, list[Any]]:
    """What the page has of the documents, by columns, because similar values compress best side by
    side.
    """
    searched = search_documents.documents(kb)
    titles = {document.short: document.title for document in kb.documents}
    source_ids = {document.short: document.id for document in kb.documents}
    standings = {document.short: formatting.brief_standing(document) for document in kb.documents}
    rulings = Counter(f"{r.subject.kind}/{r.subject.id}" for r in kb.rulings if not r.is_see_entry)
    divided = {section.id: passages.divide(section) for section in kb.sections}

    def row(number: int, document: search_documents.SearchDocument) -> dict[str, Any]:
        entity, kind = document.entity, document.kind
        is_passage = document.passage_number is not None
        latest = entity.latest_citation if isinstance(entity, entities.Ruling) else None
        about = [
            (index.number_of(key.partition("/")[2]), weight)
            for key, weight in sorted(document.about.items())
        ]
        values: dict[str, Any] = {
            "kind": kind,
            "id": document.id,
            "title": document.title,
            "sourceId": source_ids.get(document.source, ""),
            "source": document.source,
            "sourceTitle": titles[document.source] if kind in ("section", "step") else "",
            "sourceStanding": standings[document.source] if kind == "section" else "",
            "game": document.game,
            "text": "" if is_passage else document.text,  # of a passage, its lines
            "lines": None,
            "fragment": "",
            "path": entity.url if isinstance(entity, search_documents.FoundPage) else "",
            "question": " ".join(document.questions[0].split())
            if document.questions and not is_passage
            else "",
            "extraWords": document.extra_words,
            "citedWords": document.cited_words,
            "authority": latest.authority if latest else "",
            "venue": (latest.venue if latest else None) or "",
            "said": _reservations(entity) if isinstance(entity, entities.Ruling) else "",
            "dates": document.dates,
            "status": entity.status if isinstance(entity, entities.Ruling | entities.Step) else "",
            "remarks": (
                [said(remark) for remark in remarks.remarks(entity, remarks.WORDS)]
                if isinstance(entity, entities.Ruling | entities.Step)
                else None
            ),
            "alsoUnder": index.settings.also_under[number],
            "is": document.field_values.get("is", ()),
            "about": [[target, weight] for target, weight in about if target is not None],
            "count": rulings[f"{kind}/{document.id}"] if kind in ("card", "topic") else None,
            "line": results.counts_line(kb, entity) if isinstance(entity, entities.Card) else "",
            "prior": index.settings.priors[number],
            "boost": index.settings.boosts[number],
        }
        if isinstance(entity, entities.Section):
            section = divided[entity.id]
            passage = section.passages[document.passage_number or 0]
            told = [
                [*said(remark), sorted(some), sorted(every)]
                for remark, some, every in section.remarks
            ]
            values |= {"lines": [*passage.lines], "fragment": passage.fragment}
            values |= {"remarks": None if is_passage else told}
        is_card = kind == "card"
        return values | {
            name: document.field_values.get(name, ()) if is_card else None for name in _CARD_VALUES
        }

    def said(remark: remarks.Remark) -> list[str | int | None]:
        """Of a remark: relation, line with titles (`✗ superseded: follow Asp`), what decides or
        why, what to follow.
        """
        plain = structs.replace(remark, number=0)
        is_sign = plain.wording.level == remarks.SIGN
        line = (
            plain.before(1)
            if is_sign
            else [f"{plain.wording.sign} {plain.wording.prefix} ", *plain.targets()]
        )
        named = [
            kb.entry_title(p.id) if isinstance(p, remarks.Ref) and p.kind == "entry" else str(p)
            for p in line
        ]
        to = index.number_of(remark.to[0]) if remark.to and is_sign else None
        return [remark.relation, "".join(named), plain.decision if is_sign else plain.title, to]

    rows = [row(number, document) for number, document in enumerate(searched)]
    return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


def _steps(numbers: Iterable[int]) -> str:
    """The numbers in order, each as the difference to the one before it."""
    steps, before = list[str](), 0
    for number in sorted(numbers):
        steps.append(str(number - before))
        before = number
    return " ".join(steps)
