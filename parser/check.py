"""A knowledge base's folder → whether all of it holds: schema, ids, links, quotations, and the ledger of every word.

What it prints is what a person can trust: words accounted = words, and how much was restored, doubted and linked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulings.assemble import assemble
from rulings.errors import RulingsError
from rulings.parser.ledger import Ledger, ledger
from rulings.parser.parse import Parsed, parse
from rulings.parser.references import check_references, check_schema, ids_before, read_kept
from rulings.parser.write import differences, files
from rulings.schema import violations
from rulings.store import read_tree


@dataclass(slots=True)
class Report:
    """What was found. `errors` and `notes` are sentences; `documents` and `counts` are the figures."""

    documents: list[dict[str, Any]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The table for a terminal."""
        width = max((len(d["id"]) for d in self.documents), default=0)
        rows = [f"{'document':<{width}}  {'words':>7}  {'accounted':>9}  where they stand"]
        for d in self.documents:
            places = ", ".join(f"{kind} {count:,}" for kind, count in d["by_kind"].items())
            rows.append(f"{d['id']:<{width}}  {d['words']:>7,}  {d['accounted']:>9,}  {places}")
        total, accounted = (sum(d[key] for d in self.documents) for key in ("words", "accounted"))
        rows.append(f"{'all':<{width}}  {total:>7,}  {accounted:>9,}")
        rows.append("")
        label = max((len(name) for name in self.counts), default=0)
        rows += [f"{name:<{label}}  {count:>6,}" for name, count in self.counts.items()]
        return rows

    def data(self) -> dict[str, Any]:
        """The same as JSON."""
        return {"documents": self.documents, "counts": self.counts, "errors": self.errors, "notes": self.notes}


def check(folder: Path) -> Report:
    """`folder`: a knowledge base with its `sources`. `RulingsError` only where the sources cannot be read at all."""
    report = Report()
    sources = folder / "sources"
    parsed = parse(sources)
    kept = read_kept(sources)
    report.errors += check_schema(kept, sources)
    if not report.errors:
        found = check_references(kept, parsed, ids_before([folder]))
        report.errors += found.errors
        report.notes += found.notes
    report.notes += parsed.notes
    report.errors += [f"{change}; run `rulings parse`" for change in differences(parsed, folder)]
    report.errors += _written(folder)
    ledgers = ledger(parsed)
    for document, of_document in ledgers.items():
        report.documents.append({"id": document, **of_document.data()})
        report.errors += _words(document, of_document)
    report.counts = _counts(parsed)
    for ruling in parsed.unattributed:
        titles = ", ".join(ruling.candidates) or "a topic"
        report.errors.append(
            f"{parsed.sources.document('rulings').path}, line {ruling.lines[0]}: the heading over "
            f"{ruling.printed[:50]!r} is lost; it can have been: {titles}"
        )
    return report


def _written(folder: Path) -> list[str]:
    """What in the written files does not fit the schema, and mentions whose words are not where they should be."""
    found = list[str]()
    tree = read_tree(folder, compiled=False)
    for relative, data in tree.items():
        if not relative.startswith("sources/"):
            found += violations(data, relative, str(folder / relative))
    if not found:
        try:
            assemble(tree, folder)
        except (RulingsError, KeyError, ValueError) as error:
            found.append(f"{folder}: {error}")
    return found


def _words(document: str, of_document: Ledger) -> list[str]:
    return [
        *(f"{document}, {word}: a word of the source that stands nowhere" for word in of_document.missing),
        *(f"{document}, {word}: a word that stands twice, or is not the source's" for word in of_document.doubled),
    ]


def _counts(parsed: Parsed) -> dict[str, int]:
    citations = [c for r in parsed.rulings for c in r.wording.citations]
    return {
        "entries": len(parsed.rulings),
        "errata": sum(r.wording.kind == "errata" for r in parsed.rulings),
        "see": sum(r.wording.kind == "see" for r in parsed.rulings),
        "reversals": sum(r.reverses is not None for r in parsed.rulings),
        "citations": len(citations),
        "dates": sum(c.date_printed is not None for c in citations),
        "restored headings": sum(line.restored is not None for line in parsed.headings.values()),
        "restored citations": sum(c.restored is not None for c in citations),
        "doubtful": sum(c.doubt is not None for c in citations),
        "links": sum(len(r.mentions) for r in parsed.rulings)
        + sum(len(s.mentions) for d in parsed.sections.values() for s in d.sections),
        "inherited": sum(len(card.inherits) for card in parsed.cards),
        "sections": sum(len(d.sections) for d in parsed.sections.values()),
        "steps": len(parsed.run_chart.steps),
        "files": len(files(parsed)),
        "unattributed": len(parsed.unattributed),
    }
