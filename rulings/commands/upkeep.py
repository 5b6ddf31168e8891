"""`rulings parse`, `check`, `index`, `export`, `site`: what keeps the knowledge base, and what is made from it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from rulings import compiled, terminal
from rulings.errors import RulingsError
from rulings.terminal import shortened

from . import printing
from .grammar import Typed, UsageError

_SHIPPED = Path(compiled.FOLDER)


def _no_arguments(typed: Typed, name: str) -> None:
    if typed.arguments:
        raise UsageError(f"`rulings {name}` takes no argument “{shortened(typed.arguments[0])}”")


def _folder(typed: Typed, name: str, otherwise: Path) -> Path:
    value = typed.text(name)
    if value is not None and not value:
        raise UsageError(f"--{name} needs a folder")
    return Path(value) if value else otherwise


def parse(typed: Typed) -> int:
    """Brings the YAML up to date (0), or says with `--check` whether it is (1 if not)."""
    _no_arguments(typed, "parse")
    from rulings.parser.parse import parse as parse_folder
    from rulings.parser.write import differences, write

    sources = _folder(typed, "sources", _SHIPPED / "sources")
    output = _folder(typed, "output", sources.parent if typed.text("sources") and sources.name == "sources" else _SHIPPED)
    if not sources.is_dir():
        raise RulingsError(f"{sources}: no such folder; --sources names a folder laid out like rulings/sources")
    parsed = parse_folder(sources, printing.progress)
    printing.progress("")
    for note in [*parsed.sources.notes, *parsed.notes]:
        terminal.complain(f"note: {note}")
    if typed["check"]:
        changes = differences(parsed, output)
        for change in changes:
            terminal.put(change + "\n")
        terminal.put(f"{output}: {len(changes)} files differ from the sources; run `rulings parse`\n" if changes
                     else f"{output}: the YAML is what the sources say\n")
        return 1 if changes else 0
    printing.progress("writing")
    try:
        changes = write(parsed, output)
    except OSError as error:
        raise RulingsError(f"{output}: cannot be written ({error.strerror or error}); --output names another folder") from None
    printing.progress("")
    for change in changes[:20]:
        terminal.put(change + "\n")
    if len(changes) > 20:
        terminal.put(f"… and {len(changes) - 20} more\n")
    terminal.put(f"{output}: {len(changes)} files brought up to date, from {len(parsed.rulings)} entries\n")
    return 0


def check(typed: Typed) -> int:
    """Prints the ledger and every mistake; 0 if there is none, else 1."""
    _no_arguments(typed, "check")
    sources = _folder(typed, "sources", _SHIPPED / "sources")
    if find_spec("rulings.parser.check"):
        from rulings.parser.check import check as validate

        printing.progress("checking")
        report = validate(sources.parent if typed.text("sources") else _SHIPPED)
        printing.progress("")
        for line in report.lines():
            terminal.put(terminal.printable(line) + "\n")
        return 1 if report.errors else 0
    from rulings.parser.ledger import ledger
    from rulings.parser.parse import parse as parse_folder

    wrong = 0
    for id, of_document in ledger(parse_folder(sources, printing.progress)).items():
        printing.progress("")
        wrong += len(of_document.missing) + len(of_document.doubled)
        terminal.put(f"{id:<42}{of_document.lines:>6} lines {of_document.words:>7} words {of_document.accounted:>7} accounted\n")
        for line in [*of_document.missing, *of_document.doubled]:
            terminal.put(f"  {line}\n")
    return 1 if wrong else 0


def index(typed: Typed) -> int:
    """Builds the compiled pages and the search index."""
    _no_arguments(typed, "index")
    from rulings.assemble import open as open_folder
    from rulings.compile_pages import ready
    from rulings.search.index import build_index

    ready(progress=printing.progress)
    printing.progress("building the search index")
    built = build_index(open_folder())
    printing.progress("")
    terminal.put(f"{built}\n")
    return 0


def export(typed: Typed) -> int:
    """Prints everything as JSON."""
    _no_arguments(typed, "export")
    import json

    from rulings.assemble import open as open_folder
    from rulings.compile_pages import plain, to_json

    everything = plain(open_folder().export())
    if typed.text("format") != "ndjson":
        terminal.put(to_json(everything))
        return 0
    kinds = {"documents": "document", "cards": "card", "topics": "topic", "rulings": None, "sections": "section", "steps": "step",
             "notes": "note"}
    for key, rows in everything.items():
        for row in rows if isinstance(rows, list) else [rows]:
            kind = kinds.get(key, key)
            line = row if kind is None else {**row, "kind": kind}
            terminal.put(json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n")
    return 0


def site(typed: Typed) -> int:
    """Builds or serves the site."""
    words = typed.arguments
    if not words or words[0] not in ("build", "serve") or len(words) > (2 if words[0] == "build" else 1):
        raise UsageError("rulings site build [DIR], or rulings site serve")
    from rulings.site.build import build, serve

    if words[0] == "serve":
        serve()
        return 0
    target = Path(words[1] if len(words) > 1 else "_site")
    build(target, printing.progress)
    printing.progress("")
    terminal.put(f"{target}: the site is built; open {target / 'index.html'}\n")
    return 0
