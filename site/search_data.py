"""Makes the data of the search in the page: `name-data.js`, `search-data.js` and, at the
end of `search.js`, data that no added ruling changes. A page loads them on first use.

The names of cards, topics, people, keywords and pages come first; they can be suggested
and opened before the other data arrive. Python computes all data for the index of the
command line and writes them as plain numbers and words; the page only splits texts and
queries into words, and ranks. The `slot` of a document in a list is its position
among the entries and then the names (in `name-data.js`, among the names alone).
Ascending numbers are written as differences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, pairwise
from typing import Any

from msgspec import Struct, structs, to_builtins

from rulings.deck import decklist
from rulings.model import (
    dates,
    entities,
    formatting,
    ids,
    knowledge,
    page_table,
    plain_text,
    remarks,
    vocabulary,
)
from rulings.names import (
    addresses,
    catalogue,
    edit_distance,
    name_matching,
    name_table,
    names_in_query,
    numbering,
    spelling,
)
from rulings.search import (
    fields,
    index_tables,
    inverted_index,
    messages,
    parameters,
    passages,
    query_patterns,
    query_words,
    search_documents,
    sentences,
)
from rulings.site import other_pages, page_parts, rendering

# Constants that scripts share with Python (`js/constants.js`)

CONSTANTS_PATH = "js/constants.js"

# Module → the names of its constants that scripts use
SHARED_CONSTANTS = {
    vocabulary: "ANDROID ENTRY_KINDS GAMES NETRUNNER RULING_KINDS",
    page_table: "FILTERS QUERIES",
    dates: (
        "DATE_FILLERS DATE_IN_FIGURES DATE_SHAPES DAY_PATTERN MONTHS SPACES_IN_FIGURES"
    ),
    formatting: "SIGNS",
    remarks: "RELATIONS",
    plain_text: "GAP LINE_END_IN_ID MAX_QUOTED_LENGTH PLAIN_SIGNS SPELLED_OUT",
    fields: "CHOICE_FIELDS DOCUMENT_KINDS ORDER_PATTERN SORTED_FIELDS",
    index_tables: "CITATION_FIELDS",
    parameters: (
        "ABOUT_INHERITED ABOUT_SUBJECT EQUAL_SHARE FEW_QUESTIONS FEW_WORDS "
        "FOUND_BY_FIELD HIGHLIGHTED_SYNONYM_WEIGHT JOINED_SHARE MAX_BESIDE_NAMES "
        "MAX_FIGURES MAX_JOINED MAX_KNOWN_VALUES MAX_LISTED MAX_NEAREST_WORDS "
        "MAX_NOTES MAX_NOTE_QUOTE_LENGTH MAX_OTHER_TITLE_WORDS MAX_PARTS "
        "MAX_PASSAGE_LENGTH MAX_PASSAGE_LINES MAX_PASTED_LENGTH MAX_WILDCARD_WORDS "
        "MAX_QUERY_LENGTH MAX_SHOWN_LENGTH MAX_SYNONYM_WORDS MAX_TOPIC_WORDS "
        "MAX_UNRULED_CARDS MAX_WORDS MAX_WORD_LENGTH MIN_SHARE_OF_BEST NEAR_SHARE "
        "OFFICIAL_SHARE SHORT_QUERY_WORDS SHOWN_NATURES VARIANTS"
    ),
    query_patterns: (
        "ABBREVIATION_PATTERN ANY_FIELD_PATTERN APART_PATTERN COMPARING_SIGNS "
        "COMPARING_SIGN_PATTERN ENDING_PATTERN EXCLUDING_PATTERN FIELD_PATTERN "
        "FIGURE_PATTERN GAME_PATTERN NUMBER_RANGE_PATTERN OPERATORS OR_PATTERN "
        "PUNCTUATION_PATTERN RANGE_PATTERN SIGN_PATTERN SITE_NAME_PATTERN TOKEN_PATTERN"
    ),
    query_words: (
        "ARTICLES ASKED_NATURES ASKING_KINDS EVERYDAY_WORDS FILLERS "
        "LIMITING_KINDS NATURE_KINDS"
    ),
    messages: "NO_FIELD",
    addresses: "WORDS_BESIDE",
    name_table: (
        "EXACT JOINERS KINDS MAX_AMBIGUOUS_NAMES MAX_NAME_WORDS MEANINGS NAME NAMED_KINDS NOUN"
    ),
    name_matching: (
        "MAX_MISSPELT_WORDS MAX_NAME_LENGTH MAX_SUGGESTIONS MIN_PREFIX_LENGTH "
        "MIN_SIMILARITY MIN_TOPIC_PREFIX_LENGTH MIN_TYPO_LENGTH "
        "MIN_TYPO_NAME_LENGTH TITLE_WORD_PENALTY"
    ),
    names_in_query: (
        "LEAST_SURE LONG_TITLE_CONFIDENCE MAX_TYPOS MIN_CLEAR_PREFIX_LENGTH "
        "OTHER_NAME_CONFIDENCE TYPO_FACTOR TYPO_WINDOW"
    ),
    spelling: "TITLE_STOP_WORDS",
    numbering: (
        "FIGURES FIGURES_RANGE_PATTERN LINKING_WORDS NUMBER_LABEL_PATTERN NUMBER_PATTERN "
        "UNNUMBERED_PATTERN"
    ),
    edit_distance: (
        "EDIT_THRESHOLDS EXTRA_WORD_EDITS MIN_EXCHANGED_LENGTH MIN_TYPO_EDIT_LENGTH"
    ),
    decklist: (
        "COMMENT_PATTERN COUNTED_LAST_PATTERN COUNT_PATTERN MAX_CARD_NAME_LENGTH "
        "MAX_DECK_BYTES MAX_DECK_LINES MAX_DECK_NAMES MAX_LISTED_LINES "
        "NUMBER_OF_CARDS_PATTERN SET_PATTERN TIMES_PATTERN"
    ),
}


def script() -> str:
    """The script with the shared constants by name. It must be loaded before others."""
    shared = {}
    for module, names in SHARED_CONSTANTS.items():
        for name in names.split():
            shared[name] = getattr(module, name)
    text = json.dumps(shared, default=sorted, ensure_ascii=False, separators=(",", ":"))
    return f"(window.Rulings=window.Rulings||{{}}).constants={text};\n"


# One bundle for decks and practice, one for names, and one for the rest of the search:
# each file costs a phone a round trip


def _engine(*names: str) -> tuple[str, ...]:
    return tuple(f"js/engine/{name}.js" for name in names)


_NAME_READERS = (
    "analysis",
    "spelling",
    "edit-distance",
    "name-table",
    "name-matching",
)
# In the order of execution, because a script may use the scripts before it. All can run
# in Node, without a document, except `hits.js` and `card-data.js`. These make elements.
BUNDLES = {
    "js/cards.js": (
        CONSTANTS_PATH,
        *_engine(*_NAME_READERS, "names-in-query"),
        "js/card-data.js",
    ),
    "names.js": (
        CONSTANTS_PATH,
        *_engine(*_NAME_READERS, "addresses", "search-documents"),
        "js/name-search.js",
        "js/hits.js",
    ),
    "search.js": _engine(
        "sentences",
        "query-patterns",
        "dates",
        "numbering",
        "names-in-query",
        "passages",
        "inverted-index",
        "terms",
        "filters",
        "query-language",
        "query-names",
        "ranking",
        "search-request",
        "retrieval",
        "snippets",
        "messages",
        "answerability",
        "pipeline",
    ),
}

_FIELD_KEYS = (
    "name",
    "value_type",
    "aliases",
    "values_by_alias",
    "by_word",
    "attribute",
)
_SHIPPED_TABLES = (
    "weights",
    "synonyms",
    "name_confidences",
    "sources_by_name",
    "passages_of_opponent",
    "rulebook",
)
# The columns of the documents contain these fields, so their postings are left out.
_FIELDS_OF_DOCUMENTS = {"is", "in", "game", "kind"}
# An added ruling changes none of these.
_FIXED = (
    "sentences",
    "synonyms",
    "rulebook",
    "other_game",
    "fields",
    "card_texts",
    "card_facts",
    "sources_by_name",
    "numbered_documents",
)
# The names of cards, topics, keywords and people already contain the titles of pages with
# these templates.
_TEMPLATES_OF_NAMED_PAGES = (
    "card.html",
    "topic.html",
    "keyword.html",
    "authority.html",
)
# Address from the root → the contents of the page that no search finds
_UNSEARCHED_PARTS = {
    "reversals/": "exceptions and clarifications",
    "whats-new/": "the editions of the site",
}
# Values that are shown with a card, or that results are filtered by
_CARD_VALUES = ("side", "type", "set", "keyword")
# Column → the value for documents of a kind without this column
_COLUMN_DEFAULTS = {
    "lines": None,
    "paragraphs": None,
    "fragment": "",
    "path": "",
    "authority": "",
    "attributions": "",
    "alsoUnder": (),
    "line": "",
    **dict.fromkeys(_CARD_VALUES),
}


def data_script(name: str, data: dict[str, Any]) -> str:
    """A script that adds data to the object with this name. Browsers read JSON faster
    than a script.
    """
    text = rendering.json_text(rendering.inert_texts(data))
    literal = text.replace("\\", "\\\\").replace("'", "\\'")
    target = f"(window.Rulings=window.Rulings||{{}}).{name}??={{}}"
    return f"Object.assign({target},JSON.parse('{literal}'));\n"


def data_scripts(kb: knowledge.Knowledge) -> dict[str, str]:
    """File → the script added to its end, always the same for a knowledge base."""
    data = search_data(kb)
    fixed = {name: data.pop(name) for name in _FIXED}
    return {
        "name-data.js": data_script("nameData", named_documents(kb)),
        "search.js": data_script("searchData", fixed),
        "search-data.js": data_script("searchData", data),
    }


def name_tables(kb: knowledge.Knowledge, keys: Sequence[str]) -> dict[str, Any]:
    """Name → positions of references, for the names that the page cannot derive from
    titles.

    A reference is its position in `keys` (`kind/id` of what the page has anyway) or, if
    it is not there, its kind, id and title.
    """
    names = catalogue.names_of(kb)
    # If several documents have a key, the first counts
    positions_by_key = dict[str, int]()
    for position, key in enumerate(keys):
        positions_by_key.setdefault(key, position)
    references = []
    for reference in names.references:
        values = [reference.kind, reference.id, reference.title]
        references.append(
            positions_by_key.get(f"{reference.kind}/{reference.id}", values)
        )
    titles = [plain_text.fold(reference.title) for reference in names.references]

    # The page finds words of titles, and their plurals, without the tables
    def is_word_of_title(word: str, position: int) -> bool:
        words = titles[position].split()
        return word in words or word in map(plain_text.singular, words)

    # … and titles that are written together or with their words in another order
    def is_respelt_title(name: str, position: int) -> bool:
        title = titles[position].removeprefix("the ")
        spellings = (title.replace(" ", ""), spelling.any_order_key(title))
        return " " in title and name in spellings

    return {
        "references": references,
        "aliases": names.aliases,
        "spellings": _not_derivable(names.spellings, is_respelt_title),
        "words": _not_derivable(names.words, is_word_of_title),
        "common": sorted(names.common),
    }


def _not_derivable(
    table: dict[str, list[int]],
    is_derivable: Callable[[str, int], bool],
) -> dict[str, list[int]]:
    """The part of a table that the page cannot derive from titles."""
    part = {}
    for name, all_positions in table.items():
        positions = [p for p in all_positions if not is_derivable(name, p)]
        if positions:
            part[name] = positions
    return part


def subject_ids(kb: knowledge.Knowledge) -> list[str]:
    """The ids of the cards and topics. They come first among the names."""
    return [*kb.cards_by_id, *kb.topics_by_id]


def named_documents(kb: knowledge.Knowledge) -> dict[str, Any]:
    """The documents that the search finds by name, and the tables of names."""
    index = kb.computed(inverted_index.open_index)
    tables = index.tables
    count = len(index.entry_slots)
    keys = [search_document.key for search_document in index.documents[count:]]
    columns = _Documents(kb, index).columns(slice(count, None))
    del columns["about"]
    slots = range(count, index.count)
    columns["aboutCount"] = [len(index.documents_about(slot)) for slot in slots]
    return {
        "documents": columns,
        "document_sources": {
            document.short: {
                "id": document.id,
                "title": document.title,
                "standing": formatting.brief_standing(document),
            }
            for document in kb.documents
        },
        "names": name_tables(kb, keys),
        "slots_by_name": {
            name: [slot - count for slot in document_slots]
            for name, document_slots in tables.slots_by_name.items()
        },
        "analyzer": to_builtins(tables.analyzer),
    }


def search_data(kb: knowledge.Knowledge) -> dict[str, Any]:
    """The entries, the texts of cards, the postings, and the tables that the search
    uses.
    """
    index = kb.computed(inverted_index.open_index)
    site_pages = other_pages.generated_pages(kb)
    return {
        "pages": _pages(kb, index, site_pages),
        "titles": {
            page.url[1:]: page.title
            for page in site_pages
            if page.template not in _TEMPLATES_OF_NAMED_PAGES
        },
        "without": _UNSEARCHED_PARTS,
        "sentences": sentences.SENTENCES,
        "standings": {
            authority.id: authority.standing_in_words for authority in kb.authorities
        },
        "moved": kb.moved,
        "withdrawn": kb.withdrawn,
        **{name: to_builtins(getattr(index.tables, name)) for name in _SHIPPED_TABLES},
        "other_game": {  # titles and terms are words, so they are their own keys
            name: list(table.values())
            for name, table in to_builtins(index.tables.other_game).items()
        },
        "numbered_documents": to_builtins(index.names.numbered_documents),
        "word_kinds": dict(sorted(index.word_kinds.items())),
        "asked_natures": index.asked_natures,
        "fields": [
            {name: getattr(field, name) for name in _FIELD_KEYS}
            for field in fields.FIELDS
        ],
        "documents": _Documents(kb, index).columns(slice(len(index.entry_slots))),
        "card_texts": [
            search_document.text
            for search_document in search_documents.documents(kb)
            if search_document.kind == "card"
        ],
        "card_facts": [" · ".join(formatting.line_facts(card)) for card in kb.cards],
        **_postings(index),
    }


def _postings(index: inverted_index.Index) -> dict[str, Any]:
    """The terms of fields, and the stems of our questions.

    Questions are numbered in the order of their documents; those without an answer come
    last. Lists of questions by stem compress best, because the questions of one entry
    are neighbours and share most of their stems.
    """
    stem_fields = (".terms", ".cited", ".questions")
    known_stems = set[str]().union(*map(index.field_terms, stem_fields))
    postings = {stem: index.postings(stem) for stem in known_stems}
    stems = sorted(postings, key=lambda stem: (-postings[stem].frequency, stem))
    terms = {}
    for name in (*fields.VALUE_FIELDS, ".citation", ".cited"):
        if name not in _FIELDS_OF_DOCUMENTS:
            terms[name] = _slots_by_term(index, name)
    return {
        "terms": terms,
        "stems": " ".join(stems),
        "frequencies": [postings[stem].frequency for stem in stems],
        "questions": [_deltas(postings[stem].questions) for stem in stems],
        "question_documents": index.tables.question_documents,
    }


def _slots_by_term(index: inverted_index.Index, name: str) -> dict[str, list[int]]:
    return {
        term: _deltas(sorted(index.with_term(name, term)))
        for term in index.field_terms(name)
    }


def _pages(
    kb: knowledge.Knowledge,
    index: inverted_index.Index,
    site_pages: Iterable[page_parts.SitePage],
) -> dict[str, list[int]]:
    """Address from the root → the documents on that page, in its order, for pages whose
    documents no query can list.
    """
    ids_by_address = {
        **_ids_by_source_page(kb),
        **_ids_by_step_or_note(kb),
        "/whats-new/": [ruling.id for ruling in page_parts.latest_rulings(kb)],
        **_ids_by_generated_page(site_pages),
    }
    return {
        address[1:]: _deltas(index.slots(entry_ids))
        for address, entry_ids in ids_by_address.items()
    }


def _ids_by_source_page(kb: knowledge.Knowledge) -> dict[str, list[str]]:
    """Page of source lines → the entries that begin on it. Without a copy of the source,
    it is the page of the document.
    """
    ids_by_address = dict[str, list[str]]()
    for entry in kb.entries:
        address, _, _ = page_parts.source_url(kb, entry).partition("#")
        ids_by_address.setdefault(address, []).append(entry.id)
    return ids_by_address


def _ids_by_step_or_note(kb: knowledge.Knowledge) -> dict[str, list[str]]:
    """Page of a step → the step and the rulings on it. Anchor of a note → its sides."""
    ids_by_address = dict[str, list[str]]()
    for step in kb.steps:
        rulings = [link.ruling for link in step.applied]
        ids_by_address[f"/run-chart/step-{step.number}/"] = [step.id, *rulings]
    for note in kb.notes:
        entry_ids = [side.entry_id for side in note.sides]
        ids_by_address[f"/reversals/#{note.id}"] = entry_ids
    return ids_by_address


def _ids_by_generated_page(
    site_pages: Iterable[page_parts.SitePage],
) -> dict[str, list[str]]:
    """Page of a keyword → the topics, subjects of inherited rulings, cards and rulings
    on it. Page of a person → the rulings of each year, and those passed on.
    """
    ids_by_address = dict[str, list[str]]()
    for page in site_pages:
        context = page.context
        if page.template == "keyword.html":
            topic_ids = [row.topic for row in context["applicable_topics"]]
            groups = [context[name] for name in ("inherited", "cards", "rulings")]
        elif page.template == "authority.html":
            topic_ids = []
            groups = [*context["years"].values(), context["relayed"]]
        else:
            continue
        references = chain.from_iterable(groups)
        ids_by_address[page.url] = topic_ids + [
            reference.id for reference in references
        ]
    return ids_by_address


def _attributions(ruling: entities.Ruling) -> str | list[tuple[int, str]]:
    """Who said the ruling, where and when. For a ruling of several cited parts, this is
    a list: for each part, its end in the text and who said it.
    """
    parts = formatting.cited_parts(ruling)
    if len(parts) == 1:
        return formatting.attributions(ruling, parts[0])
    return [(part.end, formatting.attributions(ruling, part)) for part in parts]


class _Documents(Struct):
    """The documents as the page has them: columns of values."""

    kb: knowledge.Knowledge
    index: inverted_index.Index

    def columns(self, part: slice) -> dict[str, list[Any]]:
        """Name → column, for a slice of the documents. Columns compress better than rows,
        because similar values are neighbours.
        """
        documents = [*enumerate(search_documents.documents(self.kb))][part]
        rows = [self._row(slot, search_document) for slot, search_document in documents]
        names = rows[0] if rows else ()
        return {name: [row[name] for row in rows] for name in names}

    def _row(
        self,
        slot: int,
        search_document: search_documents.SearchDocument,
    ) -> dict[str, Any]:
        """Column → value for one document, in the order of the columns."""
        indexed = self.index.documents[slot]
        id, title = self._id_and_title(search_document)
        is_passage = search_document.passage_number is not None
        # A passage has line numbers instead; the texts of cards are in `card_texts`
        text = search_document.text
        if is_passage or search_document.kind == "card":
            text = ""
        # The first question that the document answers; a passage has its section's
        question = ""
        if search_document.questions and not is_passage:
            question = " ".join(search_document.questions[0].split())
        return {
            "text": text,
            "id": id,
            "title": title,
            "question": question,
            "kind": search_document.kind,
            "sourceName": search_document.source_name,
            "game": search_document.game,
            **_COLUMN_DEFAULTS,
            **self._columns_of_kind(search_document),
            "extraWords": search_document.extra_words,
            "dates": search_document.dates,
            "remarks": self._remarks(search_document),
            "is": search_document.field_values.get("is", ()),
            "about": self._about(search_document),
            "kindFactor": indexed.kind_factor,
            "fewQuestionsFactor": indexed.few_questions_factor,
        }

    def _about(
        self,
        search_document: search_documents.SearchDocument,
    ) -> list[tuple[int, float]]:
        """(slot, weight) of the cards and topics that a document is about."""
        weights = []
        for key, weight in sorted(search_document.about.items()):
            slot = self.index.slot_of(key.partition("/")[2])
            if slot is not None:
                weights.append((slot, weight))
        return weights

    def _columns_of_kind(
        self,
        search_document: search_documents.SearchDocument,
    ) -> dict[str, Any]:
        """Column → value for the columns that only this kind of document has. Section or
        passage: lines and anchor; ruling: its citations, and near-identical rulings;
        card: counts and facts; page: its address.
        """
        entity = search_document.entity
        if isinstance(entity, entities.Section):
            divided = passages.divide(entity)
            passage = divided.passages[search_document.passage_number or 0]
            paragraphs = (
                divided.paragraphs if search_document.passage_number is None else None
            )
            return {
                "lines": passage.lines,
                "paragraphs": paragraphs,
                "fragment": passage.fragment,
            }
        if isinstance(entity, entities.Ruling):
            return {
                "authority": entity.who or "",
                "attributions": _attributions(entity),
                "alsoUnder": self.index.slots(entity.near_identical_ids),
            }
        if isinstance(entity, entities.Card):
            facts = {
                name: search_document.field_values.get(name, ())
                for name in _CARD_VALUES
            }
            return {"line": search_documents.shown_text(self.kb, entity), **facts}
        if isinstance(entity, search_documents.NamedPage):
            return {"path": entity.url}
        return {}

    def _id_and_title(
        self,
        search_document: search_documents.SearchDocument,
    ) -> tuple[str, str]:
        """The id and title. A ruling has only the digits of its id and no title,
        because its subject has both; an id that follows from the title is empty.
        """
        entity = search_document.entity
        if isinstance(entity, entities.Ruling):
            subject = entity.subject
            slot = self.index.slot_of(subject.id, (subject.kind,))
            if slot is not None:
                return search_document.id.removeprefix(f"{subject.id}-"), ""
        if search_document.id == ids.slug(search_document.title):
            return "", search_document.title
        return search_document.id, search_document.title

    def _remarks(
        self,
        search_document: search_documents.SearchDocument,
    ) -> list[list[Any]] | None:
        """The remarks on an entry; for a section, each with the lines that it is
        about.
        """
        entity = search_document.entity
        if isinstance(entity, entities.Ruling | entities.Step):
            entry_remarks = remarks.of_entry(entity, remarks.Verbosity.WITH_WORDS)
            return [self._remark_row(remark) for remark in entry_remarks]
        is_passage = search_document.passage_number is not None
        if is_passage or not isinstance(entity, entities.Section):
            return None
        return [
            [*self._remark_row(remark), sorted(lines)]
            for remark, lines, _ in passages.divide(entity).remarks
        ]

    def _remark_row(self, remark: remarks.Remark) -> list[Any]:
        """The relation of a remark, and its lines above and below the words: for each
        `Occurrence` if it is a status. A line is a list of texts and, for links, slots
        of documents. The mark is an empty text.
        """
        remark = structs.replace(remark, number=0)
        around: list[tuple[remarks.Line, remarks.Line]] = [([], remark.linked_line)]
        if remark.is_status:
            around = [*map(remark.lines_around, remarks.OCCURRENCES)]
        rows = []
        for lines in around:
            rows.append([[*map(self._part, line)] for line in lines])
        return [remark.relation, rows]

    def _part(self, part: str | remarks.Link) -> str | int:
        if isinstance(part, str) or part.kind == "note":
            return str(part)
        if part.kind == "mark":
            return ""
        slot = self.index.slot_of(part.id)
        return self.kb.entry_title(part.id) if slot is None else slot


def _deltas(numbers: Iterable[int]) -> list[int]:
    """The numbers, each as the difference from the one before it."""
    return [number - before for before, number in pairwise([0, *numbers])]
