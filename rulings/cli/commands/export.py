"""`rulings export`: the whole knowledge base as JSON, its rulings as CSV, or a database; the schema of the JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from rulings.api import KnowledgeBase
from rulings.api import open as open_knowledge_base
from rulings.cli.grammar import Arguments, UsageError, require_no_arguments
from rulings.cli.render import terminal
from rulings.model.exporting import export as export_data
from rulings.model.exporting import schema
from rulings.storage.json_text import to_json


def export(args: Arguments) -> int:
    """Prints the knowledge base in the requested format, or writes it into a database, and returns 0."""
    format = args.text("format") or "json"
    if format == "sqlite":
        _write_database(args)
        return 0
    require_no_arguments(args, "export")
    if format == "schema":
        terminal.write_data(to_json(schema()))
        return 0
    kb = open_knowledge_base()
    if format == "csv":
        _print_csv(kb)
    elif format == "ndjson":
        _print_lines(export_data(kb))
    else:
        terminal.write_data(to_json(export_data(kb)))
    return 0


def _write_database(args: Arguments) -> None:
    from rulings.storage.database import write_database

    if len(args.positional) != 1:
        raise UsageError("name the file of the database: rulings export --format sqlite FILE")
    write_database(open_knowledge_base(), Path(args.positional[0]))


def _print_csv(kb: KnowledgeBase) -> None:
    """Prints one row for each ruling."""
    from rulings.storage.database import COLUMNS, ruling_rows

    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows(ruling_rows(kb.rulings))
    terminal.write_data(text.getvalue())


def _print_lines(everything: dict[str, Any]) -> None:
    """Prints one JSON object a line, each with its kind."""
    kinds = {
        "documents": "document",
        "cards": "card",
        "topics": "topic",
        "rulings": None,
        "sections": "section",
        "steps": "step",
        "notes": "note",
    }
    for key, rows in everything.items():
        for row in rows if isinstance(rows, list) else [rows]:
            kind = kinds.get(key, key)
            line = row if kind is None else {"kind": kind, **row}
            if key == "notes":  # which have a kind of their own
                line |= {"kind": kind, "note_kind": row["kind"]}
            terminal.write(json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n")
