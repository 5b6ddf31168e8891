"""`rulings parse`: the sources → the generated YAML brought up to date, or only compared; and a list of changes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulings.callbacks import TaskProgress
from rulings.errors import RulingsError
from rulings.parser.generating import data_errors, generate, vanished_ids
from rulings.parser.write import differences, write_files, yaml_texts
from rulings.storage.layout import SHIPPED
from rulings.storage.problems import Problem, first_of_each_file
from rulings.storage.staging import interrupted


@dataclass(frozen=True, slots=True)
class ParseResult:
    """`changes`: what happened to each changed file (`cards/corp/asp.yaml: differs`); `warnings`: for maintainers.

    `headings`: of each document whose file changed, by its id.
    """

    changes: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    headings: dict[str, list[str]]


def parse_folder(
    sources: Path = SHIPPED / "sources",
    output: Path = SHIPPED,
    check: bool = False,
    progress: TaskProgress = lambda _: None,
) -> ParseResult:
    """Writes `output` from `sources` or, with `check`, only compares. Raises `RulingsError` if a source is wrong."""
    generated = generate(sources, {output, SHIPPED}, progress)
    errors = generated.errors + vanished_ids(generated.parsed, output)
    if errors:
        raise RulingsError("\n".join(first_of_each_file(errors)))
    progress("files")
    errors = data_errors(generated.data, generated.parsed.sources, output)
    if errors:
        raise RulingsError(
            "nothing was written, because what was generated is wrong. This is a bug in the parser: please report it "
            "with the change that led to it.\n" + "\n".join(first_of_each_file(errors))
        )
    texts = yaml_texts(generated.data)
    if check:
        changes = [*filter(None, [interrupted(output)]), *differences(texts, output)]
    else:
        changes = write_files(texts, output)
    headings: dict[str, list[str]] = {}
    for section in generated.parsed.all_sections:
        if f"documents/{section.document}.yaml" in {change.file for change in changes}:
            headings.setdefault(section.document, []).append(section.title)
    return ParseResult(tuple(changes), (*generated.warnings, *generated.parsed.lost_headings), headings)
