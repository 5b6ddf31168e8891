"""The plain data of the YAML → a `KnowledgeBase`; whatever does not fit is one sentence with file and line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.ids import fold, ruling_id
from rulings.knowledge import SHIPPED, KnowledgeBase
from rulings.model import (
    Answer,
    Authority,
    Card,
    Citation,
    Decision,
    Document,
    Inheritance,
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
    StepLink,
    Table,
    Topic,
)
from rulings.near_identical import near_identical
from rulings.store import read_tree, signature
from rulings.wording import Found, word

_Tree = dict[str, Any]
RULINGS_DOCUMENT = "netrunner-rulings"
UNATTRIBUTED = Reference("topic", "unattributed", "Unattributed")


def open(path: str | Path | None = None) -> KnowledgeBase:
    """The shipped knowledge base, or the one in the folder `path`. `RulingsError` says what is wrong with it."""
    folder = Path(path) if path is not None else SHIPPED
    tree = read_tree(folder)
    if not any(name.startswith("cards/") for name in tree):
        raise RulingsError(
            f"{folder}: holds no cards; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    if not any(name.startswith("sources/") for name in tree):
        # What `rulings parse --output` wrote elsewhere stands on the hand-kept files that were shipped.
        tree |= {name: data for name, data in read_tree(SHIPPED).items() if name.startswith("sources/")}
    return assemble(tree, folder)


def assemble(tree: _Tree, folder: Path) -> KnowledgeBase:
    """From the data of all files, by relative path."""
    hand = {
        name.removeprefix("sources/").removesuffix(".yaml"): data
        for name, data in tree.items()
        if name.startswith("sources/")
    }
    names = hand.get("names") or {}
    people = {a.name: a for a in _authorities(hand.get("authorities") or ())}
    aliases = defaultdict[str, list[str]](list)
    for entry in names.get("aliases") or ():
        aliases[fold(entry["card"])].append(entry["name"])
    cards, topics, found = list[Card](), list[Topic](), list[Ruling]()
    for name, data in tree.items():
        if name.startswith("cards/"):
            card = _card(data, tuple(aliases.get(fold(data["title"]), ())))
            cards.append(card)
            found += _rulings(data, Reference("card", card.id, card.title), name, people)
        elif name.startswith("topics/"):
            heading = data.get("heading") or {}
            topics.append(Topic(data["id"], data["title"], heading.get("restored")))
            found += _rulings(data, Reference("topic", data["id"], data["title"]), name, people)
    found.sort(key=lambda r: (r.source.document, r.source.lines))
    _unique(found)
    lost = _rulings(tree.get("unattributed.yaml") or {}, UNATTRIBUTED, "unattributed.yaml", people)
    questions = hand.get("questions") or {}
    links = _step_links(hand.get("steps") or ())
    rulings = _completed(found, questions, links, hand.get("reversals") or (), hand.get("near-identical") or ())
    return KnowledgeBase(
        folder=folder,
        documents=tuple(_documents(hand.get("documents") or (), tree)),
        cards=tuple(sorted(cards, key=lambda c: fold(c.title))),
        topics=tuple(sorted(topics, key=lambda t: _first_line(t, found))),
        rulings=tuple(rulings),
        unattributed=tuple(lost),
        sections=tuple(_sections(tree, hand, questions)),
        steps=tuple(_steps((tree.get("run-chart.yaml") or {}).get("steps") or (), links, questions)),
        tournament=tree.get("tournament.yaml") or {},
        authorities=tuple(people.values()),
        notes=tuple(_notes(hand.get("notes") or ())),
        restorations=tuple(_restorations(hand.get("restorations") or {})),
        names=names,
        moved=dict(hand.get("moved") or {}),
        signature=signature(folder),
    )


def _card(data: dict[str, Any], aliases: tuple[str, ...]) -> Card:
    optional = ("cost", "strength", "memory", "trash", "difficulty", "agenda_points", "artist")
    return Card(
        id=data["id"],
        title=data["title"],
        side=data["side"],
        type=data["type"],
        keywords=tuple(data.get("keywords") or ()),
        set=data["set"],
        rarity=data["rarity"],
        **{key: data.get(key) for key in optional},
        aliases=aliases,
        restored=(data.get("heading") or {}).get("restored"),
        inherits=tuple(
            Inheritance(Reference(row["kind"], row["id"], row["from"]), row["why"], row.get("on"))
            for row in data.get("inherits") or ()
        ),
    )


def _rulings(data: dict[str, Any], subject: Reference, file: str, people: dict[str, Authority]) -> list[Ruling]:
    found = []
    for part in ("errata", "rulings", "see"):
        for entry in data.get(part) or ():
            try:
                found.append(_ruling(entry, "ruling" if part == "rulings" else part, subject, people))
            except (KeyError, TypeError, ValueError) as error:
                line = getattr(entry, "line", None)
                raise RulingsError(
                    f"{file}{f', line {line}' if line else ''}: not a ruling as `rulings parse` writes it "
                    f"({error}); run `rulings parse`"
                ) from None
    return found


def _ruling(entry: dict[str, Any], kind: Any, subject: Reference, people: dict[str, Authority]) -> Ruling:
    body = entry["printed"].rstrip("\n").split("\n")
    printed = " ".join(body)
    wording = word(body, _found(printed, [_citation(c, people) for c in entry.get("citations") or ()]))
    return Ruling(
        id=ruling_id(subject.id, wording.text),
        kind=kind,
        official=entry.get("official", True),
        subject=subject,
        printed=printed,
        text=wording.text,
        citations=wording.citations,
        mentions=tuple(_mentions(printed, entry.get("mentions") or ())),
        see=tuple(
            Reference("card" if "card" in row else "topic", row["id"], row.get("card") or row["topic"])
            for row in entry.get("see") or ()
        ),
        source=Source(entry.get("document", RULINGS_DOCUMENT), (entry["lines"][0], entry["lines"][1])),
        label=wording.label,
        reversal=Reversal(entry["reverses"]) if entry.get("reverses") else None,
        reason=entry.get("because"),
    )


def _citation(row: dict[str, Any], people: dict[str, Authority]) -> Citation:
    known = people.get(row["authority"])
    printed = row["printed"]
    return Citation(
        printed=printed,
        authority=row["authority"],
        person=row.get("person") or (known.person if known else None),
        via=row.get("via"),
        about=row.get("about"),
        venue=row.get("venue"),
        date=row.get("date"),
        date_printed=row.get("date_printed") or _printed_date(printed),
        doubt=row.get("doubt"),
        restored=row.get("restored"),
        official=row.get("official", True),
    )


def _printed_date(printed: str) -> str | None:
    import re

    match = re.search(r"\d{1,2}/\d{1,2}/\d{2}|\d{4}-\d\d-\d\d", printed)
    return match[0] if match else None


def _found(printed: str, citations: list[Citation]) -> list[Found]:
    """Where each citation stands: they are in order, and those of one parenthesis follow each other without a gap."""
    found, at = list[Found](), 0
    for citation in citations:
        start = printed.index(citation.printed, at)
        end = start + len(citation.printed)
        if found and not citation.printed.startswith("(") and not printed[found[-1].end : start].strip():
            found[-1] = Found(found[-1].start, end, (*found[-1].citations, citation))
        else:
            found.append(Found(start, end, (citation,)))
        at = end
    return found


def _mentions(words: str, rows: Iterable[dict[str, Any]]) -> Iterator[Mention]:
    at = 0
    for row in rows:
        said = row.get("as") or row["title"]
        start = words.index(said, at)
        for _ in range(row.get("at", 1) - 1):
            start = words.index(said, start + 1)
        at = start + len(said)
        yield Mention(row["id"], row["title"], said, (start, at))


def _completed(
    found: list[Ruling],
    questions: dict[str, Any],
    links: dict[int, list[StepLink]],
    reversals: Iterable[dict[str, Any]],
    groups: Iterable[dict[str, Any]],
) -> list[Ruling]:
    """Rulings with what is known only from all of them, and from the files kept by hand."""
    steps = defaultdict[str, set[int]](set)
    for number, of_step in links.items():
        for link in of_step:
            steps[link.ruling].add(number)
    twins = near_identical(found, (group["rulings"] for group in groups))
    taken_back = {row["ruling"]: row for row in reversals}
    reversed_by = defaultdict[str, list[str]](list)
    for of_ruling in taken_back.values():
        for earlier in of_ruling.get("replaces") or ():
            reversed_by[earlier].append(of_ruling["ruling"])
    done = []
    for ruling in found:
        row = taken_back.get(ruling.id)
        reversal = ruling.reversal
        if row:
            reversal = Reversal(
                row["words"],
                row.get("earlier"),
                tuple(row.get("replaces") or ()),
                tuple(row.get("in_doubt") or ()),
                row.get("note"),
            )
        done.append(
            replace(
                ruling,
                questions=tuple(questions.get(ruling.id) or ()),
                steps=tuple(sorted(steps.get(ruling.id, ()))),
                also_under=twins.get(ruling.id, ()),
                reversal=reversal,
                reversed_by=tuple(reversed_by.get(ruling.id, ())),
            )
        )
    return done


def _unique(rulings: list[Ruling]) -> None:
    seen = dict[str, Ruling]()
    for ruling in rulings:
        if ruling.id in seen:
            raise RulingsError(
                f"{ruling.subject.title}: lines {seen[ruling.id].source.lines[0]} and {ruling.source.lines[0]} "
                "hold the same words twice; delete one"
            )
        seen[ruling.id] = ruling


def _first_line(topic: Topic, rulings: list[Ruling]) -> int:
    return min(
        (r.source.lines[0] for r in rulings if r.subject.kind == "topic" and r.subject.id == topic.id), default=0
    )


def _documents(rows: Iterable[dict[str, Any]], tree: _Tree) -> Iterator[Document]:
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


def _sections(tree: _Tree, hand: dict[str, Any], questions: dict[str, Any]) -> Iterator[Section]:
    for row in hand.get("documents") or ():
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
                mentions=tuple(_mentions(text, data.get("mentions") or ())),
                source=Source(row["id"], (data["lines"][0], data["lines"][1])),
                questions=tuple(questions.get(data["id"]) or ()),
            )


def _steps(
    rows: Iterable[dict[str, Any]], links: dict[int, list[StepLink]], questions: dict[str, Any]
) -> Iterator[Step]:
    for row in rows:
        yield Step(
            number=row["number"],
            actor=row.get("actor"),
            text=row["text"].rstrip("\n"),
            decision=_decision(row["decision"]) if row.get("decision") else None,
            next=row.get("next"),
            source=Source("sparkys-run-chart", (row["lines"][0], row["lines"][1])),
            links=tuple(links.get(row["number"], ())),
            questions=tuple(questions.get(f"run-chart-{row['number']}") or ()),
        )


def _decision(row: dict[str, Any]) -> Decision:
    return Decision(row["question"], _answer(row["yes"]), _answer(row["no"]))


def _answer(row: dict[str, Any]) -> Answer:
    return Answer(row.get("go"), _decision(row["decision"]) if row.get("decision") else None, row.get("end"))


def _step_links(rows: Iterable[dict[str, Any]]) -> dict[int, list[StepLink]]:
    found = defaultdict[int, list[StepLink]](list)
    for row in rows:
        found[row["step"]].append(StepLink(row["ruling"], row["words"], row["reason"]))
    return found


def _authorities(rows: Iterable[dict[str, Any]]) -> Iterator[Authority]:
    for row in rows:
        yield Authority(
            row["id"],
            row["name"],
            row["kind"],
            row.get("person"),
            tuple(row["names"]),
            row["role"],
            bool(row["official"]),
            row.get("from"),
            row.get("to"),
            row.get("evidence") or "",
            row.get("note"),
            row.get("speaks_for"),
        )


def _notes(rows: Iterable[dict[str, Any]]) -> Iterator[Note]:
    for row in rows:
        other = row.get("other")
        yield Note(
            row["id"],
            row["title"],
            row["kind"],
            _quotation(row["one"]),
            _quotation(other) if other else None,
            row["follow"],
            row["why"],
            tuple(row.get("see_also") or ()),
        )


def _quotation(row: dict[str, Any]) -> Quotation:
    return Quotation(row["document"], row["words"], row.get("ruling"), row.get("section"), row.get("step"))


def _restorations(data: dict[str, Any]) -> Iterator[Restoration]:
    for row in data.get("lines") or ():
        yield Restoration(
            row["line"],
            row["place"],
            row["what"],
            row["words"],
            row.get("side"),
            data["evidence"]["name"],
            row.get("beside"),
        )
