"""The hand-kept folder → what the parser reads: checked documents, cards, restorations, authorities, names.

Whatever is wrong in it becomes one sentence with file and line, before anything is written.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.ids import fold
from rulings.model import Authority, Card, Restoration
from rulings.parser.dates import DateOrder, is_date
from rulings.parser.lines import Line, read_lines
from rulings.schema import violations
from rulings.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One document as `documents.yaml` describes it, with its lines."""

    id: str
    short: str
    facts: dict[str, Any]
    path: Path
    lines: tuple[Line, ...]
    date_orders: tuple[DateOrder, ...]

    @property
    def game(self) -> str:
        """`netrunner` or `android-netrunner`."""
        return str(self.facts["game"])


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything people keep by hand that the parser reads."""

    folder: Path
    documents: dict[str, SourceDocument]
    cards: tuple[Card, ...]
    restorations: tuple[Restoration, ...]
    authorities: tuple[Authority, ...]
    names: dict[str, Any]
    notes: list[str] = field(default_factory=list)

    def document(self, short: str) -> SourceDocument:
        """The document with that short name (`rulings`, `run-chart` …)."""
        return next(d for d in self.documents.values() if d.short == short)


def read_sources(folder: Path) -> Sources:
    """All of `folder`. `RulingsError` where a file is missing, unreadable, changed against its checksum or wrong."""
    documents = {d.id: d for d in _documents(folder)}
    for short in ("rulings", "run-chart", "manual", "variant", "tournament"):
        if not any(d.short == short for d in documents.values()):
            raise RulingsError(f"{folder / 'documents.yaml'}: no document has `short: {short}`")
    return Sources(
        folder=folder,
        documents=documents,
        cards=_cards(folder / "cards.yaml"),
        restorations=_restorations(folder / "restorations.yaml"),
        authorities=_authorities(folder / "authorities.yaml"),
        names=_names(folder / "names.yaml"),
    )


def need(mapping: Any, keys: str, path: Path, line: int | None = None) -> None:
    """`RulingsError` naming the file and line unless `mapping` has all `keys` (words separated by spaces)."""
    where = f"{path}, line {line or getattr(mapping, 'line', 1)}"
    if not isinstance(mapping, dict):
        raise RulingsError(f"{where}: expected an entry with the keys {keys}")
    missing = [key for key in keys.split() if key not in mapping]
    if missing:
        raise RulingsError(f"{where}: `{missing[0]}` is missing")


def _documents(folder: Path) -> list[SourceDocument]:
    path = folder / "documents.yaml"
    found = []
    for facts in read_yaml(path) or []:
        need(facts, "id short title game file sha256", path)
        if len(str(facts.get("date") or "")) == len("1996-04-26") and not is_date(str(facts["date"])):
            raise RulingsError(f"{path}, line {facts.key_lines['date']}: {facts['date']} is no date")
        file = folder / facts["file"]
        if file.parent != folder:
            raise RulingsError(
                f"{path}, line {facts.key_lines['file']}: {facts['file']!r} lies elsewhere; keep it beside it"
            )
        try:
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
        except OSError as error:
            why = (
                "the file is missing" if isinstance(error, FileNotFoundError) else f"cannot be read ({error.strerror})"
            )
            raise RulingsError(f"{file}: {why}; put it back (documents.yaml names it on line {facts.line})") from None
        lines = read_lines(file)
        if digest != facts["sha256"]:
            raise RulingsError(
                f"{file}: changed against its checksum in documents.yaml (line {facts.key_lines['sha256']}); put the "
                f"original back, or, if the change is meant, set sha256 to {digest}"
            )
        orders = tuple(
            DateOrder(
                str(o.get("from", "0000")), str(o.get("until", "9999")), o["order"] == "day-first", o.get("sure", True)
            )
            for o in facts.get("dates") or ()
        )
        found.append(SourceDocument(facts["id"], facts["short"], dict(facts), file, tuple(lines), orders))
    return found


def _cards(path: Path) -> tuple[Card, ...]:
    cards, seen = [], dict[str, int]()
    for facts in read_yaml(path) or []:
        need(facts, "title id side type set rarity", path)
        for key in (facts["id"], fold(facts["title"])):
            if seen.setdefault(key, facts.line) != facts.line:
                raise RulingsError(f"{path}, line {facts.line}: {key!r} stands on line {seen[key]} already")
        if facts["side"] not in ("Corp", "Runner"):
            raise RulingsError(f"{path}, line {facts.line}: side is {facts['side']!r}, not Corp or Runner")
        optional = "cost strength memory trash difficulty agenda_points artist"
        cards.append(
            Card(
                id=facts["id"],
                title=facts["title"],
                side=facts["side"],
                type=facts["type"],
                keywords=tuple(facts.get("keywords") or ()),
                set=facts["set"],
                rarity=facts["rarity"],
                **{key: facts[key] for key in optional.split() if key in facts},
            )
        )
    return tuple(cards)


def _restorations(path: Path) -> tuple[Restoration, ...]:
    if not path.exists():
        return ()
    data = read_yaml(path) or {}
    need(data, "evidence lines", path)
    evidence = str(data["evidence"]["name"])
    found = []
    for entry in data["lines"]:
        need(entry, "line place what words", path)
        if entry["place"] not in ("before", "after") or entry["what"] not in ("heading", "label", "citation"):
            raise RulingsError(
                f"{path}, line {entry.line}: place is before or after; what is heading, label or citation"
            )
        if len(str(entry["words"]).split()) != 1:
            raise RulingsError(
                f"{path}, line {entry.line}: a restored line holds exactly one word, not {entry['words']!r}"
            )
        found.append(
            Restoration(
                entry["line"],
                entry["place"],
                entry["what"],
                str(entry["words"]),
                entry.get("side"),
                evidence,
                entry.get("beside"),
                entry.line,
            )
        )
    return tuple(found)


def _names(path: Path) -> dict[str, Any]:
    names: dict[str, Any] = read_yaml(path) or {}
    for sentence in violations(names, "sources/names.yaml", str(path)):
        raise RulingsError(sentence)  # the first: linking reads the names before the rest is held against the schema
    return names


def _authorities(path: Path) -> tuple[Authority, ...]:
    found = []
    for entry in read_yaml(path) or []:
        need(entry, "id name kind names role official", path)
        found.append(
            Authority(
                entry["id"],
                entry["name"],
                entry["kind"],
                entry.get("person"),
                tuple(entry["names"]),
                entry["role"],
                bool(entry["official"]),
                entry.get("from"),
                entry.get("to"),
                entry.get("evidence") or "",
            )
        )
    return tuple(found)
