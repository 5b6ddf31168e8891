"""A number of players and the tables of the regulations → rounds, cut and duration (Android: Netrunner)."""

from __future__ import annotations

from rulings.model.tournament_views import PlannedStructureView, StructureView, TournamentPlanView, TournamentView

# When a search offers the plan of a tournament: for a query with a number of players (the pattern is case-insensitive),
# if a section about tournaments is among that many first results
PLAYER_COUNT_PATTERN = r"\b([1-9]\d{0,4})[ -](?:players?|people|persons?|participants?)\b"
MAX_PLAN_RANK = 3


class InvalidPlayerCountError(ValueError):
    """A number of players for which there is no tournament. Its message is for users."""


def plan(data: TournamentView, players: int) -> TournamentPlanView:
    """`{"game", "document", "players", "structures", "points", "round_times", "tiebreakers"}` for that many players.

    `data` is `kb.tournament`. Each structure has `section`, `rounds`, `cut` and the `minutes` of its Swiss rounds, or
    `needs`, its minimum of players, if there are fewer. Raises `InvalidPlayerCountError` if no structure fits.
    """
    fewest = min(row["players"][0] or 0 for structure in data["structures"].values() for row in structure["rows"])
    if players < fewest:
        raise InvalidPlayerCountError(f"a tournament needs at least {fewest} players, not {players}")
    swiss = data["round_times"]["minutes"]["Swiss Rounds"]
    return {
        "game": data["game"],
        "document": data["document"],
        "players": players,
        "structures": {
            name: _plan_structure(structure, players, swiss) for name, structure in data["structures"].items()
        },
        "points": data["points"],
        "round_times": data["round_times"],
        "tiebreakers": data["tiebreakers"],
    }


def _plan_structure(structure: StructureView, players: int, minutes: int) -> PlannedStructureView:
    for row in structure["rows"]:
        first, last = row["players"]
        if (first or 0) <= players and (last is None or players <= last):
            return {
                "section": structure["section"],
                "players": row["players"],
                "rounds": row["rounds"],
                "cut": row["cut"],
                "minutes": row["rounds"] * minutes,
                "needs": None,
            }
    needs = min(row["players"][0] or 0 for row in structure["rows"])
    return {
        "section": structure["section"],
        "players": None,
        "rounds": None,
        "cut": None,
        "minutes": None,
        "needs": needs,
    }


def duration(minutes: int) -> str:
    """A number of minutes in words: `5 h 25 min`."""
    hours, rest_minutes = divmod(minutes, 60)
    return " ".join(
        [*([f"{hours} h"] if hours else []), *([f"{rest_minutes} min"] if rest_minutes or not hours else [])]
    )
