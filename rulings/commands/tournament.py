"""`rulings tournament PLAYERS`: rounds, cut, points, time and tiebreakers, each with the section it comes from."""

from __future__ import annotations

from rulings import terminal
from rulings.terminal import Screen, shortened
from rulings.tournament import NoSuchTournament, hours, plan

from . import printing
from .grammar import Typed, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST = 7  # digits of a number of players that is read as one


def tournament(typed: Typed) -> int:
    """Prints the plan and returns 0. `UsageError` for a number that cannot be."""
    players = _players(typed.arguments)
    form = printing.form(typed)
    pages = printing.pages()
    try:
        planned = plan(pages.get("tournament"), players)
    except NoSuchTournament as error:
        raise UsageError(str(error)) from None
    if form == "json":
        printing.json(planned)
    elif form:
        for name, structure in planned["structures"].items():
            cells = (name, structure["rounds"], structure["cut"], structure["minutes"], structure["section"])
            terminal.put("\t".join("" if cell is None else str(cell) for cell in cells) + "\n")
    else:
        screen = printing.screen(typed)
        _show(screen, planned, {s["id"]: s["title"] for s in pages.get("sections")})
        terminal.show(screen)
    return 0


def _players(words: list[str]) -> int:
    said = " ".join(words).strip()
    if not said:
        raise UsageError("how many players? rulings tournament 40")
    digits = said.removeprefix("-").lstrip("0") or "0"
    if not (said.removeprefix("-").isascii() and said.removeprefix("-").isdigit()):
        raise UsageError(f"“{shortened(said)}” is no whole number of players; rulings tournament 40")
    if said.startswith("-"):
        raise UsageError(f"{shortened(said)} players cannot be; rulings tournament 40")
    if len(digits) > _MOST:
        raise UsageError(f"{shortened(digits, 20)} players cannot be seated; rulings tournament 40")
    return int(digits)


def _show(screen: Screen, planned: dict[str, Any], titles: dict[str, str]) -> None:
    screen.text(f"A tournament of {planned['players']} players", "title")
    screen.band("Android: Netrunner (2012)", "not the game of 1996")
    swiss = planned["round_times"]["minutes"]["Swiss Rounds"]
    for name, structure in planned["structures"].items():
        _heading(screen, f"{name.capitalize()} structure", structure["section"], titles)
        if structure["needs"]:
            screen.text(f"begins at {structure['needs']} players", "", "  ")
            continue
        screen.text(
            f"{structure['rounds']} Swiss rounds, then "
            + (f"a cut to the top\xa0{structure['cut']}" if structure["cut"] else "no cut"),
            "",
            "  ",
        )
        screen.text(
            f"{structure['rounds']} × {swiss} minutes = {hours(structure['minutes'])}"
            + (" and the elimination rounds" if structure["cut"] else ""),
            "",
            "  ",
        )
    _heading(screen, "Time of a round", planned["round_times"]["section"], titles)
    for kind, minutes in planned["round_times"]["minutes"].items():
        screen.text(f"{kind}: {minutes} minutes", "", "  ", "    ")
    _heading(screen, "Points", planned["points"]["section"], titles)
    for result, points in planned["points"]["points"].items():
        screen.text(f"{result}: {points}", "", "  ", "    ")
    _heading(screen, "Tiebreakers, in this order", planned["tiebreakers"]["section"], titles)
    for number, tiebreaker in enumerate(planned["tiebreakers"]["order"], 1):
        screen.text(tiebreaker, "", f"  {number}. ")


def _heading(screen: Screen, words: str, section: str, titles: dict[str, str]) -> None:
    screen.blank()
    screen.text(words, "strong")
    screen.text(f"section “{titles.get(section, section)}” ({section})", "dim", "  ")
