"""The commands for maintainers: `parse`, `check`, `export` and `site`. They print their
own output, without an `Answer`.
"""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulings import api, errors
from rulings.cli import grammar, layout, output
from rulings.model import knowledge, plain_text, records
from rulings.storage import compiled, files

if TYPE_CHECKING:
    from rulings.parser.parse import Changes, Report


def clean_up_after_interrupt() -> None:
    """Makes Ctrl-C and SIGTERM raise `KeyboardInterrupt` with the signal, so unfinished
    files are removed. Signals that do not end the program stay as they are.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _interrupt)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt(number)


# Folders that options name


def source_folder(args: grammar.Arguments, default: Path) -> Path:
    """The folder that `--sources` names, else `default`. Raises `RulingsError` if it
    does not exist.
    """
    sources = Path(args["sources"] or default)
    if not files.is_folder(sources):
        raise errors.RulingsError(
            f"{sources}: no such folder; --sources needs a folder like rulings/sources"
        )
    return sources


# `rulings parse`

_MAX_LISTED = 20  # changed files that are listed


def parse(args: grammar.Arguments) -> int:
    """Generates the YAML and returns 0. `--check` only compares, and returns 1 if the
    YAML is out of date or the sources have errors.
    """
    grammar.require_no_arguments(args, "parse")
    only_compares = bool(args["check"])
    clean_up_after_interrupt()
    sources = source_folder(args, files.SHIPPED / "sources")
    target = _output_folder(args, sources)
    try:
        changes = _generate(sources, target, only_compares)
    except errors.RulingsError as error:
        if not only_compares:
            raise
        layout.print_error(str(error))
        return 1
    except OSError as error:
        file = Path(error.filename or target)
        is_in_target = file.is_relative_to(target)
        hint = "; use --output for another folder" if is_in_target else ""
        raise errors.RulingsError(f"{file}: {error.strerror or error}{hint}") from None
    finally:
        output.show_progress("")
    _show_changes(changes, target, only_compares)
    return 1 if only_compares and changes.files else 0


def _output_folder(args: grammar.Arguments, sources: Path) -> Path:
    """The folder for the YAML: the one of `--output`, else the one above the sources if
    it contains YAML, else the shipped one. YAML from other sources must not replace the
    shipped YAML. A note warns if the current folder has sources that are not the ones
    being read.
    """
    has_yaml = (sources.parent / "cards").is_dir()
    default = sources.parent if has_yaml else files.SHIPPED
    is_other = args["sources"] and default == files.SHIPPED
    if is_other and not (args["check"] or args["output"]):
        raise grammar.UsageError(
            f"there is no YAML beside {sources} to update; use --output DIR"
        )
    here = Path("rulings", "sources").absolute()
    is_unread = here.is_dir() and not here.samefile(sources)
    if is_unread and not args["sources"]:
        cure = "name it with --sources, or install the program from there with pip -e"
        layout.print_note(f"{here} is not being read; to use it, {cure}")
    return Path(args["output"] or default)


def _generate(
    sources: Path,
    target: Path,
    only_compares: bool,
) -> Changes:
    """Generates or compares the YAML, and compiles the shipped folder if it was
    written. Raises `OSError`.
    """
    from rulings.parser.parse import parse_folder

    if not only_compares:
        files.require_writable(target)
    changes = parse_folder(sources, target, only_compares, output.show_progress)
    is_shipped = target.absolute() == files.SHIPPED
    # An installed package cannot know
    is_current = compiled.is_checkout() and compiled.values_left(may_be_old=False)
    if is_shipped and not only_compares and not is_current:
        output.show_progress("compiling")
        api.compile_shipped()
    return changes


def _show_changes(
    changes: Changes,
    target: Path,
    only_compared: bool,
) -> None:
    """Prints the files and entries that changed."""
    lines = list(map(str, changes.files[:_MAX_LISTED]))
    if len(changes.files) > _MAX_LISTED:
        lines.append(f"… and {len(changes.files) - _MAX_LISTED} more")
    for change, entry_ids in changes.entries.items():
        if entry_ids:
            lines.append(f"{change}: {', '.join(entry_ids)}")
    count = plain_text.count(len(changes.files), "file")
    if not changes.files:
        lines.append(f"the YAML in {target} is up to date")
    elif only_compared:
        lines.append(f"{count} out of date; run `rulings parse`")
    else:
        lines.append(f"{count} written to {target}")
    for line in lines:
        layout.write(plain_text.printable(f"{line}\n"))


# `rulings check`


def check(args: grammar.Arguments) -> int:
    """Prints the word counts and all errors. Returns 0 if there are no errors,
    else 1.
    """
    from rulings.parser import parse

    if len(args.positional) > 1:
        raise grammar.UsageError(
            "too many arguments: rulings check [DIR] [--sources DIR]"
        )
    folder = Path(args.positional[0]) if args.positional else files.SHIPPED
    own_sources = folder / "sources"
    has_sources = files.is_folder(own_sources)
    if not has_sources and not files.is_folder(folder / "cards"):
        raise errors.RulingsError(
            f"{folder}: not a knowledge base: it has no folder `sources` and no folder "
            "`cards`"
        )
    default = own_sources if has_sources else files.SHIPPED / "sources"
    sources = source_folder(args, default)
    output.show_progress("checking every word")
    try:
        report = parse.check(folder, sources)
    finally:
        output.show_progress("")
    if args["json"]:
        sentences = [*map(str, report.errors)]
        output.print_json({"documents": report.documents, "errors": sentences})
        return 1 if report.errors else 0
    screen = output.new_screen(args)
    _show_report(screen, report)
    layout.write(str(screen))
    sys.stdout.flush()  # so the errors come after it
    for error in files.first_of_each_file(report.errors):
        layout.print_error(error)
    if not report.errors:
        layout.write("no errors\n")
        return 0
    layout.write(f"errors: {len(report.errors)}\n")
    return 1


def _show_report(screen: layout.Screen, report: Report) -> None:
    """Shows the word counts of each document."""
    screen.text("Word counts", "title")
    for document in report.documents:
        screen.heading(document["id"])
        total, accounted = document["words"], document["accounted"]
        screen.text(_word_counts(total, accounted), indent="  ")
        counts = document["by_kind"].items()
        counts_by_kind = ", ".join(f"{kind} {number:,}" for kind, number in counts)
        screen.text(counts_by_kind, "dim", indent="  ")
    total = sum(document["words"] for document in report.documents)
    accounted = sum(document["accounted"] for document in report.documents)
    screen.heading(f"All: {_word_counts(total, accounted)}")
    screen.blank()


def _word_counts(total: int, accounted: int) -> str:
    return f"{total:,} words, {accounted:,} accounted for"


# `rulings export`


def export(args: grammar.Arguments) -> int:
    """Prints the knowledge base, or writes it into a database; returns 0."""
    format = args["format"] or "json"
    if format == "sqlite":
        from rulings.storage import database

        file_name = args.positional[0] if len(args.positional) == 1 else ""
        if file_name in ("", "-", ":memory:"):
            raise grammar.UsageError(
                "name the file of the database: rulings export --format sqlite FILE"
            )
        clean_up_after_interrupt()
        database.write_database(args.kb, Path(file_name), output.site_address())
        return 0
    grammar.require_no_arguments(args, "export")
    kb = args.kb
    if format == "csv":
        site = output.site_address()
        rows = records.rows(kb.rulings, site)
        rows_of_cells = ([*row.values()] for row in rows)
        layout.write_csv(rows_of_cells, records.COLUMNS)
    elif format == "ndjson":
        _print_lines(kb)
    else:
        layout.write(files.to_json(api.export(kb)))
    return 0


def _print_lines(kb: knowledge.Knowledge) -> None:
    """Prints one JSON object per line, each with its kind. The object of an entry also
    has the fields of its record in a table.
    """
    for key, rows in knowledge.export(kb).items():
        kind = plain_text.singular(key)
        if key == "moved":
            rows = [{"old": old, "new": new} for old, new in rows.items()]
        for row in rows:
            entry = kb.entry(row["id"]) if key in knowledge.ENTRIES else None
            facts = records.record(entry).to_dict() if entry else {"kind": kind}
            line = {**facts, **row}
            # Their own key `kind` means something else
            if key in ("notes", "authorities"):
                line |= {"kind": kind, f"{kind}_kind": row["kind"]}
            text = json.dumps(line, ensure_ascii=True, separators=(",", ":"))
            layout.write(f"{text}\n")


def site(args: grammar.Arguments) -> int:
    """Builds the site and returns 0. Raises `UsageError` for other arguments, and
    `RulingsError` without the extra `site`.
    """
    words = args.positional
    if words[:1] != ["build"] or len(words) > 2:
        raise grammar.UsageError(
            "use rulings site build [DIR]; open the site from its folder or with "
            "python -m http.server"
        )
    try:
        from rulings.site import build
    except ModuleNotFoundError as error:
        raise errors.RulingsError(
            f"building the site needs the package {error.name}; "
            'run `python -m pip install "netrunner-rulings[site]"`'
        ) from None
    clean_up_after_interrupt()
    folder = words[1] if len(words) > 1 else "_site"
    target = Path(folder)
    page_count = build.build(
        target,
        lambda done, total: output.show_progress(f"page {done} of {total}"),
    )
    output.show_progress("")
    line = f"{page_count} pages written; open {target / 'index.html'}\n"
    layout.write(plain_text.printable(line))
    return 0
