"""The precomputed tables of the index, and its fields in Whoosh."""

from __future__ import annotations

from math import log
from typing import Any

from msgspec import Struct
from whoosh import fields as whoosh_fields
from whoosh.analysis import DelimitedAttributeFilter, RegexTokenizer

from rulings.model import vocabulary
from rulings.search import analysis, fields, search_documents


class Weights(Struct, frozen=True):
    """The weights of the ranking; `weights.yaml` explains each of them."""

    idf_power: float
    synonym: float
    named_card: float
    text_k1: float
    text_b: float
    questions_k1: float
    questions_b: float
    second_question: float
    text: float
    questions: float
    cited: float
    similarity: float
    missing: float
    few_questions: float
    phrase: float
    word: float
    other_side: float
    own_words: float
    nature: dict[str, float]
    confidence: dict[str, float]


class NameConfidences(Struct, frozen=True):
    """The probability that an exact name, as folded words, means its card."""

    by_name: dict[str, float]  # name → confidence, if it is not the usual one; 0: never
    printed: dict[str, str]  # a form that must be typed exactly (`TRAP!`) → its name


class OtherGameNames(Struct, frozen=True):
    """Titles and terms of Android: Netrunner (2012) alone, as folded words."""

    titles: dict[str, str]  # folded → as printed
    terms: dict[str, str]


class Rulebook(Struct, frozen=True):
    """The topics that no document answers (`rulebook.yaml`), as stems."""

    topics: dict[str, str]  # the stems that a question on it has → the sentence on it
    optional_stems: list[str]  # which a question may also have


class IndexedDocument(Struct, frozen=True, array_like=True):
    """The values of a document that a search needs, except its words."""

    kind: vocabulary.HitKind
    id: str
    title: str
    source_name: str  # the short name of the source that contains the words
    game: str
    kind_factor: float  # factor of the score by kind of document
    few_questions_factor: float  # factor for having few questions
    passage_number: int | None

    @property
    def key(self) -> str:
        """Kind and id (`card/dr-dreff`), which a section shares with its passages."""
        return f"{self.kind}/{self.id}"


class IndexTables(Struct, frozen=True):
    """The values that a search needs, except the postings. They are precomputed."""

    weights: Weights
    analyzer: analysis.WordForms
    # Stems of a word or phrase → its synonyms
    synonyms: dict[str, list[tuple[str, float]]]
    name_confidences: NameConfidences
    # Words of a name of a topic, keyword, authority or page → slots of the documents
    slots_by_name: dict[str, list[int]]
    # Stems of a name of a document as printed → its short name
    sources_by_name: dict[str, str]
    other_game: OtherGameNames
    rulebook: Rulebook
    documents: list[IndexedDocument]
    # Stem of a side → the passages that are about the other side
    passages_of_opponent: dict[str, list[int]]
    # Key of a document → the page that it represents
    pages: dict[str, search_documents.NamedPage]
    # An entry → BM25's k1 times the normalized length of its text
    text_factors: list[float]
    question_factors: list[float]  # an entry → the same for all its questions
    # A question → the root of the sum of the idf of its stems
    question_weights: list[float]
    question_sizes: list[int]  # a question → the number of its distinct stems
    # A question → its entries, or a section and its passages; none if nothing answers
    # it
    question_documents: list[list[int]]


def schema() -> whoosh_fields.Schema:
    """The fields of queries, and internal fields of the index. Internal ones begin with
    a dot, which no field of a query can.

    All values are analysed already: a list of tokens or, in `.about`, one line for each
    token, with its weight after a tab.
    """
    tokens = RegexTokenizer(r"[^\n]+") | DelimitedAttributeFilter(
        "\t", "boost", default=1.0, type=float
    )
    lines = whoosh_fields.TEXT(analyzer=tokens, phrase=False)
    words = whoosh_fields.TEXT(analyzer=tokens, phrase=True)
    names = (
        ".terms",
        ".cited",
        ".questions",
        ".about",
        ".date",
        ".citation",
        "card",
        "topic",
        *fields.VALUE_FIELDS,
    )
    types: dict[str, Any] = dict.fromkeys(names, lines)
    return whoosh_fields.Schema(**types, **{".words": words})


# A citation is one term of the index, which joins the terms of these fields in this
# order.
CITATION_FIELDS = ("by", "via", "venue", ".date", "is")


def idf(
    frequency: int,
    count: int,
    power: float,
) -> float:
    """Inverse document frequency as in BM25, log(1 + (N - df + 0.5) / (df + 0.5)),
    damped by a power.
    """
    frequency = min(frequency, count)  # cards are about themselves, but are not counted
    odds = (count - frequency + 0.5) / (frequency + 0.5)
    return float(log(1 + odds) ** power)
