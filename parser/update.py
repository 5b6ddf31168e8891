"""The sources → the generated YAML brought up to date (or only compared), with what changed: `rulings parse`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rulings.errors import RulingsError
from rulings.knowledge import SHIPPED
from rulings.parser.ledger import ledger
from rulings.parser.parse import parse
from rulings.parser.references import ids_before, require
from rulings.parser.write import differences, write


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
    """Writes `output` from `sources`, or only compares. `RulingsError`, before writing, where a source is wrong."""
    parsed = parse(sources, progress)
    notes = require(sources, parsed, ids_before({output, SHIPPED}))
    astray = [
        f"{document}, {word}" for document, book in ledger(parsed).items() for word in (*book.missing, *book.doubled)
    ]
    if astray:
        raise RulingsError("the ledger does not add up; these words stand nowhere or twice:\n" + "\n".join(astray[:20]))
    progress("files")
    changes = differences(parsed, output) if check else write(parsed, output)
    lost = [
        f"{parsed.sources.document('rulings').path}, line {r.lines[0]}: unattributed: the heading over "
        f"{r.printed[:40]!r} is "
        f"lost; it can have been {', '.join(r.candidates) or 'a topic'}"
        for r in parsed.unattributed
    ]
    return Update(tuple(changes), (*parsed.notes, *notes, *lost))
