"""`rulings who [NAME]`: the authorities with role, term and number of rulings, or one with its rulings."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.arranging import in_order, limit_of
from rulings.cli.copy_and_open import copy_and_open
from rulings.cli.grammar import Arguments
from rulings.cli.lookup import ruling_filter
from rulings.cli.render import card as card_view
from rulings.cli.render import ruling as ruling_view
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen, dotted, one_line, shortened
from rulings.errors import Ambiguous, NotFound
from rulings.model import formatting
from rulings.model.constants import STANDINGS
from rulings.model.ids import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.model.filtering import RulingFilter
    from rulings.model.views import AuthorityView, RulingView


def who(args: Arguments) -> int:
    """Prints the authorities or one of them and returns 0, or 1 if no ruling matches the options."""
    form = output.output_format(args)
    pages = output.pages()
    wanted = ruling_filter(pages, args)
    every = list(pages.rulings().values())
    authorities: list[AuthorityView] = pages.get("authorities")
    if not args.positional:
        _list([(one, cited(one, every, wanted)) for one in authorities], args, form)
        return 0
    chosen = _named(authorities, " ".join(args.positional))
    several = in_order(cited(chosen, every, wanted), args)[: limit_of(args, None)]
    if form == "json":
        output.json({"authority": chosen, "rulings": several})
    elif form:
        output.records(several) if form == "plain" else output.citations(pages, several)
    else:
        screen, legend = output.screen(args), ruling_view.Legend()
        _head(screen, chosen, len(several))
        card_view.show_rulings(screen, several, legend, subject=True)
        legend.show(screen, bool(args["full"]))
        terminal.show(screen)
    if several:
        copy_and_open(args, pages, f"/authorities/{chosen['id']}/", several)
    else:
        terminal.print_error(f"no rulings by {chosen['name']} match these options")
    return 0 if several else 1


def cited(authority: AuthorityView, every: list[RulingView], wanted: RulingFilter) -> list[RulingView]:
    """The rulings that cite the authority and pass the filter, oldest first."""
    own = [r for r in every if any(c["authority"] == authority["name"] for c in r["citations"])]
    left = [r for r in wanted.rulings(own) if any(c["authority"] == authority["name"] for c in r["citations"])]
    return sorted(left, key=lambda r: formatting.latest_date(r) or "9999")


def _named(authorities: list[AuthorityView], words: str) -> AuthorityView:
    """The authority with that name, id or person, or the beginning of one."""
    wanted = fold(words)
    names = {
        one["id"]: {fold(name) for name in (one["id"], one["name"], one["person"] or "", *one["names"])}
        for one in authorities
    }
    exact = [one for one in authorities if wanted in names[one["id"]]]
    loose = [
        one
        for one in authorities
        if wanted
        and any(all(any(w.startswith(p) for w in name.split()) for p in wanted.split()) for name in names[one["id"]])
    ]
    found = exact or loose
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(
            f"“{shortened(words)}” may mean several authorities:"
            + "".join(f"\n  {one['id']}  {one['name']}" for one in found)
        )
    raise NotFound(
        f"no authority “{shortened(words)}”; the authorities are {', '.join(one['name'] for one in authorities)}"
    )


def _list(rows: list[tuple[AuthorityView, list[RulingView]]], args: Arguments, form: str) -> None:
    if form == "json":
        output.json({"authorities": [{**one, "rulings": len(several)} for one, several in rows]})
        return
    if form:
        cells = (
            (
                one["id"],
                one["name"],
                one["standing"],
                one["start"] or "",
                one["end"] or "",
                str(len(several)),
                one["role"],
            )
            for one, several in rows
        )
        terminal.write("".join("\t".join(map(one_line, row)) + "\n" for row in cells))
        return
    screen = output.screen(args)
    screen.text("Authorities", "title")
    screen.text(
        "On the mailing list Netrunner-L the publisher answered through its own people and, in 1997 and 1998, through "
        "a netrep; later a council of players named a Rules Sensei. All rulings by one of them: rulings who NAME",
        "dim",
    )
    for one, several in rows:
        screen.blank()
        _head(screen, one, len(several), brief=True)
    terminal.show(screen)


def _head(screen: Screen, one: AuthorityView, rulings: int, brief: bool = False) -> None:
    person = f" ({one['person']})" if one["person"] and one["person"] != one["name"] else ""
    screen.text(f"{one['name']}{person}", "strong" if brief else "title")
    screen.text(dotted([formatting.count(rulings, "ruling"), formatting.term(one)]), "dim", "  ")
    screen.text(one["role"], "", "  ")
    screen.text(STANDINGS[one["standing"]], "dim", "  ")
    if not brief and one["note"]:
        screen.blank()
        screen.text(one["note"], "", "  ")
