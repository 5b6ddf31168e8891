"""Runs the parser: brings the generated YAML up to date with the folder of sources, or compares it,
and checks a knowledge base.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from rulings import errors
from rulings.model import entities, hand_edited, knowledge, loading, vocabulary
from rulings.parser import (
    checks,
    entries,
    ledger,
    mentions,
    previous,
    rulings_document,
    run_chart,
    sections,
    write,
)
from rulings.parser.sources import Sources, read_sources
from rulings.storage import files, yaml_files


def parse(
    folder: Path, progress: vocabulary.TaskProgress = lambda _: None
) -> entries.ParsedKnowledge:
    """Parses `folder`, which is laid out like `rulings/sources`. Raises `RulingsError` if it
    cannot.
    """
    sources = read_sources(folder)
    try:
        return _parse(sources, progress)
    except errors.RulingsError as error:  # perhaps the document was changed by accident
        raise errors.RulingsError(
            "\n".join([*files.first_of_each_file(sources.errors), str(error)])
        ) from None


def _parse(sources: Sources, progress: vocabulary.TaskProgress) -> entries.ParsedKnowledge:
    progress("rulings")
    edited, path = sources.edited, sources.path("restorations")
    lines, warnings = rulings_document.restore(
        sources.documents[vocabulary.RULINGS_DOCUMENT].lines, edited.restorations, path
    )
    text = rulings_document.read_rulings_document(
        lines, sources.cards_by_heading, sources.file_of(vocabulary.RULINGS_DOCUMENT)
    )
    topics = rulings_document.find_topics(text, edited.additions, sources.cards_by_heading)
    headings = {block.subject: block.heading for block in text.blocks if block.heading}
    finder = mentions.MentionFinder(sources.cards, edited.names)
    rulings, bodies, findings = entries.read_rulings(sources, text, topics, finder)
    inherits = entries.find_inheritances(rulings, edited.inheritance)
    restored = {subject: line.restored for subject, line in headings.items()}
    progress("documents")
    sectioned: dict[str, sections.SectionedDocument] = {}
    for source in sources.documents.values():
        if source.id not in (vocabulary.RULINGS_DOCUMENT, vocabulary.RUN_CHART_DOCUMENT):
            is_this_game = source.row.game == vocabulary.NETRUNNER  # the later one has other cards
            sectioned[source.id] = sections.read_sections(source, finder if is_this_game else None)
    chart = sources.documents[vocabulary.RUN_CHART_DOCUMENT]
    return entries.ParsedKnowledge(
        sources=sources,
        rulings_document=text,
        cards=tuple(
            replace(card, restored=restored.get(card.reference), inherits=inherits.get(card.id, ()))
            for card in sources.cards.values()
        ),
        topics=topics,
        headings=headings,
        rulings=rulings,
        bodies=bodies,
        run_chart=run_chart.read_run_chart(chart.lines, chart.id, str(chart.path)),
        sectioned_documents=sectioned,
        findings=entries.Findings(
            [*sources.errors, *findings.errors], [*warnings, *findings.warnings]
        ),
    )


# Generated data, and faults in both folders


class Generated(NamedTuple):
    """What was parsed, its ledgers by document id, the data of each generated file by its path, and
    what is wrong.
    """

    parsed: entries.ParsedKnowledge
    ledgers: dict[str, ledger.WordCount]
    data: dict[str, dict[str, object]]
    errors: list[files.Problem]
    warnings: list[files.Problem]


def generate(
    sources: Path,
    folders: Iterable[Path],
    commands: Collection[str],
    progress: vocabulary.TaskProgress = lambda _: None,
) -> Generated:
    """Generates the data of all files. Raises `RulingsError` if the sources cannot be read.

    `folders`, `commands`: as for `check_references`.
    """
    parsed = parse(sources, progress)
    ledgers = ledger.make_ledgers(parsed)
    data = write.generated_data(parsed, ledgers)
    findings = checks.check_references(parsed, data, folders, commands)
    return Generated(
        parsed,
        ledgers,
        data,
        [*parsed.findings.errors, *findings.errors, *ledger.ledger_problems(ledgers)],
        [*parsed.findings.warnings, *findings.warnings],
    )


def _opened(
    data: Mapping[str, Any], edited: hand_edited.HandEdited, folder: Path
) -> tuple[knowledge.Knowledge | None, list[files.Problem]]:
    """What the generated files (data by relative path) of a folder are with the hand-edited rows, or
    why they cannot be opened.
    """
    try:
        return loading.assemble(data, edited, folder), []
    except errors.RulingsError as error:
        return None, [files.Problem(str(folder), str(error))]


# `rulings parse`: writes the generated YAML, or only compares it, and lists the changes.


@dataclass(frozen=True, slots=True)
class ParseResult:
    """`changes`: what happened to each changed file (`cards/corp/asp.yaml: differs`); `warnings`:
    for maintainers.

    `headings`: of each document whose file changed, by its id.
    """

    changes: tuple[files.Problem, ...]
    warnings: tuple[files.Problem, ...]
    headings: dict[str, list[str]]


def parse_folder(
    sources: Path,
    output: Path,
    check: bool = False,
    commands: Collection[str] = (),
    progress: vocabulary.TaskProgress = lambda _: None,
) -> ParseResult:
    """Writes `output` from `sources` or, with `check`, only compares. Raises `RulingsError` if a
    source is wrong.

    `commands`: as for `check_references`.
    """
    generated = generate(sources, {output, files.SHIPPED}, commands, progress)
    gone = previous.vanished_ids(generated.parsed, generated.data, output)
    texts = write.yaml_texts(generated.data)
    if faults := [*generated.errors, *gone.errors]:
        raise errors.RulingsError("\n".join(files.first_of_each_file(faults)))
    progress("files")
    _, wrong = _opened(generated.data, generated.parsed.sources.edited, output)
    if wrong:
        raise errors.RulingsError(
            "nothing was written, because what was generated is wrong. This is a bug in the parser: please report "
            "it with the change that led to it.\n" + "\n".join(files.first_of_each_file(wrong))
        )
    if check:
        changes = [*files.interrupted(output), *write.differences(texts, output)]
    else:
        changes = write.write_files(texts, output)
    headings: dict[str, list[str]] = {}
    for id, sectioned_document in generated.parsed.sectioned_documents.items():
        if f"documents/{id}.yaml" in map(attrgetter("file"), changes):
            headings[id] = [section.title for section in sectioned_document.sections]
    return ParseResult(
        tuple(changes),
        (*generated.warnings, *gone.warnings, *generated.parsed.lost_headings),
        headings,
    )


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check: `documents` (the id and ledger of each) and `counts` hold the
    figures.
    """

    documents: list[dict[str, Any]]
    counts: dict[str, int]
    errors: list[files.Problem]
    warnings: list[files.Problem]

    def to_dict(self) -> dict[str, object]:
        """The report as JSON data."""
        return {
            "documents": self.documents,
            "counts": self.counts,
            "errors": list(map(str, self.errors)),
            "warnings": list(map(str, self.warnings)),
        }


def check(folder: Path, sources: Path | None = None, commands: Collection[str] = ()) -> Report:
    """Checks `folder`, a knowledge base. Raises `RulingsError` only if the sources cannot be read.

    `sources`: the folder of its sources; None: `sources` in it. `commands`: as for
    `check_references`.
    """
    generated = generate(sources or folder / "sources", [folder], commands)
    parsed = generated.parsed
    changes = write.differences(write.yaml_texts(generated.data), folder)
    data = yaml_files.read_generated_files(folder)
    kb, wrong = _opened(data, parsed.sources.edited, folder)
    return Report(
        documents=[{"id": id, **word_count.data()} for id, word_count in generated.ledgers.items()],
        counts=_counts(kb, len(generated.data)) if kb else {},
        errors=[
            *generated.errors,
            *previous.vanished_ids(parsed, generated.data, folder).errors,
            *files.interrupted(folder),
            *(files.Problem(str(folder), f"{change}; run `rulings parse`") for change in changes),
            *wrong,
            *parsed.lost_headings,
        ],
        warnings=generated.warnings,
    )


_NOTE_KINDS = ("contradiction", "exception", "clarification")


def _counts(kb: knowledge.Knowledge, file_count: int) -> dict[str, int]:
    """Numbers of entries of each kind, of citations with each form of date, of rulings, sections and
    steps with each status, and of notes of each kind.
    """
    all_entries: list[entities.AnyEntry] = [*kb.rulings, *kb.sections, *kb.steps]
    statuses = Counter(entry.status for entry in all_entries)
    with_mentions: list[entities.Ruling | entities.Section] = [*kb.rulings, *kb.sections]
    subjects: list[entities.Card | entities.Topic] = [*kb.cards, *kb.topics]
    note_kinds = Counter("contradiction" if n.is_contradiction else n.kind for n in kb.notes)
    kinds = Counter(ruling.kind for ruling in kb.rulings)
    status_names = (vocabulary.IN_FORCE, *vocabulary.STATUSES[:-1])
    all_citations = [*chain.from_iterable(ruling.citations for ruling in kb.rulings)]
    citation_counts: dict[str, int] = {}
    for field, words in _COUNTED_FIELDS.items():
        citation_counts[words] = sum(getattr(c, field) is not None for c in all_citations)
    return {
        "entries": len(kb.rulings),
        "rulings": kinds["errata"] + kinds["ruling"],
        "errata": kinds["errata"],
        "cross-references": kinds["see"],
        "reversals": sum(ruling.reverses for ruling in kb.rulings),
        "restored headings": sum(bool(subject.restored) for subject in subjects),
        "citations": len(all_citations),
        **citation_counts,
        "mentions": sum(len(entry.mentions) for entry in with_mentions),
        "inherited": sum(len(card.inherits) for card in kb.cards),
        "sections": len(kb.sections),
        "steps": len(kb.steps),
        "files": file_count,
        "unattributed": sum(r.subject == entities.UNATTRIBUTED for r in kb.rulings),
        **{name.replace("-", " "): statuses[name] for name in status_names},
        **{f"{kind}s": note_kinds[kind] for kind in _NOTE_KINDS},
    }


_COUNTED_FIELDS = {  # field of a citation → what has it
    "date_printed": "dated citations",
    "restored": "restored citations",
    "likely": "likely dates",
    "doubt": "doubtful dates",
}
