"""A knowledge base's folder → a report on its schema, ids, links, quotations, and the ledger of every word.

The report says how many words are accounted for, and how much was restored, is in doubt, or is linked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from rulings import errors as errors_module
from rulings.model import constants, entities, ids, loading, status
from rulings.parser import citations, ledger, mentions, references, sections, tables, write
from rulings.parser import document as parser_document
from rulings.parser import rulings as parser_rulings
from rulings.parser import sources as parser_sources
from rulings.storage import files, yaml_files
from rulings.storage import folder as folder_files

# The folder of sources → the whole knowledge base, ready to be written. Each step has a module of its own.


def parse(folder: Path, progress: constants.TaskProgress = lambda _: None) -> parser_rulings.ParsedKnowledge:
    """Parses `folder`, which is laid out like `rulings/sources`. Raises `RulingsError` if it cannot."""
    sources = parser_sources.read_sources(folder)
    progress("rulings")
    by_title = {ids.fold(card.title): card for card in sources.cards}
    rulings_document, warnings = _read_rulings_document(sources, by_title)
    topics = parser_document.find_topics(rulings_document)
    headings = parser_document.find_headings(rulings_document, str(sources.documents[constants.RULINGS_DOCUMENT].path))
    mention_finder = mentions.MentionFinder(sources.cards, sources.hand_edited["names"], str(folder / "names.yaml"))
    rulings = _read_rulings(sources, rulings_document, by_title, topics, mention_finder)
    progress("documents")
    sectioned_documents = {
        document.id: _with_mentions(sections.read_sections(document), mention_finder, document)
        for document in sources.documents.values()
        if document.id not in (constants.RULINGS_DOCUMENT, constants.RUN_CHART_DOCUMENT)
    }
    chart, tournament = (
        sources.documents[constants.RUN_CHART_DOCUMENT],
        sources.documents[constants.TOURNAMENT_DOCUMENT],
    )
    return parser_rulings.ParsedKnowledge(
        sources=sources,
        rulings_document=rulings_document,
        cards=_complete_cards(sources, headings, rulings),
        topics=topics,
        headings=headings,
        rulings=rulings,
        run_chart=tables.read_run_chart(chart.lines, chart.id, str(chart.path)),
        sectioned_documents=sectioned_documents,
        tournament=tables.read_tournament(
            sectioned_documents[tournament.id].sections, tournament.id, str(tournament.path)
        ),
        warnings=warnings,
    )


def _read_rulings_document(
    sources: parser_sources.Sources, by_title: dict[str, entities.Card]
) -> tuple[parser_document.RulingsDocument, list[files.Problem]]:
    """The document with its lost lines restored, and a warning for each restoration that is not needed."""
    document = sources.documents[constants.RULINGS_DOCUMENT]
    path = str(sources.folder / "restorations.yaml")
    lines, warnings = parser_document.restore(document.lines, sources.restorations, path)
    parser_document.require_titles_of_restored_headings(sources.restorations, by_title, path)
    return parser_document.read_rulings_document(lines, by_title, str(document.path)), warnings


def _read_rulings(
    sources: parser_sources.Sources,
    rulings_document: parser_document.RulingsDocument,
    by_title: dict[str, entities.Card],
    topics: tuple[entities.Topic, ...],
    mention_finder: mentions.MentionFinder,
) -> list[parser_rulings.ParsedRuling]:
    """The printed rulings and the additions, with what `dates.yaml` and `errata.yaml` say about them."""
    document = sources.documents[constants.RULINGS_DOCUMENT]
    hand_edited = sources.hand_edited
    reader, added_reader = (
        parser_rulings.RulingReader(
            citations.CitationReader(sources.authorities, document.date_orders, added), mention_finder, topics
        )
        for added in (False, True)
    )
    rulings = [
        *reader.read_printed(rulings_document, document.id, by_title),
        *map(added_reader.read_addition, parser_rulings.read_additions(hand_edited, sources.folder, by_title, topics)),
    ]
    parser_rulings.require_valid_rulings(rulings, sources)
    dates_and_errata = citations.DatesAndErrata(hand_edited["dates"], hand_edited["errata"], sources.authorities)
    return [replace(ruling, wording=dates_and_errata.apply(ruling.id, ruling.wording)) for ruling in rulings]


def _complete_cards(
    sources: parser_sources.Sources,
    headings: dict[tuple[str, str], parser_sources.Line],
    rulings: list[parser_rulings.ParsedRuling],
) -> tuple[entities.Card, ...]:
    """The cards with the evidence for restored headings, and with what they inherit."""
    restored = {ref_id: line.restored for (kind, ref_id), line in headings.items() if kind == "card"}
    inheritances = parser_rulings.find_inheritances(sources.cards, rulings, sources.hand_edited["inheritance"])
    return tuple(
        replace(card, restored=restored.get(card.id), inherits=inheritances.get(card.id, ())) for card in sources.cards
    )


def _with_mentions(
    sectioned: sections.SectionedDocument, mention_finder: mentions.MentionFinder, source: parser_sources.SourceDocument
) -> sections.SectionedDocument:
    """The sections with mentions of cards, if the document is about the 1996 game; the later game has other cards."""
    if source.game != constants.NETRUNNER:
        return sectioned
    sections = [replace(section, mentions=mention_finder.find(section.text)) for section in sectioned.sections]
    return replace(sectioned, sections=sections)


# The folder of sources → the data of the generated files, and what is wrong in both.


class Generated(NamedTuple):
    """What was parsed, its ledgers by document id, the data of each generated file by its path, and what is wrong."""

    parsed: parser_rulings.ParsedKnowledge
    ledgers: dict[str, ledger.Ledger]
    data: dict[str, dict[str, object]]
    errors: list[files.Problem]
    warnings: list[files.Problem]


def generate(sources: Path, folders: Iterable[Path], progress: constants.TaskProgress = lambda _: None) -> Generated:
    """Generates the data of all files. Raises `RulingsError` if the sources cannot be read.

    `folders`: as for `check_references`.
    """
    parsed = parse(sources, progress)
    findings = references.check_references(parsed, folders)
    ledgers = ledger.make_ledgers(parsed)
    errors = [*findings.errors, *ledger.ledger_problems(ledgers)]
    return Generated(
        parsed, ledgers, write.generated_data(parsed, ledgers), errors, [*parsed.warnings, *findings.warnings]
    )


def data_errors(data: Mapping[str, Any], sources: parser_sources.Sources, folder: Path) -> list[files.Problem]:
    """What is wrong in the shapes of generated files; if there are none, why they cannot be opened with the sources.

    `data`: by relative path; `folder`: that of the files.
    """
    errors = [
        problem
        for path, content in data.items()
        for problem in yaml_files.violations(content, path, str(folder / path))
    ]
    if not errors:
        try:
            loading.assemble({**data, **sources.files}, folder)
        except errors_module.RulingsError as error:
            errors.append(files.Problem(str(folder), str(error)))
    return errors


# `rulings parse`: the sources → the generated YAML brought up to date, or only compared; and a list of changes.


@dataclass(frozen=True, slots=True)
class ParseResult:
    """`changes`: what happened to each changed file (`cards/corp/asp.yaml: differs`); `warnings`: for maintainers.

    `headings`: of each document whose file changed, by its id.
    """

    changes: tuple[files.Problem, ...]
    warnings: tuple[files.Problem, ...]
    headings: dict[str, list[str]]


def parse_folder(
    sources: Path = files.SHIPPED / "sources",
    output: Path = files.SHIPPED,
    check: bool = False,
    progress: constants.TaskProgress = lambda _: None,
) -> ParseResult:
    """Writes `output` from `sources` or, with `check`, only compares. Raises `RulingsError` if a source is wrong."""
    generated = generate(sources, {output, files.SHIPPED}, progress)
    if generated.errors:
        raise errors_module.RulingsError("\n".join(files.first_of_each_file(generated.errors)))
    progress("files")
    errors = data_errors(generated.data, generated.parsed.sources, output)
    if errors:
        raise errors_module.RulingsError(
            "nothing was written, because what was generated is wrong. This is a bug in the parser: please report it "
            "with the change that led to it.\n" + "\n".join(files.first_of_each_file(errors))
        )
    texts = write.yaml_texts(generated.data)
    if check:
        changes = [*files.left_behind(output), *write.differences(texts, output)]
    else:
        changes = write.write_files(texts, output)
    headings: dict[str, list[str]] = {}
    for section in generated.parsed.all_sections:
        if f"documents/{section.document}.yaml" in {change.file for change in changes}:
            headings.setdefault(section.document, []).append(section.title)
    return ParseResult(tuple(changes), (*generated.warnings, *generated.parsed.lost_headings), headings)


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check: `documents` (the id and ledger of each) and `counts` hold the figures."""

    documents: list[dict[str, Any]]
    counts: dict[str, int]
    errors: list[files.Problem]
    warnings: list[files.Problem]

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
    changes = write.differences(write.yaml_texts(generated.data), folder)
    return Report(
        documents=[{"id": id, **ledger.data()} for id, ledger in generated.ledgers.items()],
        counts={**_counts(parsed, len(generated.data)), **_status_counts(parsed)},
        errors=[
            *generated.errors,
            *files.left_behind(folder),
            *(files.Problem(str(folder), f"{change}; run `rulings parse`") for change in changes),
            *data_errors(folder_files.read_generated_files(folder), parsed.sources, folder),
            *parsed.lost_headings,
        ],
        warnings=generated.warnings,
    )


def _status_counts(parsed: parser_rulings.ParsedKnowledge) -> dict[str, int]:
    """How many rulings, sections and steps have each status, and how many notes there are of each kind."""
    notes = list(loading.notes(parsed.sources.hand_edited["notes"]))
    statuses = status.entry_statuses(notes, parsed.sources.hand_edited["reversals"])
    entries = [r.id for r in parsed.rulings] + [step.id for step in parsed.run_chart.steps]
    entries += [section.id for section in parsed.all_sections]
    counts = Counter(statuses[id].status if id in statuses else constants.IN_FORCE for id in entries)
    contradictions = sum(note.is_contradiction for note in notes)
    return {
        **{status.replace("-", " "): counts[status] for status in (constants.IN_FORCE, *constants.STATUSES[:-1])},
        "contradictions": contradictions,
        "clarifications": len(notes) - contradictions,
    }


def _counts(parsed: parser_rulings.ParsedKnowledge, file_count: int) -> dict[str, int]:
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
