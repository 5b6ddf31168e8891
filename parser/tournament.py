"""The regulations' sections → their tables as data: rounds and cut, points, round times, tiebreakers, restrictions.

Every entry names the section it was read from; a table that is not where it should be is an error, never a guess.
"""

from __future__ import annotations

import re
from typing import Any

from rulings.errors import RulingsError
from rulings.model import ANDROID, Section
from rulings.yaml_writer import Flow

_BULLET = re.compile(r"^- (?:\*\*(?P<name>[^*]+?):?\*\*:?\s*)?(?P<text>.*)$", re.MULTILINE)
_CARD = re.compile(r"^(?P<title>[^\n(*].*?) \(\*(?P<set>[^*]+)\*, #(?P<number>\d+)\)\s*$", re.MULTILINE)


def read_tournament(sections: list[Section], document: str) -> dict[str, Any]:
    """The shape of `rulings/tournament.yaml`."""
    by_title = {section.title: section for section in reversed(sections)}

    def find(title: str) -> Section:
        if title not in by_title:
            raise RulingsError(f"{document}: the section {title!r} is missing")
        return by_title[title]

    return {
        "game": ANDROID,
        "document": document,
        "structures": {
            "basic": _structure(find("Basic Structure"), document),
            "advanced": _structure(find("Advanced Structure"), document),
        },
        "points": _points(find("Tournament Points")),
        "round_times": _round_times(find("Tournament Round Times")),
        "tiebreakers": _tiebreakers(find("Tiebreakers")),
        "end_of_game": _named(find("End of Game")),
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


def _structure(section: Section, document: str) -> dict[str, Any]:
    if len(section.tables) != 1 or len(section.tables[0].columns) != 3:
        raise RulingsError(
            f"{document}, line {section.source.lines[0]}: {section.title} has no table of players, rounds and cut"
        )
    rows = []
    for players, rounds, cut in section.tables[0].rows:
        numbers = [int(n) for n in re.findall(r"\d+", players)]
        top = re.search(r"\d+", cut)
        rows.append(
            {
                "players": Flow([numbers[0], numbers[1] if len(numbers) > 1 else None]),
                "rounds": int(rounds),
                "cut": int(top[0]) if top else None,
            }
        )
    return {"section": section.id, "rows": rows}


def _points(section: Section) -> dict[str, Any]:
    found = re.findall(r"^- (.+?) = (\d+) tournament points?", section.text, re.MULTILINE)
    return {"section": section.id, "points": {name: int(points) for name, points in found}}


def _round_times(section: Section) -> dict[str, Any]:
    found = re.findall(r"^- \*\*(.+?):?\*\*:? (\d+) minutes", section.text, re.MULTILINE)
    return {"section": section.id, "minutes": {name: int(minutes) for name, minutes in found}}


def _tiebreakers(section: Section) -> dict[str, Any]:
    return {"section": section.id, "order": [m["name"] for m in _BULLET.finditer(section.text) if m["name"]]}


def _named(section: Section) -> dict[str, Any]:
    return {"section": section.id, "ways": [m["name"] for m in _BULLET.finditer(section.text) if m["name"]]}


def _draft(section: Section) -> dict[str, Any]:
    exceptions = [m["text"].strip() for m in _BULLET.finditer(section.text)]
    minutes = re.search(r"(\d+) minutes", section.text)
    return {"section": section.id, "minutes": int(minutes[1]) if minutes else None, "exceptions": exceptions}


def _most_wanted(section: Section) -> list[dict[str, Any]]:
    return [{"title": m["title"], "set": m["set"], "number": int(m["number"])} for m in _CARD.finditer(section.text)]
