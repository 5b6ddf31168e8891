"""Runs the parser: writes or compares generated YAML, or checks a knowledge base."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rulings import errors
from rulings.model import dates, knowledge, loader, vocabulary
from rulings.parser import (
    checks,
    entries,
    ledger,
    mentions,
    rulings_document,
    run_chart,
    sections,
    unique_names,
    write,
)
from rulings.parser.sources import read_sources
from rulings.storage import files


def parse(
    folder: Path, progress: vocabulary.TaskProgress = lambda _: None
) -> entries.ParsedKnowledge:
    """Parses `folder`, which is laid out like `rulings/sources`. Raises `RulingsError`
    if it cannot.
    """
    if dates.today() < vocabulary.RELEASE_DATE:
        raise errors.RulingsError(
            f"the clock of this computer says {dates.today()}, which is before the "
            "release of the game; set it, because dates in the future are refused"
        )
    sources = read_sources(folder)
    progress("rulings")
    edited = sources.edited
    path = sources.path("restorations")
    lines = rulings_document.restore(
        sources.documents[vocabulary.RULINGS_DOCUMENT].lines, edited.restorations, path
    )
    printed_list = rulings_document.read_rulings_document(
        lines, sources.cards, sources.file_of(vocabulary.RULINGS_DOCUMENT)
    )
    topics = rulings_document.find_topics(printed_list, edited.additions, sources.cards)
    finder = mentions.MentionFinder(sources.cards, edited.names)
    reader = entries.RulingReader(sources, topics, finder)
    rulings = reader.read(printed_list)
    inherits = entries.find_inheritances(rulings, edited.inheritance)
    restored = {block.subject: block.heading.evidence for block in printed_list.blocks}
    progress("documents")
    sectioned: dict[str, sections.SectionedDocument] = {}
    for document in sources.documents.values():
        if document.id in (vocabulary.RULINGS_DOCUMENT, vocabulary.RUN_CHART_DOCUMENT):
            continue
        # The later game has other cards
        is_this_game = document.row.game == vocabulary.NETRUNNER
        own_finder = finder if is_this_game else None
        sectioned[document.id] = sections.read_sections(document, own_finder)
    chart = sources.documents[vocabulary.RUN_CHART_DOCUMENT]
    cards = [
        replace(
            card,
            restored_from=restored.get(card.reference),
            inherits=inherits.get(card.id, ()),
        )
        for card in sources.cards.values()
    ]
    return entries.ParsedKnowledge(
        sources=sources,
        rulings_document=printed_list,
        cards=tuple(cards),
        topics=topics,
        rulings=rulings,
        bodies=reader.bodies,
        run_chart=run_chart.read_run_chart(chart),
        sectioned_documents=sectioned,
        problems=reader.problems,
        possible_slips=reader.possible_slips,
    )


# Generated data, and errors in both folders


class Generated(NamedTuple):
    """The parsed knowledge base, its ledgers by document id, the data of each generated
    file by path, and the errors. `kb`: what a reader of the generated files gets;
    None if something else was wrong.
    """

    parsed_knowledge: entries.ParsedKnowledge
    ledgers: dict[str, ledger.WordCount]
    data: dict[str, dict[str, object]]
    problems: list[files.Problem]
    kb: knowledge.Knowledge | None


def generate(
    sources: Path,
    before: Mapping[str, str] = MappingProxyType({}),
    progress: vocabulary.TaskProgress = lambda _: None,
) -> Generated:
    """Generates the data of all files. `before`: id → kind in the files as last
    written, which must still lead somewhere.

    Raises `RulingsError` if the sources cannot be read.
    """
    parsed_knowledge = parse(sources, progress)
    ledgers = ledger.make_ledgers(parsed_knowledge)
    data = write.generated_data(parsed_knowledge, ledgers)
    now = write.kinds_by_id(data)
    successors = write.successors(now, before)
    problems = [
        *parsed_knowledge.problems,
        *checks.check_references(parsed_knowledge, now, successors),
        *ledger.ledger_problems(ledgers),
        *write.vanished_ids(parsed_knowledge, now, before, successors),
    ]
    kb = None
    if not problems:
        # The generated file of each card repeats its facts
        edited = replace(parsed_knowledge.sources.edited, cards=[])
        try:
            kb = loader.assemble(data, edited, sources.parent)
        except errors.RulingsError as error:
            raise errors.RulingsError(
                "nothing was written, because the generated data is wrong. "
                "This is a bug in the parser: please report it with the change "
                f"that led to it.\n{error}"
            ) from None
        problems += unique_names.name_problems(kb, parsed_knowledge)
        problems += unique_names.link_problems(kb, parsed_knowledge)
    return Generated(parsed_knowledge, ledgers, data, problems, kb)


# `rulings parse`: writes the generated YAML, or only compares it, and lists the
# changes.


class Changes(NamedTuple):
    """The change of each changed file (`cards/corp/asp.yaml: differs`), and the ids of
    the entries that are `new`, `changed` or `gone`.
    """

    files: list[files.Problem]
    entries: dict[str, list[str]]


def parse_folder(
    sources: Path,
    output: Path,
    check: bool = False,
    progress: vocabulary.TaskProgress = lambda _: None,
) -> Changes:
    """Writes `output` from `sources` or, with `check`, only compares them.

    Warns of possible errors in new rulings. Raises `RulingsError` if a source is wrong.
    """
    old_data = write.written_data(output)
    before = write.kinds_by_id(old_data)
    generated = generate(sources, before, progress)
    if generated.problems:
        sentences = files.first_of_each_file(generated.problems)
        raise errors.RulingsError("\n".join(sentences))
    texts = write.yaml_texts(generated.data)
    for id, question in generated.parsed_knowledge.possible_slips.items():
        if id not in before:
            warnings.warn(str(question), errors.RulingsWarning, stacklevel=2)
    progress("files")
    if check:
        changes = [*files.interrupted(output), *write.differences(texts, output)]
    else:
        changes = write.write_files(texts, output)
    paths = [change.file for change in changes]
    return Changes(changes, write.changed_entries(old_data, texts, paths))


class Report(Struct, frozen=True):
    """The result of a check: the id and ledger of each document, the errors and, if
    there are none, the knowledge base.
    """

    documents: list[dict[str, Any]]
    errors: list[files.Problem]
    kb: knowledge.Knowledge | None


def check(
    folder: Path,
    sources: Path | None = None,
) -> Report:
    """Checks `folder`, a knowledge base. Raises `RulingsError` only if the sources
    cannot be read.

    `sources`: the folder of its sources; None: `sources` in it.
    """
    before = write.kinds_by_id(write.written_data(folder))
    generated = generate(sources or folder / "sources", before)
    changes = write.differences(write.yaml_texts(generated.data), folder)
    return Report(
        documents=[
            {"id": id, **word_count.data()}
            for id, word_count in generated.ledgers.items()
        ],
        errors=[
            *generated.problems,
            *files.interrupted(folder),
            *(
                files.Problem(str(folder), f"{change}; run `rulings parse`")
                for change in changes
            ),
        ],
        kb=generated.kb,
    )
