"""`rulings search QUERY…`: the results, best first; without a query, on a terminal, the finder."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from rulings.cli import output
from rulings.cli.batch import for_each_line
from rulings.cli.copy_and_open import copy_and_open
from rulings.cli.filtering import ruling_filter_of, search_options
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.lookup import find_entry
from rulings.cli.progress import show_index_progress, show_progress, warn_once
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.results import show_results
from rulings.cli.sort_and_limit import limit_of
from rulings.cli.view_store import ViewStore, shipped_store
from rulings.model import selecting
from rulings.model.formatting import joined_with_or, name_and_date
from rulings.model.search_views import HitView, ResultsView
from rulings.model.views import EntryView, RulingView
from rulings.search.constants import MAX_PLAN_RANK, PLAYER_COUNT_PATTERN

if TYPE_CHECKING:
    from rulings.search.results import Results


def search(args: Arguments) -> int:
    """Prints the results and returns 0, or 1 if there are none, with the reasons on standard error."""
    query = " ".join(args.positional).strip()
    limit = limit_of(args, 10)
    if not query:
        if args.output_format == "screen" and terminal.is_interactive():
            from rulings.cli.finder.finder import find_interactively

            return find_interactively(args)
        raise UsageError("missing query: rulings search QUERY… (see rulings search --help)")
    if query == "-":
        return for_each_line(args, search)
    from rulings.search import search as full_text_search

    results = full_text_search(None, query, search_options(args, limit), progress=show_index_progress, warn=warn_once)
    results = _without_unofficial_parts(results, args)
    show_progress("")
    for note in results.notes:
        terminal.print_note(note)
    players = re.search(PLAYER_COUNT_PATTERN, query, re.IGNORECASE)
    if players and any(hit.id.startswith("tournament-") for hit in results.hits[:MAX_PLAN_RANK]):
        terminal.print_note(f"`rulings tournament {players[1]}` plans a tournament for {players[1]} players")
    if not results.hits:
        _print_explanation(results)
    _print_results(results, args)
    if results.hits and (args["open"] or args["copy"]):
        from urllib.parse import quote

        store = shipped_store()
        copy_and_open(args, store, f"/search/?q={quote(query)}", _rulings(results, store, args))
    return 0 if results.hits else 1


def _without_unofficial_parts(results: Results, args: Arguments) -> Results:
    """The results without rulings that are official only by words later than `--as-of`, if only official ones count."""
    if not (args["as-of"] and args["official"]):
        return results
    store = shipped_store()
    ruling_filter = ruling_filter_of(store, args)
    hits = [hit for hit in results.hits if not (ruling := store.ruling(hit.id)) or ruling_filter.filter_ruling(ruling)]
    return replace(results, hits=tuple(hits), total=results.total - len(results.hits) + len(hits))


def _print_results(results: Results, args: Arguments) -> None:
    """Prints the results; as citations, only the rulings among them; on a screen, nothing if there are none."""
    if args.output_format == "json":
        output.print_json(_view(results, args))
    elif args.output_format == "plain":
        _print_records(_view(results, args)["hits"], shipped_store())
    elif args.output_format == "cite":
        store = shipped_store()
        rulings = _rulings(results, store, args)
        output.print_citations(store, rulings)
        if results.hits and not rulings:
            terminal.print_note("only rulings are cited, and none is among these results")
    elif results.hits:
        store = shipped_store()
        screen = output.new_screen(args)
        filter_rulings = ruling_filter_of(store, args).filter_rulings
        show_results(screen, results, store, filter_rulings, explain=bool(args["explain"]), full=bool(args["full"]))
        terminal.print_paged(str(screen))


def _rulings(results: Results, store: ViewStore, args: Arguments) -> list[RulingView]:
    """The rulings among the results; with `--as-of`, the parts of them that had been given by then."""
    rulings = [store.ruling(hit.id) for hit in results.hits if hit.kind == "ruling"]
    return ruling_filter_of(store, args).filter_rulings([ruling for ruling in rulings if ruling])


def _print_records(hits: list[HitView], store: ViewStore) -> None:
    """Prints a record for each hit: kind, id, title, text."""
    titles = {d["id"]: d["title"] for d in store.documents}
    output.print_records(_record(hit, find_entry(store, hit["id"]), titles) for hit in hits)


def _view(results: Results, args: Arguments) -> ResultsView:
    """The results as JSON; with `--as-of`, each ruling reduced to the sentences given by then."""
    view = results.view(bool(args["explain"]))
    if args["as-of"] is None:
        return view
    store = shipped_store()
    ruling_filter = ruling_filter_of(store, args)
    reduced: list[HitView] = []
    for hit in view["hits"]:
        ruling = store.ruling(hit["id"])
        remaining = ruling_filter.filter_ruling(ruling) if ruling else None
        if remaining:
            hit = {
                **hit,
                "text": remaining["text"],
                "passage": remaining["text"],
                "date": selecting.latest_date(remaining),
                "status": remaining["status"],
                "superseded_by": remaining["superseded_by"],
                "who": _latest_authority(remaining) or hit["who"],
            }
        reduced.append(hit)
    return {**view, "hits": reduced}


def _latest_authority(ruling: RulingView) -> str:
    """The authority of the latest citation with its date, as in the results of a search; empty without citations."""
    latest = selecting.latest_citation(ruling["citations"])
    return name_and_date(latest["authority"], selecting.best_date(latest)) if latest else ""


def _record(hit: HitView, entry: EntryView | None, documents: dict[str, str]) -> tuple[str, str, str, str]:
    """Kind, id, title (of a section or step with its document) and text (after its status) of a hit."""
    title = hit["title"]
    document = documents.get(hit["document"])
    return (
        hit["kind"],
        hit["id"],
        f"{document}: {title}" if document and hit["kind"] in ("section", "step") else title,
        render_ruling.with_status(entry, hit["text"]) if entry else hit["text"],
    )


def _print_explanation(results: Results) -> None:
    """Prints why nothing was found, and suggestions."""
    for sentence in results.explanation or ("no results",):
        terminal.print_error(sentence)
    if results.nearest:
        terminal.print_error(f"did you mean {joined_with_or(list(results.nearest))}?")
