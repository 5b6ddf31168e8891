"""The parsed knowledge base → a ledger for each document, in which every word of the source stands exactly once.

A word is what white space separates. An entry's mark standing alone (`@ Use`) is a word too; restored words are ours and
count nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulings.parser.lines import Line

if TYPE_CHECKING:
    from rulings.parser.parse import Parsed


@dataclass(slots=True)
class Ledger:
    """The words of one document by the kind of place they stand in, and the words that stand in none or in two."""

    lines: int
    words: int
    by_kind: Counter[str] = field(default_factory=Counter)
    missing: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)

    @property
    def accounted(self) -> int:
        return sum(self.by_kind.values()) - len(self.doubled)

    def data(self) -> dict[str, Any]:
        return {"lines": self.lines, "words": self.words, "accounted": self.accounted, "by_kind": dict(sorted(self.by_kind.items()))}


def ledger(parsed: Parsed) -> dict[str, Ledger]:
    """By document id. What stands nowhere or twice is listed with its line."""
    places = {document: list[tuple[str, int, str]]() for document in parsed.sources.documents}
    rulings = parsed.sources.document("rulings").id
    text = parsed.text
    for kind, lines in (("front matter", text.front), ("label", text.labels), ("legal notice", text.legal),
                        ("heading", [b.heading for b in text.blocks if b.heading])):
        places[rulings] += _words(kind, lines)
    for block in text.blocks:
        for entry in block.entries:
            if entry.marker_alone:
                places[rulings].append(("entry mark", entry.lines[0].number, "@"))
            for line, words in zip(entry.lines, entry.body if entry.body else [""], strict=True):
                if line.restored is None:
                    places[rulings] += [("entry", line.number, word) for word in words.split()]
    chart = parsed.sources.document("run-chart").id
    places[chart] += _words("heading", parsed.run_chart.title) + _words("legal notice", parsed.run_chart.legal)
    steps = parsed.run_chart.steps
    for line in parsed.sources.documents[chart].lines:
        if any(step.source.lines[0] <= line.number <= step.source.lines[1] for step in steps):
            places[chart] += _words("step", [line])
    for document, sections in parsed.sections.items():
        for part in sections.parts:
            places[document] += _words(part.kind, part.lines)
        by_number = {line.number: line for line in parsed.sources.documents[document].lines}
        taken = {line.number for part in sections.parts for line in part.lines}
        for section in sections.sections:
            first, last = section.source.lines
            places[document] += _words("heading", [by_number[first]])
            places[document] += _section_words(section.text, [w for t in section.tables for row in (t.columns, *t.rows) for w in row],
                                               [by_number[n] for n in range(first + 1, last + 1) if n not in taken])
    return {id: _add_up(document.lines, places[id]) for id, document in parsed.sources.documents.items()}


def _words(kind: str, lines: Iterable[Line]) -> list[tuple[str, int, str]]:
    return [(kind, line.number, word.lstrip("@") if kind == "entry" else word)
            for line in lines if line.restored is None for word in line.text.split()]


def _section_words(text: str, cells: list[str], lines: list[Line]) -> list[tuple[str, int, str]]:
    """The words of a section's text and tables, each with the line of the source it was found on."""
    pools = {"section": Counter(text.split()), "table": Counter(word for cell in cells for word in cell.split())}
    found = []
    for line in lines:
        tabular = "\t" in line.text.strip() or line.text.strip().startswith("|")
        order = ("table", "section") if tabular else ("section", "table")
        for word in line.text.split():
            kind = next((k for k in order if pools[k][word] > 0), None)
            if kind:
                pools[kind][word] -= 1
                found.append((kind, line.number, word))
    return found + [(kind, 0, word) for kind, pool in pools.items() for word in pool.elements()]


def _add_up(lines: Iterable[Line], placed: list[tuple[str, int, str]]) -> Ledger:
    source, total = Counter[tuple[int, str]](), 0
    lines = list(lines)
    for line in lines:
        for word in line.text.split():
            total += 1
            source[(line.number, word if word == "@" else word.lstrip("@") if line.text.lstrip().startswith("@") else word)] += 1
    result, seen = Ledger(len(lines), total), Counter[tuple[int, str]]()
    for kind, number, word in placed:
        result.by_kind[kind] += 1
        seen[(number, word)] += 1
    result.missing = [f"line {n}: {w!r}" for (n, w), count in (source - seen).items() for _ in range(count)]
    result.doubled = [f"line {n}: {w!r}" for (n, w), count in (seen - source).items() for _ in range(count)]
    return result
