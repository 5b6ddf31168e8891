"""The tables of the regulations; with a number of players, rounds, cut and duration (Android:
Netrunner).
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from msgspec import field

from rulings.model import entities, validation, vocabulary


class InvalidPlayerCountError(ValueError):
    """A number of players for which there is no tournament. Its message is for users."""


class TournamentRow(validation.Row, frozen=True):
    """A row of a table of rounds. `players`: minimum and maximum (None: no limit); `cut`: how many
    players remain.
    """

    players: tuple[int, int | None]
    rounds: int
    cut: int | None


class Structure(validation.Row, frozen=True):
    """The table of a tournament structure, and the section it is printed in."""

    section: vocabulary.SectionId
    rows: list[TournamentRow]

    @property
    def fewest(self) -> int:
        """The number of players that it needs."""
        return min(row.players[0] for row in self.rows)


class Tournament(validation.Row, frozen=True, kw_only=True, omit_defaults=True):
    """The tables of the tournament regulations; empty where a knowledge base has none.

    `game`, `document`: what they are about, and the id of the document. `structures`: rounds and
    cut, by name. `points`, `round_times`, `tiebreakers`, `end_of_game`, `draft`, `most_wanted`: as
    their headings say.
    """

    game: str = ""
    document: str = ""
    structures: dict[str, Structure] = field(default_factory=dict)
    points: dict[str, Any] | None = None
    round_times: dict[str, Any] | None = None
    tiebreakers: dict[str, Any] | None = None
    end_of_game: dict[str, Any] | None = None
    draft: dict[str, Any] = field(default_factory=dict)
    most_wanted: dict[str, Any] | None = None


class PlannedStructure(entities.Entity, frozen=True):
    """One structure for a number of players; `needs`: its minimum of players, if there are
    fewer.
    """

    section: str
    players: tuple[int, int | None] | None = None
    rounds: int | None = None
    cut: int | None = None
    minutes: int | None = None
    needs: int | None = None


class TournamentPlan(entities.Entity, frozen=True):
    """A plan, as `rulings tournament N --json` prints it."""

    game: str
    document: str
    players: int
    structures: dict[str, PlannedStructure]
    points: dict[str, Any] | None
    round_times: dict[str, Any] | None
    tiebreakers: dict[str, Any] | None


def plan(tournament: Tournament, players: int) -> TournamentPlan:
    """The structures, points, round times and tiebreakers for that many players.

    Each structure has `rounds`, `cut` and the `minutes` of its Swiss rounds, or `needs`, its
    minimum of players, if there are fewer. Raises `InvalidPlayerCountError` if no structure fits.
    """
    fewest = min(map(attrgetter("fewest"), tournament.structures.values()))
    if players < fewest:
        raise InvalidPlayerCountError(
            f"a tournament needs at least {fewest} players, not {players}"
        )
    swiss = tournament.round_times["minutes"]["Swiss Rounds"] if tournament.round_times else 0
    structures = {
        name: _plan_structure(structure, players, swiss)
        for name, structure in tournament.structures.items()
    }
    return TournamentPlan(
        tournament.game,
        tournament.document,
        players,
        structures,
        tournament.points,
        tournament.round_times,
        tournament.tiebreakers,
    )


def _plan_structure(structure: Structure, players: int, minutes: int) -> PlannedStructure:
    for row in structure.rows:
        first, last = row.players
        if first <= players and (last is None or players <= last):
            return PlannedStructure(
                structure.section, row.players, row.rounds, row.cut, row.rounds * minutes
            )
    return PlannedStructure(structure.section, needs=structure.fewest)


def duration(minutes: int) -> str:
    """A number of minutes in words: `5 h 25 min`."""
    hours, minutes_left = divmod(minutes, 60)
    if not hours:
        return f"{minutes_left} min"
    return f"{hours} h {minutes_left} min" if minutes_left else f"{hours} h"
