"""`rulings parse`: the sources → up-to-date generated YAML (or only a comparison), with a list of changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rulings.errors import RulingsError
from rulings.model.formatting import count
from rulings.model.loading import assemble
from rulings.parser.ledger import ledger
from rulings.parser.parse import Parsed, parse
from rulings.parser.reference_checks import require
from rulings.parser.write import differences, texts, tree, write
from rulings.storage.error_lists import first_of_each_file
from rulings.storage.opening import SHIPPED
from rulings.storage.staging import interrupted
from rulings.storage.validation import violations

_LISTED = 10  # violations that are listed


@dataclass(frozen=True, slots=True)
class Update:
    """`changes`: one line for each file (`cards/corp/asp.yaml: differs`); `notes`: what a maintainer should know."""

    changes: tuple[str, ...]
    notes: tuple[str, ...]


def update(
    sources: Path = SHIPPED / "sources",
    output: Path = SHIPPED,
    check: bool = False,
    progress: Callable[[str], None] = lambda _: None,
) -> Update:
    """Writes `output` from `sources`, or only compares. Raises `RulingsError` before writing if a source is wrong."""
    parsed = parse(sources, progress)
    notes = require(parsed, {output, SHIPPED})
    astray = [
        f"{document}, {word}"
        for document, document_ledger in ledger(parsed).items()
        for word in (*document_ledger.missing, *document_ledger.doubled)
    ]
    if astray:
        raise RulingsError(
            "the ledger does not add up; these words are missing or counted twice:\n"
            + "\n".join(first_of_each_file(astray))
        )
    progress("files")
    data = tree(parsed)
    _require_valid(data, parsed, output)
    generated = texts(data)
    if check:
        interruption = interrupted(output)
        changes = [*([interruption] if interruption else []), *differences(generated, output)]
    else:
        changes = write(generated, output)
    lost_headings = [
        f"{parsed.sources.document('rulings').path}, line {r.lines[0]}: unattributed: the heading over "
        f"{r.printed[:40]!r} is "
        f"lost; it may have been {', '.join(r.candidates) or 'a topic'}"
        for r in parsed.unattributed
    ]
    return Update(tuple(changes), (*parsed.notes, *notes, *lost_headings))


def _require_valid(data: dict[str, dict[str, object]], parsed: Parsed, folder: Path) -> None:
    """Raises `RulingsError` if what is to be written violates the schema or could not be opened; nothing is written."""
    sentences = [
        sentence for path, content in data.items() for sentence in violations(content, path, str(folder / path))
    ]
    if sentences:
        raise RulingsError(
            f"nothing was written, because of {count(len(sentences), 'violation')} of rulings/storage/schema.json:\n"
            + "\n".join(sentences[:_LISTED])
        )
    kept = {f"sources/{name}.yaml": data for name, data in parsed.sources.kept.items()}
    try:
        assemble({**data, **kept}, folder)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise RulingsError(
            f"{parsed.sources.folder}: what was read could not be opened again ({type(error).__name__}: {error}); "
            "this is a mistake in the parser: please report it with the change that led to it"
        ) from error
