"""The tables of the regulations of tournaments (Android: Netrunner)."""

from __future__ import annotations

from typing import Any

from msgspec import field

from rulings.model import validation, vocabulary


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
