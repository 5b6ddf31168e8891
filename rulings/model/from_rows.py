"""Rows of YAML → entities, one function for each kind of row. `rulings.model.loading` puts them together."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from rulings.errors import RulingsError
from rulings.model.constants import RULING_LISTS, RULINGS_DOCUMENT, RUN_CHART_DOCUMENT, RulingKind
from rulings.model.entities import (
    Answer,
    AppliedRuling,
    Authority,
    Card,
    Citation,
    Decision,
    Document,
    Entity,
    Inheritance,
    Ledger,
    Mention,
    Note,
    Quotation,
    Reference,
    Restoration,
    Reversal,
    Ruling,
    Section,
    Source,
    Step,
    Table,
    Topic,
)
from rulings.model.files import RowData
from rulings.model.ids import ruling_id, step_id
from rulings.model.printed_entry import CITATION_DATE, CitationSpan, read_wording

Files = dict[str, Any]  # relative path of a YAML file → its data
MAX_QUESTIONS = 4  # of an entry that are shown: the heading and three more; the search uses all
SomeEntity = TypeVar("SomeEntity", bound=Entity)
_CITATION_DATE = re.compile(CITATION_DATE)


def shown_questions(questions: Mapping[str, list[str]], id: str) -> tuple[str, ...]:
    """The questions that are shown with an entry, of all that it answers (by id)."""
    return tuple(questions.get(id, ())[:MAX_QUESTIONS])


def _entity(entity: type[SomeEntity], row: Mapping[str, Any], **overrides: object) -> SomeEntity:
    """An entity with the values of the row as its attributes, except for those in `overrides`; lists become tuples.

    Attributes that are in neither have their defaults. Keys of the row that are no attributes are ignored.
    """
    fields: tuple[str, ...] = entity.__struct_fields__
    values = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in row.items()
        if key in fields and key not in overrides
    }
    make: Callable[..., SomeEntity] = entity
    return make(**values, **overrides)


def card(row: RowData, aliases: tuple[str, ...] = ()) -> Card:
    """A card, from its row in `cards.yaml` or from its own file, which also says what it inherits."""
    return _entity(
        Card,
        row,
        keywords=tuple(row.get("keywords") or ()),
        aliases=aliases,
        restored=_restored_heading(row),
        inherits=tuple(map(_inheritance, row.get("inherits") or ())),
    )


def _inheritance(row: RowData) -> Inheritance:
    return Inheritance(
        subject=Reference(row["kind"], row["id"], row["from"]),
        basis=row["basis"],
        on=row.get("on"),
        only=tuple(row.get("only") or ()),
        without=tuple(row.get("without") or ()),
        reason=row.get("reason"),
    )


def topic(row: RowData) -> Topic:
    """A topic, from its file."""
    return Topic(row["id"], row["title"], _restored_heading(row))


def _restored_heading(row: RowData) -> str | None:
    """The evidence for the heading of a card or topic, if it was lost and restored."""
    return row["heading"].get("restored") if "heading" in row else None


def rulings(data: RowData, subject: Reference, file: str, authorities: dict[str, Authority]) -> list[Ruling]:
    """The rulings in the data of the file of a card or topic. `authorities`: by name.

    Raises `RulingsError` with file and line for an entry that `rulings parse` cannot have written.
    """
    found: list[Ruling] = []
    for key, kind in RULING_LISTS.items():
        for entry in data.get(key) or ():
            try:
                found.append(_ruling(entry, kind, subject, authorities))
            except ValueError as error:
                line = getattr(entry, "line", None)
                raise RulingsError(
                    f"{file}{f', line {line}' if line else ''}: not a ruling as `rulings parse` writes it "
                    f"({error}); run `rulings parse`"
                ) from None
    return found


def _ruling(entry: RowData, kind: RulingKind, subject: Reference, authorities: dict[str, Authority]) -> Ruling:
    body = entry["printed"].rstrip("\n").split("\n")
    if not all(line.strip() for line in body):
        raise ValueError("a blank line in its words")
    printed = " ".join(body)
    citations = [_citation(row, authorities) for row in entry.get("citations") or ()]
    wording = read_wording(body, _citation_spans(printed, citations))
    return Ruling(
        id=ruling_id(subject.id, wording.text),
        kind=kind,
        official=entry.get("official", True),
        subject=subject,
        printed=printed,
        text=wording.text,
        citations=wording.citations,
        mentions=tuple(mentions(printed, entry.get("mentions") or ())),
        see=tuple(
            Reference("card" if "card" in row else "topic", row["id"], row.get("card") or row["topic"])
            for row in entry.get("see") or ()
        ),
        source=Source(entry.get("document", RULINGS_DOCUMENT), (entry["lines"][0], entry["lines"][1])),
        label=wording.label,
        reversal=Reversal(entry["reversal_words"]) if entry.get("reversal_words") else None,
        errata_because=entry.get("errata_because"),
        possible_titles=tuple(entry.get("possible_titles") or ()),
    )


def _citation(row: RowData, authorities: dict[str, Authority]) -> Citation:
    authority = authorities.get(row["authority"])
    return _entity(
        Citation,
        row,
        person=row.get("person") or (authority.person if authority else None),
        date_printed=_printed_date(row["printed"]),
        standing=authority.standing if authority else None,
    )


def _printed_date(printed: str) -> str | None:
    match = _CITATION_DATE.search(printed)
    return match[0] if match else None


def _citation_spans(printed: str, citations: list[Citation]) -> list[CitationSpan]:
    """The spans of the citations, in order. Citations that follow each other in one parenthesis share a span."""
    spans: list[CitationSpan] = []
    position = 0
    for citation in citations:
        start = printed.index(citation.printed, position)
        end = start + len(citation.printed)
        if spans and not citation.printed.startswith("(") and not printed[spans[-1].end : start].strip():
            spans[-1] = CitationSpan(spans[-1].start, end, (*spans[-1].citations, citation))
        else:
            spans.append(CitationSpan(start, end, (citation,)))
        position = end
    return spans


def reversal(row: RowData) -> Reversal:
    """How a ruling takes back others, from its row in `reversals.yaml`."""
    return _entity(Reversal, row)


def mentions(words: str, rows: Iterable[RowData]) -> Iterator[Mention]:
    """Mentions with their spans in `words`, in order. `at` in a row: which occurrence of the name it is, from 1."""
    position = 0
    for row in rows:
        name = row.get("as") or row["title"]
        start = words.index(name, position)
        for _ in range(row.get("at", 1) - 1):
            start = words.index(name, start + 1)
        position = start + len(name)
        yield Mention(row["id"], row["title"], name, (start, position))


def documents(rows: Iterable[RowData], files: Files) -> Iterator[Document]:
    """The documents, each with its ledger."""
    for row in rows:
        ledger = (files.get(f"documents/{row['id']}.yaml") or {}).get("ledger") or {}
        words = ledger.get("words", 0)
        counts = Ledger(words, ledger.get("accounted", 0))
        yield _entity(Document, row, lines=ledger.get("lines", 0), words=words, ledger=counts)


def sections(document_rows: Iterable[RowData], files: Files, questions: dict[str, list[str]]) -> Iterator[Section]:
    """All sections, document by document."""
    for row in document_rows:
        section_rows: Iterable[RowData] = (files.get(f"documents/{row['id']}.yaml") or {}).get("sections") or ()
        for data in section_rows:
            text = (data.get("text") or "").rstrip("\n")
            yield Section(
                id=data["id"],
                title=data["title"],
                document=row["id"],
                game=row["game"],
                level=data["level"],
                text=text,
                tables=tuple(
                    Table(tuple(t["columns"]), tuple(tuple(r) for r in t["rows"])) for t in data.get("tables") or ()
                ),
                mentions=tuple(mentions(text, data.get("mentions") or ())),
                source=Source(row["id"], (data["lines"][0], data["lines"][1])),
                headed=data.get("headed", True),
                questions=shown_questions(questions, data["id"]),
            )


def steps(
    rows: Iterable[RowData], applied: dict[int, list[AppliedRuling]], questions: dict[str, list[str]]
) -> Iterator[Step]:
    """The steps of the run chart."""
    for row in rows:
        yield Step(
            number=row["number"],
            actor=row.get("actor"),
            text=row["text"].rstrip("\n"),
            decision=_decision(row["decision"]) if row.get("decision") else None,
            next=row.get("next"),
            source=Source(RUN_CHART_DOCUMENT, (row["lines"][0], row["lines"][1])),
            applied=tuple(applied.get(row["number"], ())),
            questions=shown_questions(questions, step_id(row["number"])),
        )


def _decision(row: RowData) -> Decision:
    return Decision(row["question"], _answer(row["yes"]), _answer(row["no"]))


def _answer(row: RowData) -> Answer:
    return Answer(row.get("go"), _decision(row["decision"]) if row.get("decision") else None, row.get("end"))


def applied_rulings(rows: Iterable[RowData]) -> dict[int, list[AppliedRuling]]:
    """Step number → the rulings that apply to it, in the order of the rows, one for each step and ruling."""
    applied_by_step = defaultdict[int, list[AppliedRuling]](list)
    for row in rows:
        applied_by_step[row["step"]].append(AppliedRuling(row["ruling"], row["words"], row["reason"]))
    return applied_by_step


def authorities(rows: Iterable[RowData]) -> Iterator[Authority]:
    """Who spoke, from the rows of `authorities.yaml`."""
    for row in rows:
        yield _entity(Authority, row, person=row.get("person"), start=row.get("from"), end=row.get("to"))


def notes(rows: Iterable[RowData]) -> Iterator[Note]:
    """The notes: contradictions and clarifications."""
    for row in rows:
        other = row.get("other")
        one = _entity(Quotation, row["one"])
        other_side = _entity(Quotation, other) if other else None
        yield _entity(Note, row, one=one, other=other_side)


def restorations(data: RowData) -> Iterator[Restoration]:
    """The restored lines, from the data of restorations.yaml."""
    for row in data.get("lines", ()):
        evidence = data["evidence"]["name"]
        row_line = getattr(row, "line", 0)
        yield _entity(Restoration, row, side=row.get("side"), evidence=evidence, row_line=row_line)
