"""The regulations' sections → their tables as data: rounds and cut, points, round times, tiebreakers, restrictions.

Each part names the section that it was read from. It is an error if a table is not in the expected section.
"""

from __future__ import annotations

import re

from rulings.errors import RulingsError, quoted
from rulings.model.constants import ANDROID
from rulings.model.entities import Section
from rulings.model.tournament import (
    Draft,
    EndOfGame,
    MostWanted,
    Points,
    RoundTimes,
    Structure,
    Tiebreakers,
    Tournament,
    TournamentRow,
    WantedCard,
)

_NUMBER = re.compile(r"\d{1,6}")
_BULLET = re.compile(r"^- (?:\*\*(?P<name>[^*]+?):?\*\*:?\s*)?(?P<text>.*)$", re.MULTILINE)
_CARD = re.compile(r"^(?P<title>[^\n(*].*?) \(\*(?P<set>[^*]+)\*, #(?P<number>\d{1,6})\)\s*$", re.MULTILINE)


def read_tournament(sections: list[Section], document: str, path: str) -> Tournament:
    """The data of `rulings/tournament.yaml`. `path`: that of the file."""
    by_title = {section.title: section for section in reversed(sections)}  # of equal titles, the first counts

    def find(title: str) -> Section:
        if title not in by_title:
            raise RulingsError(f"{path}, line 1: no heading for the section {quoted(title)}")
        return by_title[title]

    return Tournament(
        game=ANDROID,
        document=document,
        structures={
            "basic": _structure(find("Basic Structure"), path),
            "advanced": _structure(find("Advanced Structure"), path),
        },
        points=_points(find("Tournament Points")),
        round_times=_round_times(find("Tournament Round Times")),
        tiebreakers=Tiebreakers(*_names_in_bullets(find("Tiebreakers"))),
        end_of_game=EndOfGame(*_names_in_bullets(find("End of Game"))),
        draft={"full": _draft(find("Full Draft")), "half": _draft(find("Half Draft"))},
        most_wanted=MostWanted(
            section=find("NAPD Most Wanted List").id,
            edition=next((s.title for s in sections if s.title.startswith("Version 1.")), None),
            runner=_most_wanted(find("Runner")),
            corp=_most_wanted(find("Corp")),
        ),
    )


def _structure(section: Section, path: str) -> Structure:
    location = f"{path}, line {section.source.lines[0]}"
    if len(section.tables) != 1 or len(section.tables[0].columns) != 3:
        raise RulingsError(f"{location}: {section.title} has no table of players, rounds and cut")
    rows: list[TournamentRow] = []
    for row in section.tables[0].rows:
        numbers = [_NUMBER.findall(cell) for cell in row]
        if len(row) != 3 or not numbers[0] or len(numbers[1]) != 1:
            raise RulingsError(
                f"{location}: {section.title}: {quoted(' | '.join(row)[:80])} is not a row of players, rounds and cut"
            )
        (fewest, *largest), (rounds,), cut = numbers
        players = int(fewest), int(largest[0]) if largest else None
        rows.append(TournamentRow(players, int(rounds), int(cut[0]) if cut else None))
    return Structure(section.id, rows)


def _points(section: Section) -> Points:
    matches = re.findall(r"^- (.+?) = (\d{1,6}) tournament points?", section.text, re.MULTILINE)
    return Points(section.id, {name: int(points) for name, points in matches})


def _round_times(section: Section) -> RoundTimes:
    matches = re.findall(r"^- \*\*(.+?):?\*\*:? (\d{1,6}) minutes", section.text, re.MULTILINE)
    return RoundTimes(section.id, {name: int(minutes) for name, minutes in matches})


def _names_in_bullets(section: Section) -> tuple[str, list[str]]:
    """The id of the section, and the names in its bullets."""
    return section.id, [bullet["name"] for bullet in _BULLET.finditer(section.text) if bullet["name"]]


def _draft(section: Section) -> Draft:
    exceptions = [m["text"].strip() for m in _BULLET.finditer(section.text)]
    minutes = re.search(r"(\d{1,6}) minutes", section.text)
    return Draft(section.id, int(minutes[1]) if minutes else None, exceptions)


def _most_wanted(section: Section) -> list[WantedCard]:
    return [WantedCard(m["title"], m["set"], int(m["number"])) for m in _CARD.finditer(section.text)]
