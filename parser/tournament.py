"""The regulations' sections → their tables as data: rounds and cut, points, round times, tiebreakers, restrictions.

Each part names the section that it was read from. It is an error if a table is not in the expected section.
"""

from __future__ import annotations

import re

from rulings.errors import RulingsError, quoted
from rulings.model.constants import ANDROID
from rulings.model.entities import Section
from rulings.model.tournament_views import (
    DraftView,
    EndOfGameView,
    PointsView,
    RoundTimesView,
    StructureView,
    TiebreakersView,
    TournamentRowView,
    TournamentView,
    WantedCardView,
)

_NUMBER = re.compile(r"\d{1,6}")
_BULLET = re.compile(r"^- (?:\*\*(?P<name>[^*]+?):?\*\*:?\s*)?(?P<text>.*)$", re.MULTILINE)
_CARD = re.compile(r"^(?P<title>[^\n(*].*?) \(\*(?P<set>[^*]+)\*, #(?P<number>\d{1,6})\)\s*$", re.MULTILINE)


def read_tournament(sections: list[Section], document: str, path: str) -> TournamentView:
    """The data of `rulings/tournament.yaml`. `path`: that of the file."""
    by_title = {section.title: section for section in reversed(sections)}  # of equal titles, the first counts

    def find(title: str) -> Section:
        if title not in by_title:
            raise RulingsError(f"{path}, line 1: no heading for the section {quoted(title)}")
        return by_title[title]

    return {
        "game": ANDROID,
        "document": document,
        "structures": {
            "basic": _structure(find("Basic Structure"), path),
            "advanced": _structure(find("Advanced Structure"), path),
        },
        "points": _points(find("Tournament Points")),
        "round_times": _round_times(find("Tournament Round Times")),
        "tiebreakers": _tiebreakers(find("Tiebreakers")),
        "end_of_game": _end_of_game(find("End of Game")),
        "draft": {
            "full": _draft(find("Full Draft")),
            "half": _draft(find("Half Draft")),
        },
        "most_wanted": {
            "section": find("NAPD Most Wanted List").id,
            "edition": next((s.title for s in sections if s.title.startswith("Version 1.")), None),
            "runner": _most_wanted(find("Runner")),
            "corp": _most_wanted(find("Corp")),
        },
    }


def _structure(section: Section, path: str) -> StructureView:
    location = f"{path}, line {section.source.lines[0]}"
    if len(section.tables) != 1 or len(section.tables[0].columns) != 3:
        raise RulingsError(f"{location}: {section.title} has no table of players, rounds and cut")
    rows: list[TournamentRowView] = []
    for row in section.tables[0].rows:
        numbers = [_NUMBER.findall(cell) for cell in row]
        if len(row) != 3 or not numbers[0] or len(numbers[1]) != 1:
            raise RulingsError(
                f"{location}: {section.title}: {quoted(' | '.join(row)[:80])} is not a row of players, rounds and cut"
            )
        (fewest, *largest), (rounds,), cut = numbers
        rows.append(
            {
                "players": [int(fewest), int(largest[0]) if largest else None],
                "rounds": int(rounds),
                "cut": int(cut[0]) if cut else None,
            }
        )
    return {"section": section.id, "rows": rows}


def _points(section: Section) -> PointsView:
    matches = re.findall(r"^- (.+?) = (\d{1,6}) tournament points?", section.text, re.MULTILINE)
    return {"section": section.id, "points": {name: int(points) for name, points in matches}}


def _round_times(section: Section) -> RoundTimesView:
    matches = re.findall(r"^- \*\*(.+?):?\*\*:? (\d{1,6}) minutes", section.text, re.MULTILINE)
    return {"section": section.id, "minutes": {name: int(minutes) for name, minutes in matches}}


def _tiebreakers(section: Section) -> TiebreakersView:
    return {"section": section.id, "order": _names_in_bullets(section)}


def _end_of_game(section: Section) -> EndOfGameView:
    return {"section": section.id, "ways": _names_in_bullets(section)}


def _names_in_bullets(section: Section) -> list[str]:
    return [bullet["name"] for bullet in _BULLET.finditer(section.text) if bullet["name"]]


def _draft(section: Section) -> DraftView:
    exceptions = [m["text"].strip() for m in _BULLET.finditer(section.text)]
    minutes = re.search(r"(\d{1,6}) minutes", section.text)
    return {"section": section.id, "minutes": int(minutes[1]) if minutes else None, "exceptions": exceptions}


def _most_wanted(section: Section) -> list[WantedCardView]:
    return [{"title": m["title"], "set": m["set"], "number": int(m["number"])} for m in _CARD.finditer(section.text)]
