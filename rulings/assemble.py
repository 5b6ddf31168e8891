"""The plain data of the YAML → a `KnowledgeBase`; whatever does not fit is one sentence with file and line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulings import rows
from rulings.errors import RulingsError
from rulings.ids import fold, ruling_id
from rulings.knowledge import SHIPPED, KnowledgeBase
from rulings.model import (
    Authority,
    Card,
    Citation,
    Inheritance,
    Reference,
    Reversal,
    Ruling,
    Source,
    StepLink,
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
    people = {a.name: a for a in rows.authorities(hand.get("authorities") or ())}
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
    lost = _rulings(tree.get("unattributed.yaml") or {}, UNATTRIBUTED, "unattributed.yaml", people)
    if lost:
        topics.append(Topic(UNATTRIBUTED.id, UNATTRIBUTED.title))
        found += _told_apart(lost)
    found.sort(key=lambda r: (r.source.document, r.source.lines))
    _unique(found)
    questions = rows.Questions(hand.get("questions") or {}, hand.get("questions-further") or {})
    links = rows.step_links(hand.get("steps") or ())
    rulings = _completed(found, questions, links, hand.get("reversals") or (), hand.get("near-identical") or ())
    return KnowledgeBase(
        folder=folder,
        documents=tuple(rows.documents(hand.get("documents") or (), tree)),
        cards=tuple(sorted(cards, key=lambda c: fold(c.title))),
        topics=tuple(sorted(topics, key=lambda t: _first_line(t, found))),
        rulings=tuple(rulings),
        sections=tuple(rows.sections(tree, hand, questions)),
        steps=tuple(rows.steps((tree.get("run-chart.yaml") or {}).get("steps") or (), links, questions)),
        tournament=tree.get("tournament.yaml") or {},
        authorities=tuple(people.values()),
        notes=tuple(rows.notes(hand.get("notes") or ())),
        restorations=tuple(rows.restorations(hand.get("restorations") or {})),
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
        mentions=tuple(rows.mentions(printed, entry.get("mentions") or ())),
        see=tuple(
            Reference("card" if "card" in row else "topic", row["id"], row.get("card") or row["topic"])
            for row in entry.get("see") or ()
        ),
        source=Source(entry.get("document", RULINGS_DOCUMENT), (entry["lines"][0], entry["lines"][1])),
        label=wording.label,
        reversal=Reversal(entry["reverses"]) if entry.get("reverses") else None,
        reason=entry.get("because"),
        candidates=tuple(entry.get("candidates") or ()),
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
        date_printed=_printed_date(printed),
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


def _completed(
    found: list[Ruling],
    questions: rows.Questions,
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
                **questions.of(ruling.id),
                steps=tuple(sorted(steps.get(ruling.id, ()))),
                also_under=twins.get(ruling.id, ()),
                reversal=reversal,
                reversed_by=tuple(reversed_by.get(ruling.id, ())),
            )
        )
    return done


def _told_apart(lost: list[Ruling]) -> list[Ruling]:
    """Entries without a heading, each with an id: where two hold the same words, their lines tell them apart."""
    seen = set[str]()
    for i, ruling in enumerate(lost):
        if ruling.id in seen:
            lost[i] = replace(ruling, id=ruling_id(UNATTRIBUTED.id, f"{ruling.text} {ruling.source.lines[0]}"))
        seen.add(lost[i].id)
    return lost


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
