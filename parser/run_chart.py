"""The run chart's lines → its 20 steps, each with its actor, its words and its nested yes-or-no decision."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulings.errors import RulingsError
from rulings.model import Answer, Decision, Source, Step
from rulings.parser.lines import Line

_STEP = re.compile(r"\s*(?P<number>\d+)\.\s+(?:(?P<actor>Runner|Corp|Both):\s+)?(?P<text>\S.*)")
_ANSWER = re.compile(r"\s*(?P<which>Yes|No):\s*(?P<rest>\S.*)")
_GO = re.compile(r"Go to step (\d+)\.?")


@dataclass(frozen=True, slots=True)
class RunChart:
    """The steps, the title's lines and the legal notice's."""

    title: tuple[Line, ...]
    steps: tuple[Step, ...]
    legal: tuple[Line, ...]


def read_run_chart(lines: tuple[Line, ...], document: str) -> RunChart:
    """`RulingsError` naming the line where the chart does not read as one."""
    said = [line for line in lines if not line.blank]
    starts = [i for i, line in enumerate(said) if line.indented and _STEP.match(line.text)]
    if not starts:
        raise RulingsError(f"{document}, line 1: no numbered step; is this the run chart?")
    end = next((i for i in range(starts[-1] + 1, len(said)) if not said[i].indented), len(said))
    steps = []
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        steps.append(_step(said[start:stop], document))
    for expected, step in enumerate(steps, 1):
        if step.number != expected:
            raise RulingsError(
                f"{document}, line {step.source.lines[0]}: step {step.number} stands where {expected} should"
            )
    known = {step.number for step in steps}
    linked = tuple(_with_next(step, step.number + 1 in known) for step in steps)
    for step in linked:
        for number in _targets(step.decision):
            if number not in known:
                raise RulingsError(
                    f"{document}, line {step.source.lines[0]}: step {step.number} goes to a step {number} "
                    "that the chart does not have"
                )
    return RunChart(tuple(said[: starts[0]]), linked, tuple(said[end:]))


def _step(lines: list[Line], document: str) -> Step:
    head = _STEP.match(lines[0].text)
    assert head is not None
    text, rest = [head["text"].strip()], list(lines[1:])
    while rest and not _ANSWER.match(rest[0].text) and not (len(rest) > 1 and _ANSWER.match(rest[1].text)):
        text.append(rest.pop(0).text.strip())
    decision = None
    if rest:
        question = text[-1] if _ANSWER.match(rest[0].text) else rest.pop(0).text.strip()
        decision = _decision(question, lines[0].number, rest, document)
        if rest:
            raise RulingsError(f"{document}, line {rest[0].number}: {rest[0].text.strip()!r} belongs to no question")
    return Step(
        int(head["number"]),
        head["actor"],
        " ".join(text),
        decision,
        None,
        Source(document, (lines[0].number, lines[-1].number)),
    )


def _decision(question: str, number: int, lines: list[Line], document: str) -> Decision:
    """Takes its `Yes:` and `No:` from the front of `lines`, and those of a question inside an answer before them."""
    answers = {}
    for which in ("Yes", "No"):
        match = _ANSWER.match(lines[0].text) if lines else None
        if match is None or match["which"] != which:
            at = lines[0].number if lines else number
            raise RulingsError(f"{document}, line {at}: the question {question!r} has no {which}")
        number = lines.pop(0).number
        answers[which] = _answer(match["rest"].strip(), number, lines, document)
    return Decision(question, answers["Yes"], answers["No"])


def _answer(words: str, number: int, lines: list[Line], document: str) -> Answer:
    if go := _GO.fullmatch(words):
        return Answer(go=int(go[1]))
    if words.endswith("?"):
        return Answer(decision=_decision(words, number, lines, document))
    return Answer(end=words)


def _with_next(step: Step, followed: bool) -> Step:
    return replace(step, next=step.number + 1 if followed and step.decision is None else None)


def _targets(decision: Decision | None) -> list[int]:
    if decision is None:
        return []
    found = []
    for answer in (decision.yes, decision.no):
        found += [answer.go] if answer.go else _targets(answer.decision)
    return found
