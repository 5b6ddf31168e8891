"""The results of a search: `Results` with `Hit`s, and their JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, overload

from msgspec import Struct, structs
from msgspec.json import decode, encode

from rulings.model import entities, formatting, plain_text, records, remarks, vocabulary
from rulings.search import parameters, search_documents

# The keys of the JSON of a hit, in order
KEYS = (
    "kind", "id", "title", "document", "game", "text", "passage", "status", "superseded_by", "url", "question", "who",
    "date", "venue", "speakers", "citations", "natures", "near_identical_ids", "remarks", "score",
)  # fmt: skip  # in two lines, as a table
# How probable it is that the hits answer the query
Confidence = Literal["high", "medium", "low"]
_RECORD_KEYS = ("who", "date", "venue", "speakers")  # made once for all four


class Hit(Struct, frozen=True):
    """One result: the entity found, and the part of it that is shown. Most values come
    from the entity.

    `kind`, `entity`, `id`: the entity. `title`: its title or, for a ruling, the title
    of its subject. `document`: the id of its source, which a page may lack. `game`: the
    game it is about. `passage`, `spans`: the text or, for a section, the passages that
    answer; the positions of the words of the query in it (start, end; characters).
    `text`: all its words. `url`: its address or, for a section, the address of the
    first passage shown. `score`: how well it matches. `status`, `superseded_by`,
    `remarks`: whether the passage is overruled, by which entries, and all remarks on it
    and its source. `near_identical_ids`: rulings with the same words except for the
    names of their subjects. `question`: our heading.
    """

    kind: vocabulary.HitKind
    entity: search_documents.Findable
    title: str
    document: str | None
    passage: str
    url: str
    score: float
    spans: tuple[tuple[int, int], ...] = ()
    status: vocabulary.Status = "in-force"
    superseded_by: tuple[str, ...] = ()
    remarks: tuple[remarks.Remark, ...] = ()
    near_identical_ids: tuple[str, ...] = ()
    question: str | None = None
    text: str = ""
    game: str = vocabulary.NETRUNNER
    _record: records.Record | None = None  # of what is not an entry

    def __repr__(self) -> str:
        return f"<Hit {self.kind} {self.id}: {self.title}>"

    @property
    def id(self) -> str:
        """The id of the entity."""
        return self.entity.id

    @property
    def record(self) -> records.Record:
        """Its record in a table, as lists have it."""
        if self._record:
            return self._record
        assert isinstance(self.entity, entities.AnyEntry)
        return records.record(self.entity)

    @property
    def who(self) -> str | None:
        """The names of all who are cited in a ruling: `Sparky`,
        `JD Wiker; Tom Wylie`.
        """
        return self.record.who

    @property
    def venue(self) -> str | None:
        """The venue of a ruling: `Netrunner-L`."""
        return self.record.venue

    @property
    def date(self) -> str | None:
        """The latest of the dates of a ruling (ISO 8601)."""
        return self.record.date

    @property
    def speakers(self) -> str | None:
        """Who said a ruling, where and when, as cited. If several people did, each with
        the words.
        """
        return self.record.speakers

    @property
    def citations(self) -> tuple[entities.Citation, ...]:
        """The citations of a ruling, each with person, place, date and the words it is
        cited for.
        """
        return self.entity.citations if isinstance(self.entity, entities.Ruling) else ()

    @property
    def natures(self) -> tuple[str, ...]:
        """Which of `SHOWN_NATURES` a ruling has: errata, reversal, unofficial, see."""
        if not isinstance(self.entity, entities.Ruling):
            return ()
        natures = search_documents.natures_of(self.entity)
        return tuple(nature for nature in parameters.SHOWN_NATURES if nature in natures)

    @property
    def is_cited(self) -> bool:
        """Whether it is a ruling, section or step, whose words are quoted; a card is
        only named.
        """
        return isinstance(self.entity, entities.AnyEntry)

    def cite(
        self,
        site: str = "",
        *,
        markdown: bool = False,
    ) -> str:
        """A ruling or step, or the passage of a section, as one line to paste: see
        `Ruling.cite`.

        For anything else, its title and passage, with its id and address.
        """
        if not isinstance(self.entity, entities.AnyEntry):
            line = f"{self.title}: {self.passage} [{self.id}]"
            if site:
                line += f" {formatting.site_address(site)}{self.url}"
            line = plain_text.one_line(line)
            return f"> {plain_text.as_markdown(line)}\n" if markdown else line
        if not isinstance(self.entity, entities.Section):
            return self.entity.cite(site, markdown=markdown)
        cited_words = formatting.CitedWords(
            self.passage, self.url, self.status, self.remarks
        )
        words = formatting.markdown if markdown else formatting.quotation
        return words(self.entity, cited_words, site)

    def to_dict(self) -> dict[str, Any]:
        """The hit as JSON, as in `rulings search --json`."""
        record = self.record
        values = dict[str, Any]()
        for key in KEYS:
            owner = record if key in _RECORD_KEYS else self
            values[key] = getattr(owner, key)
        values["remarks"] = [remark.to_dict() for remark in self.remarks]
        values["citations"] = [citation.to_dict() for citation in self.citations]
        return dict(decode(encode(values)))


class Results(Struct, frozen=True):
    """The results of a search: a sequence of the hits, best first.

    `query`: as typed; `total`: how many results it has; `hits`: the best of them.
    `notes`: which words were left out or read differently, in sentences. `doubts`: the
    reasons, also among the notes, why `confidence` is not `high`. `confidence`:
    `high` if the hits very probably answer, `medium` if they may, `low` if probably
    nothing here does. `explanation`: why nothing was found, in sentences; `nearest`:
    names that may be meant. `counts`: results by kind, if the query lists everything
    that meets its conditions.
    """

    query: str
    total: int
    notes: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = ()
    confidence: Confidence = "high"
    explanation: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    counts: dict[str, int] = {}
    doubts: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.query, self.total, self.confidence))  # `counts` has no hash

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, index: int | slice) -> Hit | tuple[Hit, ...]:
        return self.hits[index]

    def index(
        self,
        hit: Hit,
        *bounds: int,
    ) -> int:
        """The position of a hit, from 0, as in a tuple. Raises `ValueError` if it is
        not there.
        """
        return self.hits.index(hit, *bounds)

    def count(self, hit: Hit) -> int:
        """How often that hit occurs: 0 or 1."""
        return self.hits.count(hit)

    def cite(
        self,
        site: str = "",
        *,
        markdown: bool = False,
    ) -> list[str]:
        """The citation of each hit that is quoted (`is_cited`), as
        `rulings search --cite` prints them.
        """
        return [hit.cite(site, markdown=markdown) for hit in self.hits if hit.is_cited]

    def to_dict(self) -> dict[str, Any]:
        """The results as JSON, as in `rulings search --json`."""
        hits = [hit.to_dict() for hit in self.hits]
        values = structs.asdict(self) | {"hits": hits}
        return dict(decode(encode(values)))


Sequence.register(Results)  # a struct cannot inherit from it
