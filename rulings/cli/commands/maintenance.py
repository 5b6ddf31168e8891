"""`rulings parse`, `check`, `index`, `export` and `site`: the knowledge base maintained and published."""

from __future__ import annotations

from pathlib import Path

from rulings.cli import output
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen, printable, shortened
from rulings.errors import RulingsError
from rulings.model.formatting import count
from rulings.storage.cache_folder import cache_folder
from rulings.storage.opening import SHIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.parser.check import Report

_MAX_LISTED = 20  # changed files that are listed


def _require_no_arguments(args: Arguments, name: str) -> None:
    if args.positional:
        raise UsageError(f"`rulings {name}` takes no argument “{shortened(args.positional[0])}”")


def _folder(args: Arguments, name: str, default: Path) -> Path:
    value = args.text(name)
    if value is not None and not value:
        raise UsageError(f"--{name} needs a folder")
    return Path(value) if value else default


def parse(args: Arguments) -> int:
    """Generates the YAML and returns 0. With `--check` it only compares, and returns 1 if the YAML is out of date."""
    _require_no_arguments(args, "parse")
    from rulings.parser.update import update
    from rulings.storage.problems import first_of_each_file

    sources = _folder(args, "sources", SHIPPED / "sources")
    if not sources.is_dir():
        raise RulingsError(f"{sources}: no such folder; --sources needs a folder like rulings/sources")
    # The YAML made from other sources is in the folder above them. If there is none, --output must name a folder.
    default_output = sources.parent if (sources.parent / "cards").is_dir() else SHIPPED
    if args.text("sources") and not (args["check"] or args.text("output")) and default_output == SHIPPED:
        raise UsageError(f"there is no YAML beside {sources} to update; use --output DIR")
    target = _folder(args, "output", default_output)
    try:
        result = update(sources, target, bool(args["check"]), output.show_progress)
    except OSError as error:
        raise RulingsError(
            f"{error.filename or target}: {error.strerror or error}; use --output for another folder"
        ) from None
    finally:
        output.show_progress("")
    for warning in first_of_each_file(result.warnings):
        terminal.print_error(f"note: {warning}")
    for change in result.changes[:_MAX_LISTED]:
        terminal.write(printable(str(change)) + "\n")
    if len(result.changes) > _MAX_LISTED:
        terminal.write(f"… and {len(result.changes) - _MAX_LISTED} more\n")
    if args["check"]:
        terminal.write(
            f"{count(len(result.changes), 'file')} out of date; run `rulings parse`\n"
            if result.changes
            else "the YAML is up to date\n"
        )
        return 1 if result.changes else 0
    files = count(len(result.changes), "file")
    terminal.write(printable(f"{files} written to {target}\n") if result.changes else "the YAML is up to date\n")
    return 0


def check(args: Arguments) -> int:
    """Prints the word counts and all errors; returns 0 if there are no errors, else 2."""
    if len(args.positional) > 1:
        raise UsageError("too many arguments: rulings check [DIR]")
    folder = Path(args.positional[0]) if args.positional else SHIPPED
    if not (folder / "sources").is_dir():
        raise RulingsError(f"{folder}: not a knowledge base: it has no folder `sources`")
    from rulings.parser.check import check as validate
    from rulings.storage.problems import first_of_each_file

    output.show_progress("checking every word")
    try:
        report = validate(folder)
    finally:
        output.show_progress("")
    if args["json"]:
        output.print_json(report.data())
        return 2 if report.errors else 0
    _show_report(output.screen(args), report)
    for warning in first_of_each_file(report.warnings):
        terminal.print_error(f"note: {warning}")
    for error in first_of_each_file(report.errors):
        terminal.print_error(error)
    terminal.write("no errors\n" if not report.errors else f"errors: {len(report.errors)}\n")
    return 2 if report.errors else 0


def _show_report(screen: Screen, report: Report) -> None:
    """Shows the word counts by document, and the other counts."""
    screen.text("Word counts", "title")
    for document in report.documents:
        screen.blank()
        screen.text(document["id"], "strong")
        screen.text(f"{document['words']:,} words, {document['accounted']:,} accounted for", "", "  ")
        screen.text(", ".join(f"{kind} {number:,}" for kind, number in document["by_kind"].items()), "dim", "  ")
    total = sum(document["words"] for document in report.documents)
    accounted = sum(document["accounted"] for document in report.documents)
    screen.blank()
    screen.text(f"All: {total:,} words, {accounted:,} accounted for", "strong")
    screen.blank()
    for name, number in report.counts.items():
        screen.text(name, "", f"{number:>6,}  ")
    screen.blank()
    terminal.write(str(screen))


def index(args: Arguments) -> int:
    """Builds the look-up pages and the search index if they are missing or stale."""
    _require_no_arguments(args, "index")
    from rulings.search.index import open_index

    pages = output.pages()
    index = open_index(None, output.show_index_progress, output.warn_once)
    output.show_progress("")
    location = f"in {cache_folder()}" if index.is_saved else "in memory only: the cache cannot be written"
    terminal.write(printable(f"{len(pages.get('cards'))} cards and {index.count} entries indexed {location}\n"))
    return 0


def export(args: Arguments) -> int:
    """Prints the knowledge base as JSON."""
    _require_no_arguments(args, "export")
    import json

    from rulings.model.serializing import export
    from rulings.storage.json_text import plain_data, to_json
    from rulings.storage.opening import open_folder

    everything = plain_data(export(open_folder()))
    if args.text("format") != "ndjson":
        terminal.write(to_json(everything))
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
            terminal.write(json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n")
    return 0


def site(args: Arguments) -> int:
    """Builds or serves the site."""
    words = args.positional
    if not words or words[0] not in ("build", "serve") or len(words) > (2 if words[0] == "build" else 1):
        raise UsageError("use rulings site build [DIR] or rulings site serve")
    from rulings.site.build import build, serve

    if words[0] == "serve":
        serve()
        return 0
    target = Path(words[1] if len(words) > 1 else "_site")
    page_count = build(target, lambda done, total: output.show_progress(f"page {done} of {total}"))
    output.show_progress("")
    terminal.write(printable(f"{page_count} pages written; open {target / 'index.html'}\n"))
    return 0
