"""The folder of sources → the data of the generated files, and what is wrong in both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
from rulings.storage.files import read_generated_files
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


def vanished_ids(parsed: ParsedKnowledge, folder: Path) -> list[Problem]:
    """A problem for each card, topic, section or note that `folder` has an address for and that is gone.

    Links to it would break, so moved.yaml has to say what took its place. `folder`: as it was written last.
    """
    now = {card.id for card in parsed.cards} | {topic.id for topic in parsed.topics}
    now.update(section.id for section in parsed.all_sections)
    now.update(note["id"] for note in parsed.sources.hand_edited["notes"])
    moved = parsed.sources.hand_edited["moved"]
    return [
        Problem(
            str(parsed.sources.folder / "moved.yaml"),
            f"the {kind} {id} is gone, and links to it would break: add a row with this id and what took its place",
        )
        for id, kind in _written_ids(folder)
        if id not in now and id not in moved
    ]


def _written_ids(folder: Path) -> Iterator[tuple[str, str]]:
    """The id and kind of each card, topic, section and note in the generated files; nothing of damaged ones."""
    try:
        files = read_generated_files(folder) if folder.is_dir() else {}
    except RulingsError:
        return
    for path, data in files.items():
        if not data_is_wrong(data, path):
            if path.startswith(("cards/", "topics/")):
                yield data["id"], path.partition("/")[0].removesuffix("s")
            yield from ((section["id"], "section") for section in data.get("sections") or ())
            yield from ((id, "note") for id in data.get("ids") or ())


def data_is_wrong(data: Any, path: str) -> bool:
    """Whether the data of a generated file has another shape."""
    return any(violations(data, path, path))


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
