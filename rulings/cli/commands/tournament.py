"""`rulings tournament PLAYERS`: rounds, cut, time, points and tiebreakers, each with its section."""

from __future__ import annotations

from rulings.api import open as open_knowledge_base
from rulings.cli import output
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import Record
from rulings.model.constants import GAMES
from rulings.model.printable import shortened
from rulings.model.tournament import InvalidPlayerCountError, PlannedStructure, TournamentPlan, duration, plan

_MAX_DIGITS = 7  # of a number of players


def tournament(args: Arguments) -> int:
    """Prints the plan and returns 0. Raises `UsageError` for an impossible number of players."""
    players = _player_count(args.positional)
    kb = open_knowledge_base()
    try:
        planned = plan(kb.tournament, players)
    except InvalidPlayerCountError as error:
        raise UsageError(str(error)) from None
    output.print_answer(
        args,
        kb,
        json=planned,
        show=lambda screen: _show(screen, planned, {s.id: s.title for s in kb.sections}),
        records=(
            Record(structure.section, "structure", name, None, None, _rounds_in_words(structure))
            for name, structure in planned.structures.items()
        ),
    )
    return 0


def _player_count(words: list[str]) -> int:
    typed = " ".join(words).strip()
    if not typed:
        raise UsageError("missing number of players, for example: rulings tournament 40")
    digits = typed.removeprefix("-").lstrip("0") or "0"
    if not (typed.removeprefix("-").isascii() and typed.removeprefix("-").isdigit()):
        raise UsageError(f"“{shortened(typed)}” is not a whole number; for example: rulings tournament 40")
    if typed.startswith("-"):
        raise UsageError(f"{shortened(typed)} players are too few; for example: rulings tournament 40")
    if len(digits) > _MAX_DIGITS:
        raise UsageError(f"{shortened(digits, 20)} players are too many; for example: rulings tournament 40")
    return int(digits)


def _show(screen: Screen, planned: TournamentPlan, titles: dict[str, str]) -> None:
    screen.text(f"A tournament of {planned.players} players", "title")
    screen.banner(GAMES[planned.game], "not the 1996 game")
    for name, structure in planned.structures.items():
        _show_heading(screen, f"{name.capitalize()} structure", structure.section, titles)
        screen.text(_rounds_in_words(structure), indent="  ")
        if structure.rounds and structure.minutes:
            screen.text(
                f"{structure.rounds} × {structure.minutes // structure.rounds} minutes = {duration(structure.minutes)}"
                + (" and the elimination rounds" if structure.cut else ""),
                indent="  ",
            )
    if planned.round_times:
        _show_heading(screen, "Length of a round", planned.round_times.section, titles)
        for kind, minutes in planned.round_times.minutes.items():
            screen.text(f"{kind}: {minutes} minutes", prefix="  ", indent="    ")
    if planned.points:
        _show_heading(screen, "Points", planned.points.section, titles)
        for result, points in planned.points.points.items():
            screen.text(f"{result}: {points}", prefix="  ", indent="    ")
    if planned.tiebreakers:
        _show_heading(screen, "Tiebreakers, in this order", planned.tiebreakers.section, titles)
        for number, tiebreaker in enumerate(planned.tiebreakers.order, 1):
            screen.text(tiebreaker, prefix=f"  {number}. ")


def _rounds_in_words(structure: PlannedStructure) -> str:
    if structure.needs:
        return f"from {structure.needs} players"
    cut = f"then a cut to the top\xa0{structure.cut}" if structure.cut else "no cut"
    return f"{structure.rounds} Swiss rounds, {cut}"


def _show_heading(screen: Screen, text: str, section: str, titles: dict[str, str]) -> None:
    screen.blank()
    screen.text(text, "strong")
    screen.text(f"section “{titles.get(section, section)}” ({section})", "dim", indent="  ")
