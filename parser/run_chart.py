"""Reads the 20 steps of the run chart, with actor, words and yes-or-no decision."""

from __future__ import annotations

import re
from collections import deque
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from rulings import errors
from rulings.model import entities, plain_text
from rulings.parser import sources

_STEP = re.compile(
    r"\s*(?P<number>\d{1,4})\.\s+(?:(?P<actor>Runner|Corp|Both):\s+)?(?P<text>\S.*)"
)
_ANSWER = re.compile(r"\s*(?P<which>Yes|No):\s*(?P<rest>\S.*)")
_GO = re.compile(r"Go to step (\d{1,4})\.?")


class RunChart(Struct, frozen=True):
    """The steps, and the parts around them: the title and the legal notice."""

    steps: tuple[entities.Step, ...]
    parts: list[sources.Part]


def read_run_chart(document: sources.SourceDocument) -> RunChart:
    """Parses the run chart. Raises `RulingsError` at the first unexpected line."""
    nonblank = sources.printed_lines(document.lines)
    starts = [
        i
        for i, line in enumerate(nonblank)
        if line.is_indented and _STEP.match(line.text)
    ]
    if not starts:
        raise errors.RulingsError(
            f"{document.path}, line 1: no numbered step; is this the run chart?"
        )
    end = starts[-1] + 1
    while end < len(nonblank) and nonblank[end].is_indented:
        end += 1
    steps = [
        _step(nonblank[start:stop], document)
        for start, stop in pairwise([*starts, end])
    ]
    steps[-1] = replace(steps[-1], next=None)
    title = sources.Part("heading", nonblank[: starts[0]])
    legal = sources.Part("legal notice", nonblank[end:])
    return RunChart(tuple(steps), [title, legal])


def _step(
    lines: list[sources.SourceLine], document: sources.SourceDocument
) -> entities.Step:
    match = _STEP.match(lines[0].text)
    assert match is not None
    start = 1
    while start < len(lines) and not _ANSWER.match(lines[start].text):
        start += 1
    text = [match["text"].strip()]
    text += [line.words for line in lines[1:start]]
    answers = deque(lines[start:])
    decision = None
    if answers:
        question = text.pop() if text[1:] else text[0]
        decision = _decision(question, lines[0].number, answers, document)
        if answers:
            line = answers[0]
            words = plain_text.quoted(line.words, whole=True)
            raise errors.RulingsError(
                f"{document.path}, line {line.number}: "
                f"{words} does not belong to a question"
            )
    number = int(match["number"])
    line_range = (lines[0].number, lines[-1].number)
    return entities.Step(
        number=number,
        actor=match["actor"],
        text=" ".join(text),
        decision=decision,
        next=None if decision else number + 1,
        source=entities.SourceLines(document.id, line_range),
    )


def _decision(
    question: str,
    number: int,
    lines: deque[sources.SourceLine],
    document: sources.SourceDocument,
) -> entities.Decision:
    """Parses a decision, and removes its answers and nested questions from `lines`."""
    answers = list[entities.Branch]()
    for word in ("Yes", "No"):
        match = _ANSWER.match(lines[0].text) if lines else None
        if match is None or match["which"] != word:
            line_number = lines[0].number if lines else number
            quote = plain_text.quoted(question, whole=True)
            raise errors.RulingsError(
                f"{document.path}, line {line_number}: "
                f"the question {quote} has no {word}"
            )
        number = lines.popleft().number
        answer = match["rest"].strip()
        if go := _GO.fullmatch(answer):
            branch = entities.Branch(go=int(go[1]))
        elif answer.endswith("?"):
            nested = _decision(answer, number, lines, document)
            branch = entities.Branch(decision=nested)
        else:
            branch = entities.Branch(end=answer)
        answers.append(branch)
    return entities.Decision(question, *answers)
