"""`rulings search QUERY…`: the results, best first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from rulings import api
from rulings.cli import entries as cli_entries
from rulings.cli import filtering, grammar, layout, output
from rulings.model import entities, formatting, tournament

if TYPE_CHECKING:
    from rulings.search import results


def search(args: grammar.Arguments) -> output.Answer:
    """The results, or the reasons why there are none."""
    query = " ".join(args.positional).strip()
    limit = filtering.limit_of(args, 10)
    if not query:
        raise grammar.UsageError("missing query: rulings search QUERY… (see rulings search --help)")
    kb = filtering.selected(api.open(), args)
    results = kb.search(query, limit, newest=filtering.is_newest_first(args))
    for note in results.notes:
        layout.print_note(note)
    players = re.search(tournament.PLAYER_COUNT_PATTERN, query, re.IGNORECASE)
    if players and any(hit.id.startswith("tournament-") for hit in results.hits[: tournament.MAX_PLAN_RANK]):
        layout.print_note(f"`rulings tournament {players[1]}` plans a tournament for {players[1]} players")
    explain, full = bool(args["explain"]), bool(args["full"])
    nearest = f"did you mean {formatting.joined_with_or(list(results.nearest))}?" if results.nearest else ""
    return output.Answer(
        results.view(explain),
        lambda screen: cli_entries.show_results(
            screen, results, kb, output.own_texts(kb, args), explain=explain, full=full
        ),
        cited=[hit.entity for hit in results.hits if isinstance(hit.entity, entities.CitedEntry)],
        without_rulings="only rulings, sections and steps are cited, and none is among these results",
        records=(_record(hit, kb) for hit in results.hits),
        url=f"/search/?q={quote(query)}",
        nothing="" if results.hits else "\n".join(filter(None, (*(results.explanation or ("no results",)), nearest))),
    )


def _record(hit: results.Hit, kb: api.KnowledgeBase) -> layout.Record:
    """The hit for `--plain`; the title of a section or step has that of its document before it."""
    if isinstance(hit.entity, entities.Ruling):
        return cli_entries.record(hit.entity)
    document = kb.whole.documents_by_id.get(hit.document)
    title = f"{document.title}: {hit.title}" if document and hit.kind in ("section", "step") else hit.title
    return layout.Record(hit.id, hit.kind, title, hit.date, None, hit.passage, cli_entries.status_cell(hit))
