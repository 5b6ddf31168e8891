"""`rulings who [NAME]`: the authorities with role, term and number of rulings, or one with its rulings."""

from __future__ import annotations

from functools import partial

from rulings.api import KnowledgeBase
from rulings.api import open as open_knowledge_base
from rulings.cli import output
from rulings.cli.filtering import ruling_filter_of
from rulings.cli.grammar import Arguments, reject_options
from rulings.cli.lookup import note_reading
from rulings.cli.opening_pages import open_if_asked
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import Record, dotted
from rulings.cli.sort_and_limit import limit_of, sort_rulings
from rulings.model import formatting, selecting
from rulings.model.constants import FAR_FUTURE, STANDINGS
from rulings.model.entities import Authority, Ruling
from rulings.names.finding import find_authority


def who(args: Arguments) -> int:
    """Prints the authorities or one of them and returns 0, or 1 if no ruling matches the options."""
    kb = open_knowledge_base()
    ruling_filter = ruling_filter_of(kb, args)
    all_rulings = list(kb.rulings)
    remaining = ruling_filter.filter_rulings(all_rulings)
    name = " ".join(args.positional).strip()
    if not name:
        return _print_list(kb, remaining, ruling_filter.is_active, args)
    chosen, was_misspelt = find_authority(kb, name)
    if was_misspelt:
        note_reading(name, chosen.name)
    limit = limit_of(args, None)
    full = bool(args["full"])
    rulings = sort_rulings(_citing(chosen, remaining), args, partial(selecting.latest_date_by, chosen))
    shown = rulings[:limit]
    output.print_answer(
        args,
        kb,
        json={"authority": chosen, "rulings": shown},
        show=lambda screen: _show_authority(screen, chosen, rulings, limit, full),
        rulings=shown,
    )
    if rulings:
        open_if_asked(args, f"/authorities/{chosen.id}/")
    else:
        terminal.print_error(ruling_filter.why_none_pass(f"by {chosen.name}", _citing(chosen, all_rulings)))
    return 0 if rulings else 1


def _citing(authority: Authority, rulings: list[Ruling]) -> list[Ruling]:
    """The rulings that cite the authority, oldest first by its own dates."""
    cited = selecting.citing_authority(rulings, authority)
    return sorted(cited, key=lambda ruling: selecting.latest_date_by(authority, ruling) or FAR_FUTURE)


def _print_list(kb: KnowledgeBase, rulings: list[Ruling], is_filtered: bool, args: Arguments) -> int:
    """Prints the authorities, each with its number of `rulings`; if these are filtered, only those that have some."""
    reject_options(args, ("sort", "full"), "{} is for the rulings by one authority: rulings who NAME")
    counts = [(authority, len(_citing(authority, rulings))) for authority in kb.authorities]
    counts = [row for row in counts if row[1] or not is_filtered][: limit_of(args, None)]
    output.print_answer(
        args,
        kb,
        json={"authorities": [{**authority.to_dict(), "rulings": ruling_count} for authority, ruling_count in counts]},
        show=lambda screen: _show_list(screen, counts) if counts else None,
        records=(
            Record(a.id, "authority", a.name, a.start, a.person, dotted([formatting.count(n, "ruling"), a.role]))
            for a, n in counts
        ),
    )
    if not counts:
        terminal.print_error("no rulings by any authority match these options")
        return 1
    open_if_asked(args, "/authorities/")
    return 0


def _show_list(screen: Screen, counts: list[tuple[Authority, int]]) -> None:
    screen.text("Authorities", "title")
    screen.text(
        "On the mailing list Netrunner-L the publisher answered through its own people and, in 1997 and 1998, through "
        "a NetRep; later a council of players named a Rules Sensei. All rulings by one of them: rulings who NAME",
        "dim",
    )
    for authority, ruling_count in counts:
        screen.blank()
        _show_head(screen, authority, ruling_count, brief=True)


def _show_authority(screen: Screen, authority: Authority, rulings: list[Ruling], limit: int | None, full: bool) -> None:
    legend = render_ruling.Legend()
    _show_head(screen, authority, len(rulings))
    render_ruling.show_rulings(screen, rulings, legend, with_subject=True, limit=limit)
    legend.show(screen, full)


def _show_head(screen: Screen, authority: Authority, ruling_count: int, brief: bool = False) -> None:
    person = f" ({authority.person})" if authority.person and authority.person != authority.name else ""
    screen.text(f"{authority.name}{person}", "strong" if brief else "title")
    screen.text(
        dotted([formatting.count(ruling_count, "ruling"), formatting.term_of_office(authority)]), "dim", indent="  "
    )
    screen.text(authority.role, indent="  ")
    screen.text(STANDINGS[authority.standing], "dim", indent="  ")
    if not brief and authority.note:
        screen.blank()
        screen.text(authority.note, indent="  ")
