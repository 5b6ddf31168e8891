"""The shapes of what an index stores: its settings, and what is kept of each document. JSON, made by `indexing`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from rulings.names.tables import EntityTables

if TYPE_CHECKING:
    from rulings.model.entities import Status
    from rulings.model.views import Kind


class Weights(TypedDict):
    """The weights of the ranking; `weights.yaml` explains each of them."""

    idf_power: float
    synonym: float
    corrected: float
    story: float
    name: float
    text_k1: float
    text_b: float
    questions_k1: float
    questions_b: float
    question_length: float
    second: float
    text_weight: float
    questions_weight: float
    similarity_weight: float
    card_weight: float
    missing: float
    asked_source: float
    nature: dict[str, float]
    confidence: dict[str, float]


class AnalyzerSettings(TypedDict):
    """The tables of `word_forms.yaml`."""

    contractions: dict[str, str]
    forms: dict[str, list[str]]


class SynonymGroup(TypedDict, total=False):
    """A row of `synonyms.yaml`. Rows under `typed` have `means`."""

    words: list[Any]  # YAML reads some of them as numbers
    means: list[Any]
    weight: float
    reason: str


class Synonyms(TypedDict, total=False):
    """What `synonyms.yaml` contains. `documents`: short name of a source → what else it is called."""

    same: list[SynonymGroup]
    typed: list[SynonymGroup]
    documents: dict[str, list[Any]]


class Settings(TypedDict):
    """What a search needs of an index besides its documents."""

    weights: Weights
    analyzer: AnalyzerSettings
    synonyms: dict[str, list[tuple[str, float]]]  # stems of a word or phrase → its synonyms
    entities: EntityTables
    sources: dict[str, str]  # stems of what a source is called → its short name
    ranked: int  # the number of documents that are found by their words
    lengths: tuple[float, float]  # as `reranking.Lengths`


class StoredDocument(TypedDict):
    """What is shown of a document."""

    kind: Kind
    id: str
    title: str
    document: str
    game: str
    text: str
    url: str
    question: str
    who: str
    date: str | None
    status: Status
    superseded_by: list[str]
    duplicates: list[tuple[str, str]]  # as `SearchDocument.duplicates`
    natures: list[str]  # the values of the field `is`
    keywords: list[str]


class StoredRanking(TypedDict, total=False):
    """What the re-ranker reads of a document (`reranking.Candidate`). Of cards and topics the last two are missing."""

    about: dict[str, float]
    prior: float
    kind: str
    source: str  # short name
    text: str  # stems
    questions: list[tuple[str, float]]  # of each question the stems, and the sum of their idf
