"""Rows of YAML → entities: documents, sections, steps, mentions, and what the hand-edited files describe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from rulings.model.constants import RUN_CHART_DOCUMENT
from rulings.model.entities import (
    Answer,
    Authority,
    Decision,
    Document,
    Mention,
    Note,
    Quotation,
    Restoration,
    Section,
    Source,
    Step,
    StepLink,
    Table,
)
from rulings.model.ids import step_id

_Tree = dict[str, Any]


def mentions(words: str, rows: Iterable[dict[str, Any]]) -> Iterator[Mention]:
    """Mentions with their spans in `words`, in order. `at` in a row: which occurrence of the name it is, from 1."""
    position = 0
    for row in rows:
        name = row.get("as") or row["title"]
        start = words.index(name, position)
        for _ in range(row.get("at", 1) - 1):
            start = words.index(name, start + 1)
        position = start + len(name)
        yield Mention(row["id"], row["title"], name, (start, position))


def documents(rows: Iterable[dict[str, Any]], tree: _Tree) -> Iterator[Document]:
    """The documents, each with its ledger."""
    for row in rows:
        ledger = (tree.get(f"documents/{row['id']}.yaml") or {}).get("ledger") or {}
        yield Document(
            id=row["id"],
            title=row["title"],
            edition=row.get("edition"),
            date=row.get("date"),
            game=row["game"],
            copyright=row.get("copyright"),
            licence=row.get("licence"),
            file=row["file"],
            sha256=row["sha256"],
            lines=ledger.get("lines", 0),
            words=ledger.get("words", 0),
            accounted=ledger.get("accounted", 0),
            short=row["short"],
        )


def sections(tree: _Tree, hand_edited: dict[str, Any], questions: dict[str, Any]) -> Iterator[Section]:
    """All sections, document by document."""
    for row in hand_edited.get("documents") or ():
        for data in (tree.get(f"documents/{row['id']}.yaml") or {}).get("sections") or ():
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
                questions=tuple(questions.get(data["id"]) or ()),
            )


def steps(
    rows: Iterable[dict[str, Any]], links: dict[int, list[StepLink]], questions: dict[str, Any]
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
            links=tuple(links.get(row["number"], ())),
            questions=tuple(questions.get(step_id(row["number"])) or ()),
        )


def _decision(row: dict[str, Any]) -> Decision:
    return Decision(row["question"], _answer(row["yes"]), _answer(row["no"]))


def _answer(row: dict[str, Any]) -> Answer:
    return Answer(row.get("go"), _decision(row["decision"]) if row.get("decision") else None, row.get("end"))


def step_links(rows: Iterable[dict[str, Any]]) -> dict[int, list[StepLink]]:
    """Step number → the rulings that apply to it."""
    links_by_step = defaultdict[int, list[StepLink]](list)
    for row in rows:
        links_by_step[row["step"]].append(StepLink(row["ruling"], row["words"], row["reason"]))
    return links_by_step


def authorities(rows: Iterable[dict[str, Any]]) -> Iterator[Authority]:
    """Who spoke, from the rows of `authorities.yaml`."""
    for row in rows:
        yield Authority(
            id=row["id"],
            name=row["name"],
            kind=row["kind"],
            person=row.get("person"),
            names=tuple(row["names"]),
            role=row["role"],
            official=bool(row["official"]),
            start=row.get("from"),
            end=row.get("to"),
            evidence=row.get("evidence") or "",
            note=row.get("note"),
            standing=row.get("standing", "player"),
        )


def notes(rows: Iterable[dict[str, Any]]) -> Iterator[Note]:
    """The notes: contradictions and clarifications."""
    for row in rows:
        other = row.get("other")
        yield Note(
            id=row["id"],
            title=row["title"],
            kind=row["kind"],
            one=_quotation(row["one"]),
            other=_quotation(other) if other else None,
            follow=row["follow"],
            why=row["why"],
            extent=row.get("extent"),
            related=tuple(row.get("related") or ()),
        )


def _quotation(row: dict[str, Any]) -> Quotation:
    return Quotation(
        document=row["document"],
        words=row["words"],
        ruling=row.get("ruling"),
        section=row.get("section"),
        step=row.get("step"),
        also=tuple(row.get("also") or ()),
    )


def restorations(data: dict[str, Any]) -> Iterator[Restoration]:
    """The restored lines."""
    for row in data.get("lines") or ():
        yield Restoration(
            line=row["line"],
            place=row["place"],
            what=row["what"],
            words=row["words"],
            side=row.get("side"),
            evidence=data["evidence"]["name"],
            beside=row.get("beside"),
        )
