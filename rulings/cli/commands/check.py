"""`rulings check`: a knowledge base validated, with its word counts and all errors."""

from __future__ import annotations

from pathlib import Path

from rulings.cli import output
from rulings.cli.folders import source_folder
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.progress import show_progress
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.errors import RulingsError
from rulings.parser.check import Report
from rulings.parser.check import check as validate
from rulings.storage.layout import SHIPPED
from rulings.storage.problems import first_of_each_file


def check(args: Arguments) -> int:
    """Prints the word counts and all errors; returns 0 if there are no errors, else 2."""
    if len(args.positional) > 1:
        raise UsageError("too many arguments: rulings check [DIR] [--sources DIR]")
    folder = Path(args.positional[0]) if args.positional else SHIPPED
    own_sources = folder / "sources"
    if not own_sources.is_dir() and not (folder / "cards").is_dir():
        raise RulingsError(f"{folder}: not a knowledge base: it has no folder `sources` and no folder `cards`")
    sources = source_folder(args, own_sources if own_sources.is_dir() else SHIPPED / "sources")
    show_progress("checking every word")
    try:
        report = validate(folder, sources)
    finally:
        show_progress("")
    if args["json"]:
        output.print_json(report.view())
        return 2 if report.errors else 0
    _show_report(output.new_screen(args), report)
    for warning in first_of_each_file(report.warnings):
        terminal.print_note(warning)
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
        screen.text(f"{document['words']:,} words, {document['accounted']:,} accounted for", indent="  ")
        screen.text(", ".join(f"{kind} {number:,}" for kind, number in document["by_kind"].items()), "dim", indent="  ")
    total = sum(document["words"] for document in report.documents)
    accounted = sum(document["accounted"] for document in report.documents)
    screen.blank()
    screen.text(f"All: {total:,} words, {accounted:,} accounted for", "strong")
    screen.blank()
    for name, number in report.counts.items():
        screen.text(name, prefix=f"{number:>6,}  ")
    screen.blank()
    terminal.write(str(screen))
