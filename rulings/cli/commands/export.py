"""`rulings export`: the whole knowledge base as JSON."""

from __future__ import annotations

import json
from typing import Any

from rulings.api import open as open_knowledge_base
from rulings.cli.grammar import Arguments, require_no_arguments
from rulings.cli.render import terminal
from rulings.model.exporting import export as export_data
from rulings.storage.json_text import to_json


def export(args: Arguments) -> int:
    """Prints the knowledge base as one JSON object, or with `--format ndjson` one per line, and returns 0."""
    require_no_arguments(args, "export")
    everything: dict[str, Any] = export_data(open_knowledge_base())
    if args.text("format") != "ndjson":
        terminal.write_data(to_json(everything))
        return 0
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
            terminal.write_data(json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n")
    return 0
