"""`rulings search QUERY…`: the results, best first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulings.api import open as open_knowledge_base
from rulings.cli import output
from rulings.cli.filtering import options_of
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.hit_entries import HitEntries
from rulings.cli.opening_pages import open_page
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.results import show_results
from rulings.cli.render.text import Record
from rulings.cli.sort_and_limit import limit_of
from rulings.model.formatting import joined_with_or
from rulings.model.tournament import MAX_PLAN_RANK, PLAYER_COUNT_PATTERN

if TYPE_CHECKING:
    from rulings.search.results import Hit, Results


def search(args: Arguments) -> int:
    """Prints the results and returns 0, or 1 if there are none, with the reasons on standard error."""
    query = " ".join(args.positional).strip()
    limit = limit_of(args, 10)
    if not query:
        raise UsageError("missing query: rulings search QUERY… (see rulings search --help)")
    from rulings.search import search as full_text_search

    kb = open_knowledge_base()
    results = full_text_search(kb, query, options_of(args, limit))
    entries = HitEntries(kb, args)
    if args["as-of"]:
        results = entries.on_the_day(results)
    for note in results.notes:
        terminal.print_note(note)
    players = re.search(PLAYER_COUNT_PATTERN, query, re.IGNORECASE)
    if players and any(hit.id.startswith("tournament-") for hit in results.hits[:MAX_PLAN_RANK]):
        terminal.print_note(f"`rulings tournament {players[1]}` plans a tournament for {players[1]} players")
    if not results.hits:
        _print_explanation(results)
    _print_results(results, entries, args)
    if results.hits and args["open"]:
        from urllib.parse import quote

        open_page(f"/search/?q={quote(query)}")
    return 0 if results.hits else 1


def _print_results(results: Results, entries: HitEntries, args: Arguments) -> None:
    """Prints the results; as citations, only the rulings among them; on a screen, nothing if there are none."""
    if args.output_format == "json":
        output.print_json(results.view(bool(args["explain"])))
    elif args.output_format == "plain":
        titles = {document.id: document.title for document in entries.kb.documents}
        output.print_records(_record(hit, entries, titles) for hit in results.hits)
    elif args.output_format == "cite":
        rulings = entries.rulings(results)
        output.print_citations(entries.kb, rulings)
        if results.hits and not rulings:
            terminal.print_note("only rulings are cited, and none is among these results")
    elif results.hits:
        screen = output.new_screen(args)
        show_results(screen, results, entries, explain=bool(args["explain"]), full=bool(args["full"]))
        terminal.print_paged(str(screen))


def _record(hit: Hit, entries: HitEntries, documents: dict[str, str]) -> Record:
    """The hit for `--plain`; the title of a section or step has that of its document before it."""
    ruling = entries.ruling(hit)
    if ruling:
        return render_ruling.record(ruling)
    status, document = entries.status(hit), documents.get(hit.document)
    title = f"{document}: {hit.title}" if document and hit.kind in ("section", "step") else hit.title
    text = render_ruling.with_status(status, hit.text) if status else hit.text
    return Record(hit.id, hit.kind, title, hit.date, None, text)


def _print_explanation(results: Results) -> None:
    """Prints why nothing was found, and suggestions."""
    for sentence in results.explanation or ("no results",):
        terminal.print_error(sentence)
    if results.nearest:
        terminal.print_error(f"did you mean {joined_with_or(list(results.nearest))}?")
