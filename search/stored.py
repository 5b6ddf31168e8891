"""What `indexing` stores in an index as JSON: its settings, and the data of each document."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rulings.model.constants import Status
from rulings.model.entities import Entity

HitKind = Literal["ruling", "card", "topic", "section", "step"]


class Weights(Struct, frozen=True):
    """The weights of the ranking; `weights.yaml` explains each of them."""

    idf_power: float
    synonym: float
    corrected: float
    named_card: float
    text_k1: float
    text_b: float
    questions_k1: float
    questions_b: float
    question_length: float
    second_question: float
    text_weight: float
    questions_weight: float
    similarity_weight: float
    card_weight: float
    missing_penalty: float
    asked_source: float
    nature: dict[str, float]
    confidence: dict[str, float]


class AnalyzerSettings(Struct, frozen=True):
    """The tables of `word_forms.yaml`."""

    contractions: dict[str, str]
    forms: dict[str, list[str]]


class QueryNameTables(Struct, frozen=True):
    """The names of cards that `card_names` recognizes in a query. Positions are those in `ids`."""

    ids: list[str]
    names: dict[str, tuple[list[int], float]]  # folded name → positions, and the confidence that it means a card
    printed: dict[str, tuple[str, list[int]]]  # a form that only counts as typed (`TRAP!`) → folded name, positions


class QuestionStems(Struct, frozen=True):
    """Questions as sets of stems, and what they weigh."""

    postings: dict[str, list[int]]  # stem → numbers of the questions that contain it
    weights: list[float]  # of each question: the sum of the idf of its stems


class AverageLengths(Struct, frozen=True):
    """The average number of terms in the text of an entry, and in all its questions."""

    text: float
    questions: float


class Settings(Struct, frozen=True):
    """The settings that a search needs besides the documents."""

    weights: Weights
    analyzer: AnalyzerSettings
    synonyms: dict[str, list[tuple[str, float]]]  # stems of a word or phrase → its synonyms
    card_names: QueryNameTables
    sources: dict[str, str]  # stems of a name of a source → its short name
    authority_names: dict[str, str]  # the words of each name of a person who is cited → the name in citations
    ranked_count: int  # the number of entries
    frequencies: dict[str, int]  # stem → the number of entries that contain it
    average_lengths: AverageLengths


class NearIdentical(Entity, frozen=True):
    """A near-identical ruling under another subject: its id and the title of that subject."""

    id: str
    title: str


class StoredDocument(Entity, frozen=True, kw_only=True):
    """The data of a document that each of its hits has. `results.Hit` adds what depends on the query."""

    kind: HitKind
    id: str
    title: str  # of a ruling, the title of its subject
    document: str  # the id of its source
    game: str
    text: str
    passage: str  # the same, or one statement of a section
    status: Status
    superseded_by: tuple[str, ...]
    url: str
    question: str | None  # our heading
    who: str | None  # the authority and date of its latest citation
    date: str | None  # the latest of its dates (ISO 8601)
    natures: tuple[str, ...]  # of `SHOWN_NATURES`: errata, reversal, unofficial, see
    also_under: tuple[NearIdentical, ...]


class RankingData(Struct, frozen=True):
    """The data of a document for re-ranking. Cards and topics have neither terms nor questions."""

    kind: HitKind
    source: str  # its short name
    prior: float
    about: dict[str, float]  # `card/<id>` or `topic/<id>` → how much it is about that (0–1)
    term_counts: dict[str, int]  # stem → how often title, extra words and text contain it
    questions: QuestionStems
    text_length: int  # terms
    questions_length: int
    dates: tuple[str, ...] = ()  # of its citations (ISO 8601), earliest first, by which the newest can come first
