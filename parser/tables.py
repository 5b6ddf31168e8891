"""The run chart → its steps with their decisions; the sections of the regulations → their tables as
data.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import replace

from rulings import errors
from rulings.model import entities, tournament, vocabulary
from rulings.parser import sources

# The run chart's lines → its 20 steps, each with its actor, its words and its nested yes-or-no
# decision.

_STEP = re.compile(r"\s*(?P<number>\d{1,4})\.\s+(?:(?P<actor>Runner|Corp|Both):\s+)?(?P<text>\S.*)")
_ANSWER = re.compile(r"\s*(?P<which>Yes|No):\s*(?P<rest>\S.*)")
_GO = re.compile(r"Go to step (\d{1,4})\.?")
_MAX_DEPTH = 10  # nested questions; the printed chart has 2 levels


@dataclass(frozen=True, slots=True)
class RunChart:
    """The steps, and the lines of the title and of the legal notice."""

    title: tuple[sources.Line, ...]
    steps: tuple[entities.Step, ...]
    legal: tuple[sources.Line, ...]


def read_run_chart(lines: tuple[sources.Line, ...], document: str, path: str) -> RunChart:
    """Parses the run chart. `path`: that of the file. Raises `RulingsError` at the first unexpected
    line.
    """
    nonblank = [line for line in lines if not line.is_blank]
    starts = [i for i, line in enumerate(nonblank) if line.is_indented and _STEP.match(line.text)]
    if not starts:
        raise errors.RulingsError(f"{path}, line 1: no numbered step; is this the run chart?")
    end = next(
        (i for i in range(starts[-1] + 1, len(nonblank)) if not nonblank[i].is_indented),
        len(nonblank),
    )
    steps = []
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        steps.append(_step(nonblank[start:stop], document, path))
    for expected, step in enumerate(steps, 1):
        if step.number != expected:
            raise errors.RulingsError(
                f"{path}, line {step.source.lines[0]}: step {step.number} comes where step {expected} should"
            )
    linked = tuple(
        replace(a, next=b.number if a.decision is None else None) for a, b in pairwise(steps)
    )
    for step in (*linked, steps[-1]):
        for number in _target_steps(step.decision):
            if not 1 <= number <= len(steps):
                raise errors.RulingsError(
                    f"{path}, line {step.source.lines[0]}: step {step.number} goes to step {number}, "
                    "which the chart does not have"
                )
    return RunChart(tuple(nonblank[: starts[0]]), (*linked, steps[-1]), tuple(nonblank[end:]))


def _step(lines: list[sources.Line], document: str, path: str) -> entities.Step:
    match = _STEP.match(lines[0].text)
    assert match is not None
    rest = deque(lines[1:])
    text = [match["text"].strip()]
    while (
        rest
        and not _ANSWER.match(rest[0].text)
        and not (len(rest) > 1 and _ANSWER.match(rest[1].text))
    ):
        text.append(rest.popleft().text.strip())
    decision = None
    if rest:
        question = text[-1] if _ANSWER.match(rest[0].text) else rest.popleft().text.strip()
        decision = _decision(question, lines[0].number, rest, path)
        if rest:
            raise errors.RulingsError(
                f"{path}, line {rest[0].number}: {errors.quoted(rest[0].text.strip())} does not belong to a question"
            )
    return entities.Step(
        number=int(match["number"]),
        actor=match["actor"],
        text=" ".join(text),
        decision=decision,
        next=None,
        source=entities.Source(document, (lines[0].number, lines[-1].number)),
    )


def _decision(
    question: str, number: int, lines: deque[sources.Line], path: str, depth: int = 1
) -> entities.Decision:
    """Parses a decision, and removes the lines of its answers, including nested questions, from
    `lines`.
    """
    if depth > _MAX_DEPTH:
        raise errors.RulingsError(
            f"{path}, line {number}: questions are nested more than {_MAX_DEPTH} deep"
        )
    answers = {}
    for word in ("Yes", "No"):
        match = _ANSWER.match(lines[0].text) if lines else None
        if match is None or match["which"] != word:
            line_number = lines[0].number if lines else number
            raise errors.RulingsError(
                f"{path}, line {line_number}: the question {errors.quoted(question)} has no {word}"
            )
        number = lines.popleft().number
        rest = match["rest"].strip()
        if go := _GO.fullmatch(rest):
            answers[word] = entities.Branch(go=int(go[1]))
        elif rest.endswith("?"):
            answers[word] = entities.Branch(
                decision=_decision(rest, number, lines, path, depth + 1)
            )
        else:
            answers[word] = entities.Branch(end=rest)
    return entities.Decision(question, answers["Yes"], answers["No"])


def _target_steps(decision: entities.Decision | None) -> list[int]:
    if decision is None:
        return []
    numbers = []
    for answer in (decision.yes, decision.no):
        numbers += [answer.go] if answer.go else _target_steps(answer.decision)
    return numbers


_NUMBER = re.compile(r"\d{1,6}")
_BULLET = re.compile(r"^- (?:\*\*(?P<name>[^*]+?):?\*\*:?\s*)?(?P<text>.*)$", re.MULTILINE)
_CARD = re.compile(
    r"^(?P<title>[^\n(*].*?) \(\*(?P<set>[^*]+)\*, #(?P<number>\d{1,6})\)\s*$", re.MULTILINE
)


def read_tournament(
    sections: list[entities.Section], document: str, path: str
) -> tournament.Tournament:
    """The data of `rulings/tournament.yaml`. `path`: that of the file."""
    # Of equal titles, the first counts
    by_title = {section.title: section for section in reversed(sections)}

    def find(title: str) -> entities.Section:
        if title not in by_title:
            raise errors.RulingsError(
                f"{path}, line 1: no heading for the section {errors.quoted(title)}"
            )
        return by_title[title]

    points, times = find("Tournament Points"), find("Tournament Round Times")
    return tournament.Tournament(
        game=vocabulary.ANDROID,
        document=document,
        structures={
            "basic": _structure(find("Basic Structure"), path),
            "advanced": _structure(find("Advanced Structure"), path),
        },
        points=tournament.Points(
            points.id, _numbers(r"^- (.+?) = (\d{1,6}) tournament points?", points)
        ),
        round_times=tournament.RoundTimes(
            times.id, _numbers(r"^- \*\*(.+?):?\*\*:? (\d{1,6}) minutes", times)
        ),
        tiebreakers=tournament.Tiebreakers(*_names_in_bullets(find("Tiebreakers"))),
        end_of_game=tournament.EndOfGame(*_names_in_bullets(find("End of Game"))),
        draft={"full": _draft(find("Full Draft")), "half": _draft(find("Half Draft"))},
        most_wanted=tournament.MostWanted(
            section=find("NAPD Most Wanted List").id,
            edition=next((s.title for s in sections if s.title.startswith("Version 1.")), None),
            runner=_most_wanted(find("Runner")),
            corp=_most_wanted(find("Corp")),
        ),
    )


def _structure(section: entities.Section, path: str) -> tournament.Structure:
    location = f"{path}, line {section.source.lines[0]}"
    if len(section.tables) != 1 or len(section.tables[0].columns) != 3:
        raise errors.RulingsError(
            f"{location}: {section.title} has no table of players, rounds and cut"
        )
    rows: list[tournament.TournamentRow] = []
    for row in section.tables[0].rows:
        numbers = [_NUMBER.findall(cell) for cell in row]
        if len(row) != 3 or not numbers[0] or len(numbers[1]) != 1:
            raise errors.RulingsError(
                f"{location}: {section.title}: {errors.quoted(' | '.join(row)[:80])} is not a row of players, "
                "rounds and cut"
            )
        (fewest, *largest), (rounds,), cut = numbers
        players = int(fewest), int(largest[0]) if largest else None
        rows.append(tournament.TournamentRow(players, int(rounds), int(cut[0]) if cut else None))
    return tournament.Structure(section.id, rows)


def _numbers(pattern: str, section: entities.Section) -> dict[str, int]:
    """The names and numbers in the lines that match the pattern."""
    return {name: int(number) for name, number in re.findall(pattern, section.text, re.MULTILINE)}


def _names_in_bullets(section: entities.Section) -> tuple[str, list[str]]:
    """The id of the section, and the names in its bullets."""
    return section.id, [
        bullet["name"] for bullet in _BULLET.finditer(section.text) if bullet["name"]
    ]


def _draft(section: entities.Section) -> tournament.Draft:
    exceptions = [m["text"].strip() for m in _BULLET.finditer(section.text)]
    minutes = re.search(r"(\d{1,6}) minutes", section.text)
    return tournament.Draft(section.id, int(minutes[1]) if minutes else None, exceptions)


def _most_wanted(section: entities.Section) -> list[tournament.WantedCard]:
    return [
        tournament.WantedCard(m["title"], m["set"], int(m["number"]))
        for m in _CARD.finditer(section.text)
    ]
