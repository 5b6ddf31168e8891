"""A knowledge base's folder → a report on its schema, ids, links, quotations, and the ledger of every word.

The report says how many words are accounted for, and how much was restored, is in doubt, or is linked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings.model import from_rows
from rulings.model.constants import IN_FORCE, STATUSES
from rulings.model.status import entry_statuses
from rulings.parser.generating import data_errors, generate, vanished_ids
from rulings.parser.parsed import ParsedKnowledge
from rulings.parser.write import differences, yaml_texts
from rulings.storage.files import read_generated_files
from rulings.storage.problems import Problem
from rulings.storage.staging import interrupted


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check: `documents` (the id and ledger of each) and `counts` hold the figures."""

    documents: list[dict[str, Any]]
    counts: dict[str, int]
    errors: list[Problem]
    warnings: list[Problem]

    def view(self) -> dict[str, object]:
        """The report as JSON data."""
        return {
            "documents": self.documents,
            "counts": self.counts,
            "errors": [str(error) for error in self.errors],
            "warnings": [str(warning) for warning in self.warnings],
        }


def check(folder: Path, sources: Path | None = None) -> Report:
    """Checks `folder`, a knowledge base. Raises `RulingsError` only if the sources cannot be read.

    `sources`: the folder of its sources; None: `sources` in it.
    """
    generated = generate(sources or folder / "sources", [folder])
    parsed = generated.parsed
    changes = differences(yaml_texts(generated.data), folder)
    return Report(
        documents=[{"id": id, **ledger.data()} for id, ledger in generated.ledgers.items()],
        counts={**_counts(parsed, len(generated.data)), **_status_counts(parsed)},
        errors=[
            *generated.errors,
            *vanished_ids(parsed, folder),
            *filter(None, [interrupted(folder)]),
            *(Problem(str(folder), f"{change}; run `rulings parse`") for change in changes),
            *data_errors(read_generated_files(folder), parsed.sources, folder),
            *parsed.lost_headings,
        ],
        warnings=generated.warnings,
    )


def _status_counts(parsed: ParsedKnowledge) -> dict[str, int]:
    """How many rulings, sections and steps have each status, and how many notes there are of each kind."""
    notes = list(from_rows.notes(parsed.sources.hand_edited["notes"]))
    statuses = entry_statuses(notes, parsed.sources.hand_edited["reversals"])
    entries = [r.id for r in parsed.rulings] + [step.id for step in parsed.run_chart.steps]
    entries += [section.id for section in parsed.all_sections]
    counts = Counter(statuses[id].status if id in statuses else IN_FORCE for id in entries)
    kinds = Counter("contradictions" if note.is_contradiction else f"{note.kind}s" for note in notes)
    return {
        **{status.replace("-", " "): counts[status] for status in (IN_FORCE, *STATUSES[:-1])},
        **{kind: kinds[kind] for kind in ("contradictions", "exceptions", "clarifications")},
    }


def _counts(parsed: ParsedKnowledge, file_count: int) -> dict[str, int]:
    citations = [c for r in parsed.rulings for c in r.wording.citations]
    return {
        "entries": len(parsed.rulings),
        "rulings": sum(not r.wording.is_see_entry for r in parsed.rulings),
        "errata": sum(r.wording.kind == "errata" for r in parsed.rulings),
        "cross-references": sum(r.wording.is_see_entry for r in parsed.rulings),
        "reversals": sum(r.reversal_words is not None for r in parsed.rulings),
        "citations": len(citations),
        "dated citations": sum(c.date_printed is not None for c in citations),
        "restored headings": sum(line.restored is not None for line in parsed.headings.values()),
        "restored citations": sum(c.restored is not None for c in citations),
        "likely dates": sum(c.likely is not None for c in citations),
        "doubtful dates": sum(c.doubt is not None for c in citations),
        "mentions": sum(len(r.mentions) for r in parsed.rulings) + sum(len(s.mentions) for s in parsed.all_sections),
        "inherited": sum(len(card.inherits) for card in parsed.cards),
        "sections": len(parsed.all_sections),
        "steps": len(parsed.run_chart.steps),
        "files": file_count,
        "unattributed": len(parsed.unattributed),
    }
