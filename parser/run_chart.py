"""The run chart's lines → its 20 steps, each with its actor, its words and its nested yes-or-no decision."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass

from msgspec.structs import replace

from rulings.errors import RulingsError, quoted
from rulings.model.entities import Answer, Decision, Source, Step
from rulings.parser.lines import Line

_STEP = re.compile(r"\s*(?P<number>\d+)\.\s+(?:(?P<actor>Runner|Corp|Both):\s+)?(?P<text>\S.*)")
_ANSWER = re.compile(r"\s*(?P<which>Yes|No):\s*(?P<rest>\S.*)")
_GO = re.compile(r"Go to step (\d+)\.?")
_MAX_DEPTH = 10  # nested questions; the printed chart has 2 levels
_MAX_DIGITS = 4


@dataclass(frozen=True, slots=True)
class RunChart:
    """The steps, and the lines of the title and of the legal notice."""

    title: tuple[Line, ...]
    steps: tuple[Step, ...]
    legal: tuple[Line, ...]


def read_run_chart(lines: tuple[Line, ...], document: str, path: str) -> RunChart:
    """Parses the run chart. `path`: that of the file. Raises `RulingsError` at the first unexpected line."""
    nonblank = [line for line in lines if not line.is_blank]
    starts = [i for i, line in enumerate(nonblank) if line.is_indented and _STEP.match(line.text)]
    if not starts:
        raise RulingsError(f"{path}, line 1: no numbered step; is this the run chart?")
    end = next((i for i in range(starts[-1] + 1, len(nonblank)) if not nonblank[i].is_indented), len(nonblank))
    steps = []
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        steps.append(_step(nonblank[start:stop], document, path))
    for expected, step in enumerate(steps, 1):
        if step.number != expected:
            raise RulingsError(
                f"{path}, line {step.source.lines[0]}: step {step.number} comes where step {expected} should"
            )
    linked = tuple(_with_next(step, step.number < len(steps)) for step in steps)
    for step in linked:
        for number in _target_steps(step.decision):
            if not 1 <= number <= len(steps):
                raise RulingsError(
                    f"{path}, line {step.source.lines[0]}: step {step.number} goes to step {number}, "
                    "which the chart does not have"
                )
    return RunChart(tuple(nonblank[: starts[0]]), linked, tuple(nonblank[end:]))


def _step(lines: list[Line], document: str, path: str) -> Step:
    match = _STEP.match(lines[0].text)
    assert match is not None
    rest = deque(lines[1:])
    text = [match["text"].strip()]
    while rest and not _ANSWER.match(rest[0].text) and not (len(rest) > 1 and _ANSWER.match(rest[1].text)):
        text.append(rest.popleft().text.strip())
    decision = None
    if rest:
        question = text[-1] if _ANSWER.match(rest[0].text) else rest.popleft().text.strip()
        decision = _decision(question, lines[0].number, rest, path)
        if rest:
            raise RulingsError(
                f"{path}, line {rest[0].number}: {quoted(rest[0].text.strip())} does not belong to a question"
            )
    return Step(
        number=_number(match["number"], lines[0], path),
        actor=match["actor"],
        text=" ".join(text),
        decision=decision,
        next=None,
        source=Source(document, (lines[0].number, lines[-1].number)),
    )


def _decision(question: str, number: int, lines: deque[Line], path: str, depth: int = 1) -> Decision:
    """Parses a decision, and removes the lines of its answers, including nested questions, from `lines`."""
    if depth > _MAX_DEPTH:
        raise RulingsError(f"{path}, line {number}: questions are nested more than {_MAX_DEPTH} deep")
    answers = {}
    for word in ("Yes", "No"):
        match = _ANSWER.match(lines[0].text) if lines else None
        if match is None or match["which"] != word:
            line_number = lines[0].number if lines else number
            raise RulingsError(f"{path}, line {line_number}: the question {quoted(question)} has no {word}")
        line = lines.popleft()
        number = line.number
        rest = match["rest"].strip()
        if go := _GO.fullmatch(rest):
            answers[word] = Answer(go=_number(go[1], line, path))
        elif rest.endswith("?"):
            answers[word] = Answer(decision=_decision(rest, number, lines, path, depth + 1))
        else:
            answers[word] = Answer(end=rest)
    return Decision(question, answers["Yes"], answers["No"])


def _number(digits: str, line: Line, path: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise RulingsError(f"{path}, line {line.number}: {digits[:20]}… is not the number of a step")
    return int(digits)


def _with_next(step: Step, has_next: bool) -> Step:
    return replace(step, next=step.number + 1 if has_next and step.decision is None else None)


def _target_steps(decision: Decision | None) -> list[int]:
    if decision is None:
        return []
    numbers = []
    for answer in (decision.yes, decision.no):
        numbers += [answer.go] if answer.go else _target_steps(answer.decision)
    return numbers
