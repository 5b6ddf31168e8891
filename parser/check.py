"""A knowledge base's folder → a report on its schema, ids, links, quotations, and the ledger of every word.

The report says how many words are accounted for, and how much was restored, is in doubt, or is linked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from rulings.errors import RulingsError
from rulings.model import from_rows
from rulings.model.constants import IN_FORCE, STATUSES
from rulings.model.loading import ASSEMBLY_ERRORS, assemble
from rulings.model.status import entry_statuses
from rulings.parser.ledger import LedgerData, ledger_problems, make_ledgers
from rulings.parser.parse import parse
from rulings.parser.parsed import ParsedKnowledge
from rulings.parser.reference_checks import check_references
from rulings.parser.sources import Sources
from rulings.parser.write import differences, generated_files
from rulings.storage.files import read_located_tree
from rulings.storage.problems import Problem
from rulings.storage.staging import interrupted
from rulings.storage.validation import violations

_MAX_LISTED = 10  # files that are out of date, listed one by one


class CheckedDocument(LedgerData):
    """The ledger of the document `id`."""

    id: str


@dataclass(slots=True)
class Report:
    """The result of a check: `documents` and `counts` hold the figures."""

    documents: list[CheckedDocument] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    errors: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

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
    report = Report()
    parsed = parse(sources or folder / "sources")
    findings = check_references(parsed, [folder])
    report.errors += findings.errors
    report.warnings += [*findings.warnings, *parsed.warnings]
    ledgers = make_ledgers(parsed)
    generated = generated_files(parsed, ledgers)
    if interruption := interrupted(folder):
        report.errors.append(interruption)
    changes = differences(generated, folder)
    report.errors += [Problem(change.file, f"{change.text}; run `rulings parse`") for change in changes[:_MAX_LISTED]]
    if len(changes) > _MAX_LISTED:
        report.errors.append(Problem(str(folder), f"and {len(changes) - _MAX_LISTED} more files; run `rulings parse`"))
    report.errors += _generated_file_errors(folder, parsed.sources)
    report.documents += [{"id": id, **ledger.data()} for id, ledger in ledgers.items()]
    report.errors += ledger_problems(ledgers)
    report.counts = {**_counts(parsed, len(generated)), **_status_counts(parsed)}
    report.errors += parsed.lost_headings
    return report


def _generated_file_errors(folder: Path, sources: Sources) -> list[Problem]:
    """Errors in the generated files: violations of the schema, and data that cannot be loaded with its sources."""
    errors: list[Problem] = []
    files = read_located_tree(folder)
    for relative, data in files.items():
        if not relative.startswith("sources/"):
            errors += violations(data, relative, str(folder / relative))
    if not errors:
        try:
            assemble({**files, **sources.files}, folder)
        except (RulingsError, *ASSEMBLY_ERRORS) as error:
            errors.append(Problem(str(folder), str(error)))
    return errors


def _status_counts(parsed: ParsedKnowledge) -> dict[str, int]:
    """How many rulings, sections and steps have each status, and how many notes there are of each kind."""
    notes = list(from_rows.notes(parsed.sources.hand_edited["notes"]))
    statuses = entry_statuses(notes, parsed.sources.hand_edited["reversals"])
    entries = [r.id for r in parsed.rulings] + [step.id for step in parsed.run_chart.steps]
    entries += [section.id for section in parsed.all_sections]
    counts = Counter(statuses[id].status if id in statuses else IN_FORCE for id in entries)
    contradictions = sum(note.is_contradiction for note in notes)
    return {
        **{status.replace("-", " "): counts[status] for status in (IN_FORCE, *STATUSES[:-1])},
        "contradictions": contradictions,
        "clarifications": len(notes) - contradictions,
    }


def _counts(parsed: ParsedKnowledge, file_count: int) -> dict[str, int]:
    citations = [c for r in parsed.rulings for c in r.wording.citations]
    return {
        "rulings": len(parsed.rulings),
        "errata": sum(r.wording.kind == "errata" for r in parsed.rulings),
        "see entries": sum(r.wording.is_see_entry for r in parsed.rulings),
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
