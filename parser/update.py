"""`rulings parse`: the sources → the generated YAML brought up to date, or only compared; and a list of changes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulings.callbacks import TaskProgress
from rulings.errors import RulingsError
from rulings.model.formatting import count
from rulings.model.loading import ASSEMBLY_ERRORS, assemble
from rulings.parser.ledger import ledger_problems, make_ledgers
from rulings.parser.parse import parse
from rulings.parser.parsed import ParsedKnowledge
from rulings.parser.reference_checks import require_valid_references
from rulings.parser.write import differences, generated_data, write_files, yaml_texts
from rulings.storage.opening import SHIPPED
from rulings.storage.problems import Problem, first_of_each_file
from rulings.storage.staging import interrupted
from rulings.storage.validation import violations

_MAX_LISTED = 10  # violations of the schema that are listed


@dataclass(frozen=True, slots=True)
class Update:
    """`changes`: what happened to each changed file (`cards/corp/asp.yaml: differs`); `warnings`: for maintainers."""

    changes: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


def update(
    sources: Path = SHIPPED / "sources",
    output: Path = SHIPPED,
    check: bool = False,
    progress: TaskProgress = lambda _: None,
) -> Update:
    """Writes `output` from `sources` or, with `check`, only compares. Raises `RulingsError` if a source is wrong."""
    parsed = parse(sources, progress)
    warnings = require_valid_references(parsed, {output, SHIPPED})
    ledgers = make_ledgers(parsed)
    misplaced_words = ledger_problems(ledgers)
    if misplaced_words:
        raise RulingsError("the ledger does not add up:\n" + "\n".join(first_of_each_file(misplaced_words)))
    progress("files")
    data = generated_data(parsed, ledgers)
    _require_valid(data, parsed, output)
    generated = yaml_texts(data)
    if check:
        interruption = interrupted(output)
        changes = [*([interruption] if interruption else []), *differences(generated, output)]
    else:
        changes = write_files(generated, output)
    return Update(tuple(changes), (*parsed.warnings, *warnings, *parsed.lost_headings))


def _require_valid(data: dict[str, dict[str, object]], parsed: ParsedKnowledge, folder: Path) -> None:
    """Raises `RulingsError` if the data to be written violates the schema or cannot be loaded."""
    problems = [problem for path, content in data.items() for problem in violations(content, path, str(folder / path))]
    if problems:
        raise RulingsError(
            f"nothing was written, because of {count(len(problems), 'violation')} of rulings/storage/schema.json:\n"
            + "\n".join(map(str, problems[:_MAX_LISTED]))
        )
    try:
        assemble({**data, **parsed.sources.files}, folder)
    except ASSEMBLY_ERRORS as error:
        raise RulingsError(
            f"{parsed.sources.folder}: what was read could not be opened again ({type(error).__name__}: {error}); "
            "this is a bug in the parser: please report it with the change that led to it"
        ) from error
