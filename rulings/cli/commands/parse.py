"""`rulings parse`: the YAML generated from the source documents, or compared with them."""

from __future__ import annotations

from rulings.cli.folders import source_folder, typed_folder
from rulings.cli.grammar import Arguments, UsageError, require_no_arguments
from rulings.cli.progress import show_progress
from rulings.cli.render import terminal
from rulings.compiling import compile_folder
from rulings.errors import RulingsError
from rulings.model.formatting import count
from rulings.model.printable import printable
from rulings.parser.parse_folder import parse_folder
from rulings.storage.compiled import read_compiled
from rulings.storage.layout import SHIPPED
from rulings.storage.problems import first_of_each_file

_MAX_LISTED = 20  # changed files that are listed


def parse(args: Arguments) -> int:
    """Generates the YAML and returns 0; former ids in hand-edited files raise `RulingsError` afterwards.

    With `--check` it only compares, and returns 1 if the YAML is out of date or an id is.
    """
    require_no_arguments(args, "parse")
    sources = source_folder(args, SHIPPED / "sources")
    # The YAML made from other sources is in the folder above them. If there is none, --output must name a folder.
    default_output = sources.parent if (sources.parent / "cards").is_dir() else SHIPPED
    if args.text("sources") and not (args["check"] or args.text("output")) and default_output == SHIPPED:
        raise UsageError(f"there is no YAML beside {sources} to update; use --output DIR")
    target = typed_folder(args, "output", default_output)
    try:
        result = parse_folder(sources, target, bool(args["check"]), show_progress)
        if not args["check"] and (result.changes or read_compiled(target) is None):
            show_progress("compiling")
            compile_folder(target)
    except OSError as error:
        raise RulingsError(
            f"{error.filename or target}: {error.strerror or error}; use --output for another folder"
        ) from None
    finally:
        show_progress("")
    for warning in first_of_each_file(result.warnings):
        terminal.print_note(warning)
    for change in result.changes[:_MAX_LISTED]:
        terminal.write(printable(str(change)) + "\n")
    if len(result.changes) > _MAX_LISTED:
        terminal.write(f"… and {len(result.changes) - _MAX_LISTED} more\n")
    for document, titles in result.headings.items():
        terminal.write(printable(f"{document}: {count(len(titles), 'section')}: {'; '.join(titles)}") + "\n")
    stale = sum(warning.stale for warning in result.warnings)
    if args["check"]:
        terminal.write(
            f"{count(len(result.changes), 'file')} out of date; run `rulings parse`\n"
            if result.changes
            else "the YAML is up to date\n"
        )
        return 1 if result.changes or stale else 0
    files = count(len(result.changes), "file")
    terminal.write(printable(f"{files} written to {target}\n") if result.changes else "the YAML is up to date\n")
    if stale:
        raise RulingsError(
            f"{count(stale, 'row')} above {'name' if stale > 1 else 'names'} a former id; `rulings check` refuses that"
        )
    return 0
