"""Steps of the run chart → the layout of the diagram: boxes, lines of text, answers, and the ways between them.

Units are those of the drawing, about a pixel. Steps follow each other downwards in one or more columns. A way to the
next box goes straight down; any other uses a lane beside the columns: forward on the right, back on the left, and
between two columns if it crosses from one to the other. Ways to the same step share a lane.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rulings.model.formatting import status_mark
from rulings.model.views import AnswerView, DecisionView, StepView

PAD = 12
TEXT, LINE = 14.5, 19.0  # size of words and distance of lines
EM = 0.55  # mean width of a character, in sizes; wide fonts need this much
BOLD = 1.12  # how much wider bold words are
NEAR = 6.0  # between a question, its answers and what precedes it
HEAD, PILL, GAP = 30.0, 34.0, 24.0
LANE, MARGIN = 13.0, 10.0


@dataclass(slots=True)
class Words:
    """A line of words at its baseline. `kind`: `does`, `asks`, or `noted` for a mark."""

    kind: str
    words: str
    x: float
    y: float


@dataclass(slots=True)
class Pill:
    """An answer: what it says, where it leads (a step, a question below it, or an end)."""

    words: str
    x: float
    y: float
    width: float
    go: int | None = None
    end: bool = False
    inner: bool = False
    last: bool = False  # nothing stands between it and the bottom of its box

    @property
    def middle(self) -> float:
        """Half its height."""
        return self.y + PILL / 2


@dataclass(slots=True)
class Box:
    """A step with its words and answers, all in the drawing's own units."""

    step: StepView
    column: int
    x: float
    y: float
    width: float
    height: float = 0.0
    words: list[Words] = field(default_factory=list)
    pills: list[Pill] = field(default_factory=list)
    # x, from y, to y: from an answer to its question
    stems: list[tuple[float, float, float]] = field(default_factory=list)


@dataclass(slots=True)
class Way:
    """A way from one box to another: straight down, or through a lane of a channel (0 is left of the first column).

    Until the columns have their places, `start` counts from the left edge of its box.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    target: int
    channel: int | None = None
    x: float = 0.0


@dataclass(slots=True)
class Layout:
    """The whole drawing."""

    width: float
    height: float
    boxes: list[Box]
    ways: list[list[Way]]  # those that share a lane together


def lay_out(steps: Sequence[StepView], columns: int, box_width: float) -> Layout:
    """The layout of the steps in that number of columns of boxes of that width."""
    boxes = [_box(step, box_width) for step in steps]
    for number, box in enumerate(boxes):
        box.column = _column(boxes, number, columns)
    following = {a.step["number"]: b for a, b in pairwise(boxes) if a.column == b.column}
    by_number = {box.step["number"]: box for box in boxes}
    for box in boxes:
        _answers_beside(box, by_number, following)
    heights = [MARGIN] * columns
    for box in boxes:
        box.y = heights[box.column]
        heights[box.column] += box.height + GAP
    wanted = [_wanted(box, pill, by_number, following) for box in boxes for pill in (*box.pills, None)]
    ways = [way for way in wanted if way]
    lanes, counts = _lanes(ways, columns)
    edges = _place(boxes, counts, columns, box_width)
    _route(ways, lanes, edges, by_number, box_width)
    shared = dict[tuple[int | None, int, int], list[Way]]()
    for number, (way, _) in enumerate(ways):
        shared.setdefault((way.channel, way.target, -1 if way.channel is not None else number), []).append(way)
    return Layout(edges[-1][1], max(heights) - GAP + MARGIN, boxes, list(shared.values()))


def _box(step: StepView, width: float) -> Box:
    """Lays out a step, relative to the upper left corner of its box."""
    box = Box(step, 0, 0.0, 0.0, width)
    y = HEAD
    decision = step["decision"]
    mark = status_mark(step)
    if mark:
        y = _write(box, "noted", f"{mark['sign']} {mark['words']}: see step {step['number']} below", y, width)
    asks_only = decision is not None and decision["question"] == step["text"]
    if not asks_only:
        y = _write(box, "does", step["text"], y, width)
    if decision:
        y = _ask(box, decision, y + (0 if asks_only else NEAR), width)
    box.height = y + PAD
    return box


def _write(box: Box, kind: str, words: str, y: float, width: float) -> float:
    size = TEXT * (1 if kind == "does" else BOLD)  # questions and marks are bold
    for line in textwrap.wrap(words, max(12, int((width - 2 * PAD) / (size * EM)))):
        y += LINE
        box.words.append(Words(kind, line, PAD, y - 4))
    return y


def _ask(box: Box, decision: DecisionView, y: float, width: float) -> float:
    """Lays out a question with its answers, and below them the question inside an answer; returns the bottom."""
    yes, no = decision["yes"], decision["no"]
    y = _write(box, "asks", decision["question"], y, width) + NEAR
    pair = [_pill(box, "Yes", yes), _pill(box, "No", no)]
    half = (width - 2 * PAD - 8) / 2
    long = [pill for pill in pair if len(pill.words) * TEXT * EM * BOLD > half - 12]
    if long:  # each in a row of its own
        for pill in pair:
            pill.x, pill.y, pill.width = PAD, y, width - 2 * PAD
            y += PILL + NEAR
        y -= NEAR
    else:
        for pill in pair:
            pill.y, pill.width = y, half
        y += PILL
    inner = yes.get("decision") or no.get("decision")
    if inner is None:
        pair[-1].last = True
        pair[0].last = not long
        return y
    return _ask(box, inner, y + 10, width)


def _pill(box: Box, words: str, answer: AnswerView) -> Pill:
    lead = f"{words} → {answer['go']}" if "go" in answer else f"{words}: {answer['end']}" if "end" in answer else ""
    pill = Pill(lead or f"{words} ↓", 0.0, 0.0, 0.0, answer.get("go"), "end" in answer, "decision" in answer)
    box.pills.append(pill)
    return pill


def _column(boxes: list[Box], number: int, columns: int) -> int:
    """The column of a box: columns are filled in order, to about the same height."""
    total = sum(box.height + GAP for box in boxes)
    before = sum(box.height + GAP for box in boxes[:number])
    return min(columns - 1, int((before + boxes[number].height / 2) / (total / columns)))


def _side(box: Box, go: int, by_number: dict[int, Box], following: dict[int, Box]) -> str:
    """The side (`left`, `right`, `down`) on which the line to step `go` leaves the box."""
    target = by_number[go]
    if following.get(box.step["number"]) is target:
        return "down"
    if target.column != box.column:
        return "right" if target.column > box.column else "left"
    return "right" if go > box.step["number"] else "left"


def _answers_beside(box: Box, by_number: dict[int, Box], following: dict[int, Box]) -> None:
    """Places two answers in one row: the one whose line leaves to the left on the left."""
    for one, other in zip(box.pills[::2], box.pills[1::2], strict=True):
        if one.y != other.y:
            continue
        sides = [_side(box, p.go, by_number, following) if p.go in by_number else "down" for p in (one, other)]
        swap = sides[0] == "right" or sides[1] == "left"
        left, right = (other, one) if swap else (one, other)
        left.x, right.x = PAD, box.width - PAD - right.width
        if any(pill.inner for pill in (one, other)):
            pill = one if one.inner else other
            box.stems.append((pill.x + pill.width / 2, pill.y + PILL, pill.y + PILL + 10))


def _wanted(
    box: Box, pill: Pill | None, by_number: dict[int, Box], following: dict[int, Box]
) -> tuple[Way, Box] | None:
    """The line from an answer, or from a step without a question (`None`). Its lane is assigned later."""
    go = pill.go if pill else box.step["next"] if not box.step["decision"] else None
    if go is None or go not in by_number:
        return None
    target, side = by_number[go], _side(box, go, by_number, following)
    y = box.y + (pill.middle if pill else box.height / 2)
    if side == "down" and (pill is None or pill.last):
        x = pill.x + pill.width / 2 if pill else box.width / 2
        return Way((x, box.y + (pill.y + PILL if pill else box.height)), (x, target.y), go), box
    if side == "down":
        side = "right"
    channel = box.column + (1 if side == "right" else 0)
    return Way((box.width if side == "right" else 0.0, y), (0.0, target.y + HEAD / 2 + 2), go, channel), box


def _lanes(ways: list[tuple[Way, Box]], columns: int) -> tuple[dict[tuple[int, int], int], list[int]]:
    """(channel, target) → its lane in that channel, the shortest nearest; and how many lanes each channel has."""
    spans = dict[tuple[int, int], tuple[float, float]]()
    for way, _ in ways:
        if way.channel is not None:
            ys = (way.start[1], way.end[1], *spans.get((way.channel, way.target), ()))
            spans[way.channel, way.target] = (min(ys), max(ys))
    lanes, taken = dict[tuple[int, int], int](), dict[int, list[list[tuple[float, float]]]]()
    for key, (top, bottom) in sorted(spans.items(), key=lambda item: (item[1][1] - item[1][0], item[0])):
        rows = taken.setdefault(key[0], [])
        free = next((n for n, row in enumerate(rows) if all(bottom + 8 < a or b + 8 < top for a, b in row)), len(rows))
        if free == len(rows):
            rows.append([])
        rows[free].append((top, bottom))
        lanes[key] = free
    return lanes, [len(taken.get(channel, ())) for channel in range(columns + 1)]


def _place(boxes: Iterable[Box], counts: list[int], columns: int, box_width: float) -> list[tuple[float, float]]:
    """Puts the columns side by side; returns the left and right edge of each channel."""
    edges, x = list[tuple[float, float]](), 0.0
    for channel, count in enumerate(counts):
        inside = 0 < channel < columns
        width = count * LANE + (2 * MARGIN if inside else MARGIN) + (4 if count else 0)
        edges.append((x, x + width))
        for box in boxes:
            if box.column == channel:
                box.x = x + width
        x += width + (box_width if channel < columns else 0)
    return edges


def _route(
    ways: list[tuple[Way, Box]],
    lanes: dict[tuple[int, int], int],
    edges: list[tuple[float, float]],
    by_number: dict[int, Box],
    box_width: float,
) -> None:
    """Gives each way its start, lane and end in the drawing."""
    for way, box in ways:
        target = by_number[way.target]
        way.start = (box.x + way.start[0], way.start[1])
        if way.channel is None:
            way.end = (way.start[0], way.end[1])
            continue
        left, right = edges[way.channel]
        lane = lanes[way.channel, way.target]
        way.x = left + MARGIN + 2 + lane * LANE if way.channel else right - MARGIN - 2 - lane * LANE
        enters_right = target.column < way.channel
        way.end = (target.x + (box_width if enters_right else 0), way.end[1])
