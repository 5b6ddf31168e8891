"""The folder of sources → the data of the generated files, and what is wrong in both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rulings.callbacks import TaskProgress
from rulings.errors import RulingsError
from rulings.model.loading import assemble
from rulings.parser.ledger import Ledger, ledger_problems, make_ledgers
from rulings.parser.parse import parse
from rulings.parser.parsed import ParsedKnowledge
from rulings.parser.reference_checks import check_references
from rulings.parser.sources import Sources
from rulings.parser.write import generated_data
from rulings.storage.problems import Problem
from rulings.storage.validation import violations


class Generated(NamedTuple):
    """What was parsed, its ledgers by document id, the data of each generated file by its path, and what is wrong."""

    parsed: ParsedKnowledge
    ledgers: dict[str, Ledger]
    data: dict[str, dict[str, object]]
    errors: list[Problem]
    warnings: list[Problem]


def generate(sources: Path, folders: Iterable[Path], progress: TaskProgress = lambda _: None) -> Generated:
    """Generates the data of all files. Raises `RulingsError` if the sources cannot be read.

    `folders`: as for `check_references`.
    """
    parsed = parse(sources, progress)
    findings = check_references(parsed, folders)
    ledgers = make_ledgers(parsed)
    errors = [*findings.errors, *ledger_problems(ledgers)]
    return Generated(parsed, ledgers, generated_data(parsed, ledgers), errors, [*parsed.warnings, *findings.warnings])


def data_errors(data: Mapping[str, Any], sources: Sources, folder: Path) -> list[Problem]:
    """What is wrong in the shapes of generated files; if there are none, why they cannot be opened with the sources.

    `data`: by relative path; `folder`: that of the files.
    """
    errors = [problem for path, content in data.items() for problem in violations(content, path, str(folder / path))]
    if not errors:
        try:
            assemble({**data, **sources.files}, folder)
        except RulingsError as error:
            errors.append(Problem(str(folder), str(error)))
    return errors
