"""`rulings search QUERY…`: the results, best first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulings import api
from rulings.cli import entries as cli_entries
from rulings.cli import filtering, grammar, layout, output
from rulings.model import formatting, tournament

if TYPE_CHECKING:
    from rulings.search import results


def search(args: grammar.Arguments) -> int:
    """Prints the results and returns 0, or 1 if there are none, with the reasons on standard error."""
    query = " ".join(args.positional).strip()
    limit = filtering.limit_of(args, 10)
    if not query:
        raise grammar.UsageError("missing query: rulings search QUERY… (see rulings search --help)")
    from rulings import search as search_module

    kb = api.open()
    results = search_module.search(kb, query, filtering.options_of(args, limit))
    entries = cli_entries.HitEntries(kb, args)
    if args["as-of"]:
        results = entries.on_the_day(results)
    for note in results.notes:
        layout.print_note(note)
    players = re.search(tournament.PLAYER_COUNT_PATTERN, query, re.IGNORECASE)
    if players and any(hit.id.startswith("tournament-") for hit in results.hits[: tournament.MAX_PLAN_RANK]):
        layout.print_note(f"`rulings tournament {players[1]}` plans a tournament for {players[1]} players")
    if not results.hits:
        _print_explanation(results)
    _print_results(results, entries, args)
    if results.hits and args["open"]:
        from urllib.parse import quote

        output.open_page(f"/search/?q={quote(query)}")
    return 0 if results.hits else 1


def _print_results(results: results.Results, entries: cli_entries.HitEntries, args: grammar.Arguments) -> None:
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
            layout.print_note("only rulings are cited, and none is among these results")
    elif results.hits:
        screen = output.new_screen(args)
        cli_entries.show_results(screen, results, entries, explain=bool(args["explain"]), full=bool(args["full"]))
        layout.print_paged(str(screen))


def _record(hit: results.Hit, entries: cli_entries.HitEntries, documents: dict[str, str]) -> layout.Record:
    """The hit for `--plain`; the title of a section or step has that of its document before it."""
    ruling = entries.ruling(hit)
    if ruling:
        return cli_entries.record(ruling)
    status, document = entries.status(hit), documents.get(hit.document)
    title = f"{document}: {hit.title}" if document and hit.kind in ("section", "step") else hit.title
    text = cli_entries.with_status(status, hit.text) if status else hit.text
    return layout.Record(hit.id, hit.kind, title, hit.date, None, text)


def _print_explanation(results: results.Results) -> None:
    """Prints why nothing was found, and suggestions."""
    for sentence in results.explanation or ("no results",):
        layout.print_error(sentence)
    if results.nearest:
        layout.print_error(f"did you mean {formatting.joined_with_or(list(results.nearest))}?")
