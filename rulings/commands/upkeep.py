"""`rulings parse`, `check`, `index`, `export`, `site`: what keeps the knowledge base, and what is made from it."""

from __future__ import annotations

from pathlib import Path

from rulings import compiled, terminal
from rulings.errors import RulingsError
from rulings.terminal import Screen, shortened

from . import printing
from .grammar import Typed, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.parser.check import Report

_SHIPPED = Path(compiled.FOLDER)
_LISTED = 20  # files that are named one by one


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
    from rulings.parser.update import update

    sources = _folder(typed, "sources", _SHIPPED / "sources")
    if not sources.is_dir():
        raise RulingsError(f"{sources}: no such folder; --sources names a folder laid out like rulings/sources")
    # The YAML of other sources belongs beside them; without any there, only a comparison makes sense.
    beside = sources.parent if (sources.parent / "cards").is_dir() else _SHIPPED
    if typed.text("sources") and not (typed["check"] or typed.text("output")) and beside == _SHIPPED:
        raise UsageError(
            f"where to? there is no YAML beside {sources} to bring up to date; --output DIR says where it belongs"
        )
    output = _folder(typed, "output", beside)
    try:
        done = update(sources, output, bool(typed["check"]), printing.progress)
    except OSError as error:
        raise RulingsError(
            f"{error.filename or output}: {error.strerror or error}; --output names another folder"
        ) from None
    finally:
        printing.progress("")
    for note in done.notes:
        terminal.complain(f"note: {note}")
    for change in done.changes[:_LISTED]:
        terminal.put(terminal.printable(change) + "\n")
    if len(done.changes) > _LISTED:
        terminal.put(f"… and {len(done.changes) - _LISTED} more\n")
    if typed["check"]:
        terminal.put(
            f"{_files(done.changes)} not as the sources say; `rulings parse` writes them\n"
            if done.changes
            else "the YAML is what the sources say\n"
        )
        return 1 if done.changes else 0
    files = "1 file" if len(done.changes) == 1 else f"{len(done.changes)} files"
    terminal.put(f"{files} written below {output}\n" if done.changes else "the YAML is what the sources say\n")
    return 0


def _files(changes: tuple[str, ...]) -> str:
    return "1 file" if len(changes) == 1 else f"{len(changes)} files"


def check(typed: Typed) -> int:
    """Prints the ledger and every mistake; 0 if there is none, else 2."""
    if len(typed.arguments) > 1:
        raise UsageError("one folder, please: rulings check [DIR]")
    folder = Path(typed.arguments[0]) if typed.arguments else _SHIPPED
    if not (folder / "sources").is_dir():
        raise RulingsError(f"{folder}: holds no folder `sources`; a knowledge base has one (rulings check DIR)")
    from rulings.parser.check import check as validate

    printing.progress("checking every word")
    try:
        report = validate(folder)
    finally:
        printing.progress("")
    if typed["json"]:
        printing.json(report.data())
        return 2 if report.errors else 0
    _show_report(printing.screen(typed), report)
    for note in report.notes:
        terminal.complain(f"note: {note}")
    for error in report.errors:
        terminal.complain(error)
    terminal.put("everything holds\n" if not report.errors else f"mistakes: {len(report.errors)}\n")
    return 2 if report.errors else 0


def _show_report(screen: Screen, report: Report) -> None:
    """The ledger, document by document, and what was counted."""
    screen.text("Every word stands in one place", "title")
    for document in report.documents:
        screen.blank()
        screen.text(document["id"], "strong")
        screen.text(f"{document['words']:,} words, {document['accounted']:,} accounted for", "", "  ")
        screen.text(", ".join(f"{kind} {count:,}" for kind, count in document["by_kind"].items()), "dim", "  ")
    total, accounted = (sum(document[key] for document in report.documents) for key in ("words", "accounted"))
    screen.blank()
    screen.text(f"All: {total:,} words, {accounted:,} accounted for", "strong")
    screen.blank()
    for name, count in report.counts.items():
        screen.text(name, "", f"{count:>6,}  ")
    screen.blank()
    terminal.put(str(screen))


def index(typed: Typed) -> int:
    """Builds the compiled pages and the search index, if they are missing or stale."""
    _no_arguments(typed, "index")
    from rulings.search.index import of_folder

    pages = printing.pages()
    index = of_folder(
        None, lambda done, of: printing.progress(f"building the search index: {done} of {of}"), printing.note_once
    )
    printing.progress("")
    where = f"in {compiled.cache_folder()}" if index.folder else "for now: nothing can be kept"
    terminal.put(f"{len(pages.get('cards'))} cards and {index.table.count} entries are indexed {where}\n")
    return 0


def export(typed: Typed) -> int:
    """Prints everything as JSON."""
    _no_arguments(typed, "export")
    import json

    from rulings.assemble import open as open_folder
    from rulings.json_text import plain, to_json

    everything = plain(open_folder().export())
    if typed.text("format") != "ndjson":
        terminal.put(to_json(everything))
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
            terminal.put(json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n")
    return 0


def site(typed: Typed) -> int:
    """Builds or serves the site."""
    words = typed.arguments
    if not words or words[0] not in ("build", "serve") or len(words) > (2 if words[0] == "build" else 1):
        raise UsageError("build or serve? rulings site build [DIR], rulings site serve")
    from rulings.site.build import build, serve

    if words[0] == "serve":
        serve()
        return 0
    target = Path(words[1] if len(words) > 1 else "_site")
    made = build(target, lambda done, of: printing.progress(f"page {done} of {of}"))
    printing.progress("")
    terminal.put(f"{made} pages in {target}; open {target / 'index.html'}\n")
    return 0
