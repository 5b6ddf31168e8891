"""A number of players and the tables of the regulations → rounds, cut and the time of the day (Android: Netrunner)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Data = dict[str, Any]


class NoSuchTournament(ValueError):
    """A number of players that cannot be. Its text is a sentence."""


def plan(data: Data, players: int) -> Data:
    """`{"game", "document", "players", "structures", "points", "round_times", "tiebreakers"}` for that many players.

    `data` is `kb.tournament`. Each structure has `section`, `rounds`, `cut`, `minutes` of its Swiss rounds, or `needs`
    where it begins with more players. `NoSuchTournament` says why a number is impossible.
    """
    fewest = min(row["players"][0] for structure in data["structures"].values() for row in structure["rows"])
    if players < fewest:
        raise NoSuchTournament(
            f"a tournament has at least {fewest} players; the regulations have no structure for {players}"
        )
    swiss = data["round_times"]["minutes"]["Swiss Rounds"]
    return {
        "game": data["game"],
        "document": data["document"],
        "players": players,
        "structures": {name: _structure(structure, players, swiss) for name, structure in data["structures"].items()},
        "points": data["points"],
        "round_times": data["round_times"],
        "tiebreakers": data["tiebreakers"],
    }


def _structure(structure: Data, players: int, minutes: int) -> Data:
    for row in structure["rows"]:
        first, last = row["players"]
        if first <= players and (last is None or players <= last):
            return {
                "section": structure["section"],
                "players": row["players"],
                "rounds": row["rounds"],
                "cut": row["cut"],
                "minutes": row["rounds"] * minutes,
                "needs": None,
            }
    needs = min(row["players"][0] for row in structure["rows"])
    return {
        "section": structure["section"],
        "players": None,
        "rounds": None,
        "cut": None,
        "minutes": None,
        "needs": needs,
    }


def hours(minutes: int) -> str:
    """`5 h 25 min`."""
    whole, rest = divmod(minutes, 60)
    return " ".join([*([f"{whole} h"] if whole else []), *([f"{rest} min"] if rest or not whole else [])])
