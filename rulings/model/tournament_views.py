"""The shapes of tournaments: the tables of the regulations, and what `rulings tournament N --json` prints."""

from __future__ import annotations

from typing import TypedDict


class TournamentRowView(TypedDict):
    """A row of a table of rounds. `players`: minimum and maximum (None: no limit); `cut`: how many players remain."""

    players: list[int | None]
    rounds: int
    cut: int | None


class StructureView(TypedDict):
    """The table of a tournament structure, and the section it is printed in."""

    section: str
    rows: list[TournamentRowView]


class PointsView(TypedDict):
    """Tournament points by result."""

    section: str
    points: dict[str, int]


class RoundTimesView(TypedDict):
    """Minutes of a round by its kind."""

    section: str
    minutes: dict[str, int]


class TiebreakersView(TypedDict):
    """Tiebreakers, in the order in which they apply."""

    section: str
    order: list[str]


class EndOfGameView(TypedDict):
    """The ways in which a game ends."""

    section: str
    ways: list[str]


class DraftView(TypedDict):
    """A kind of draft: its minutes, and how it differs."""

    section: str
    minutes: int | None
    exceptions: list[str]


class WantedCardView(TypedDict):
    """A card of the most wanted list."""

    title: str
    set: str
    number: int


class MostWantedView(TypedDict):
    """The most wanted list, by side."""

    section: str
    edition: str | None
    runner: list[WantedCardView]
    corp: list[WantedCardView]


class TournamentView(TypedDict, total=False):
    """The tables of the tournament regulations; empty where a knowledge base has none."""

    game: str
    document: str
    structures: dict[str, StructureView]
    points: PointsView
    round_times: RoundTimesView
    tiebreakers: TiebreakersView
    end_of_game: EndOfGameView
    draft: dict[str, DraftView]
    most_wanted: MostWantedView


class PlannedStructureView(TypedDict):
    """One structure for a number of players; `needs`: its minimum of players, if there are fewer."""

    section: str
    players: list[int | None] | None
    rounds: int | None
    cut: int | None
    minutes: int | None
    needs: int | None


class TournamentPlanView(TypedDict):
    """What `rulings tournament N --json` prints."""

    game: str
    document: str
    players: int
    structures: dict[str, PlannedStructureView]
    points: PointsView
    round_times: RoundTimesView
    tiebreakers: TiebreakersView
