"""Limits and orders an answer as the options say, and prints it: on the screen, as
JSON, records or citations.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from rulings.cli import grammar, layout, specification
from rulings.model import entities, formatting, plain_text, records, subject_pages
from rulings.storage import files

if TYPE_CHECKING:
    from rulings.search import results


# Limit and order: `-n`, `--newest`


def limit_of(args: grammar.Arguments, default: int | None = None) -> int | None:
    """The value of `-n`: a number, None for `all`, or `default` if it was not given."""
    words = args["limit"]
    if words is None:
        return default
    words = plain_text.with_plain_signs(words)
    if words.lower() == "all":
        return None
    is_number = words.isascii() and words.isdigit() and len(words) <= 6
    if not is_number:
        quote = plain_text.quoted(words)
        raise grammar.UsageError(
            f"-n must be a number from 0 to 999999 or “all”, not {quote}"
        )
    return int(words)


Listed = TypeVar("Listed")


def limited(
    args: grammar.Arguments,
    rows: Sequence[Listed],
) -> tuple[Sequence[Listed], str]:
    """The rows of a list that `-n` keeps, and a sentence on how many are left out."""
    limited_rows = rows[: limit_of(args)]
    return limited_rows, message_on_omitted(len(limited_rows), len(rows))


def message_on_omitted(shown_count: int, total_count: int) -> str:
    """A sentence on how many rows of a list are shown, and how to see more. Empty if
    all are shown.
    """
    if shown_count == total_count:
        return ""
    further_count = total_count - shown_count
    counts = f"{shown_count} of {total_count}; {further_count} more"
    next_limit = 2 * shown_count or specification.RESULTS
    larger_limit = f"-n {next_limit}, or " if next_limit < total_count else ""
    return f"{counts}: {larger_limit}-n all"


def message_on_omitted_citations(
    args: grammar.Arguments,
    cited_rulings: Iterable[entities.Ruling],
    listed_rulings: Iterable[entities.Ruling],
) -> str:
    """A sentence on how many inherited rulings `--cite` and `--md` leave out. Empty if
    there are none.
    """
    cited_ids = {ruling.id for ruling in cited_rulings}
    other_ids = {ruling.id for ruling in listed_rulings} - cited_ids
    if not other_ids or args.output_format not in CITATION_FORMATS:
        return ""
    return f"{plain_text.count(len(other_ids), 'inherited ruling')} more: --json"


DateOf = Callable[[entities.Ruling], str | None]


def sort_rulings(
    rulings: Sequence[entities.Ruling],
    args: grammar.Arguments,
    date_of: DateOf = lambda ruling: ruling.last_day,
) -> list[entities.Ruling]:
    """The rulings in the given order or, with `--newest`, by `date_of` (ISO 8601),
    newest first and undated ones last.
    """
    if not args["newest"]:
        return [*rulings]
    return sorted(rulings, key=lambda ruling: date_of(ruling) or "", reverse=True)


def limit_page(
    page: subject_pages.SubjectPage,
    args: grammar.Arguments,
) -> tuple[subject_pages.SubjectPage, str]:
    """The page with at most as many rulings as `-n` allows, and a sentence on how many
    are left out. The subject's own rulings come first, then inherited ones, then those
    elsewhere. Cross-references are kept and not counted.
    """
    rulings = subject_pages.page_rulings(page)
    first_rulings, omitted_message = limited(args, rulings)
    if not omitted_message:
        return page, ""
    ids = {ruling.id for ruling in first_rulings}
    limited_page = subject_pages.with_rulings(
        page, lambda rulings: [ruling for ruling in rulings if ruling.id in ids]
    )
    return limited_page, omitted_message


# Progress of a long task, on standard error


def show_progress(step: str) -> None:
    """Shows the current step of a long task if standard error is a terminal. An empty
    `step` clears the line.
    """
    if layout.on_terminal("stderr") and not layout.is_dumb():
        shown_step = f"{step}…" if step else ""
        layout.write_error(f"\r\x1b[K{shown_step}")


def new_screen(args: grammar.Arguments) -> layout.Screen:
    """An empty screen, coloured as `--color` says."""
    return layout.Screen(coloured=layout.use_colour(args["color"]))


# An answer in each format


class Answer(Struct, frozen=True):
    """The answer of a command, for every format.

    `data`: the data for `--json`. `show`: adds the answer to a screen. `cited`: the
    rulings, sections and steps that `--cite` and `--md` print; None for a list of
    something else, for which these are refused. `records`: the lines of `--plain` and `--csv`, if they are not
    simply the cited entries.

    `empty_message`: what standard error says if nothing was found; the exit status is
    then 1, and an empty list of something else is not shown. `uncited_message`: what it
    says if there is an answer, but nothing to print in this format. `omitted_message`:
    how much is left out, and how to get it; the last line of a screen. `is_partial`:
    whether a part of the input could not be read; the exit status is then 2.
    """

    data: Any
    show: Callable[[layout.Screen], None]
    cited: Sequence[entities.AnyEntry | results.Hit] | None = None
    records: Iterable[records.Record] | None = None
    empty_message: str = ""
    uncited_message: str = "there is nothing to print in this format"
    omitted_message: str = ""
    is_partial: bool = False


CitationOf = Callable[["entities.AnyEntry | results.Hit"], str]
# Format → the text that it prints for each ruling, section or step that an answer cites
CITATION_FORMATS: dict[str, CitationOf] = {
    "cite": lambda entry: entry.cite(site_address()),
    "md": lambda entry: entry.cite(site_address(), markdown=True),
}


def listing(
    args: grammar.Arguments,
    key: str,
    head: Sequence[str],
    items: Sequence[Listed],
    show: Callable[[layout.Screen, Listed], None],
    record: Callable[[Listed], records.Record] | None = None,
    data: Callable[[Listed], Any] = lambda item: item,
) -> Answer:
    """A list of at most as many things as `-n` allows, below a title and other lines
    (`head`).

    `key`: their name in the JSON. `show`: adds one of them to a screen. `record`: its
    line for `--plain` and `--csv`; None for sections and steps: these are cited.
    `data`: its data in the JSON.
    """
    first_items, omitted_message = limited(args, items)
    entries = [item for item in first_items if isinstance(item, entities.AnyEntry)]
    table = map(record, first_items) if record else None

    def show_all(screen: layout.Screen) -> None:
        title, *lines = head
        screen.text(title, "title")
        for line in lines:
            screen.text(line, "dim")
        screen.blank()
        for item in first_items:
            show(screen, item)

    return Answer(
        {key: [*map(data, first_items)]},
        show_all,
        cited=None if record else entries,
        records=table,
        omitted_message=omitted_message,
    )


# The result of a command: an answer to print or, if the command prints its own output,
# its exit status
Outcome = Answer | int
CommandFunction = Callable[[grammar.Arguments], Outcome]


def print_answer(args: grammar.Arguments, answer: Answer) -> int:
    """Prints the answer of a command in the requested format; returns the exit
    status.
    """
    print_in_format = _PRINTERS.get(args.output_format, _print_citations)
    is_printed = print_in_format(args, answer)
    if answer.omitted_message and args.output_format != "screen":
        layout.print_note(answer.omitted_message)
    message = answer.empty_message
    if not message and not is_printed and not answer.omitted_message:
        message = answer.uncited_message
    if message:
        layout.print_error(message)
    if answer.is_partial:
        return 2
    return 1 if message else 0


# These print an answer in a format, and return whether there was anything to print


def _print_json(_: grammar.Arguments, answer: Answer) -> bool:
    print_json(answer.data)
    return True


def _print_citations(args: grammar.Arguments, answer: Answer) -> bool:
    if answer.cited is None:
        sentence = "prints only rulings, sections and steps, and this answer lists none"
        raise grammar.UsageError(f"--{args.output_format} {sentence}")
    cite = CITATION_FORMATS[args.output_format]
    for entry in answer.cited:
        layout.write(f"{cite(entry)}\n")
    return bool(answer.cited)


def _print_screen(args: grammar.Arguments, answer: Answer) -> bool:
    screen = new_screen(args)
    if not answer.empty_message or answer.cited is not None:
        answer.show(screen)
    if answer.omitted_message:
        screen.blank()
        screen.text(answer.omitted_message, "dim")
    layout.print_paged(str(screen))
    return True


def _print_records(args: grammar.Arguments, answer: Answer) -> bool:
    """Prints the rows of an answer's table; returns whether there are any."""
    table = answer.records
    if table is None:
        cited = answer.cited or ()
        entries = (entry for entry in cited if isinstance(entry, entities.AnyEntry))
        table = map(records.record, entries)
    is_plain = args.output_format == "plain"
    columns = records.PLAIN_COLUMNS if is_plain else records.COLUMNS
    site = "" if is_plain else site_address()
    rows = [record.cells(columns, site) for record in table]
    if is_plain:
        layout.write(layout.tab_separated(rows))
    else:
        layout.write_csv(rows, columns)
    return bool(rows)


_PRINTERS: dict[str, Callable[[grammar.Arguments, Answer], bool]] = {
    "json": _print_json,
    "screen": _print_screen,
    "plain": _print_records,
    "csv": _print_records,
}


def site_address() -> str:
    """The address of the site in `RULINGS_SITE`, empty if that is not set. Raises
    `UsageError` if it is not an address.
    """
    try:
        return formatting.site_address(os.environ.get("RULINGS_SITE", ""))
    except ValueError as error:
        raise grammar.UsageError(f"RULINGS_SITE: {error}") from None


def print_json(data: Any) -> None:
    """Prints data (an entity, or a dict of them) as indented JSON."""
    layout.write(files.to_json(data))
