"""Steps of the run chart → the layout of the diagram: boxes, lines of text, answers, and connectors between boxes.

Lengths are in units of the drawing, which are about a pixel. Boxes are below each other in one or more columns. A
connector to the next box goes straight down. Any other goes through a lane in a channel, which is the space beside a
column: forward on its right, back on its left, and between two columns to get from one to the other. Connectors to the
same step share a lane.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rulings.model.marks import status_mark
from rulings.model.views import AnswerView, DecisionView, StepView

PADDING = 12  # inside a box
FONT_SIZE, LINE_HEIGHT = 14.5, 19.0
CHARACTER_WIDTH = 0.55  # mean, relative to the font size, of a wide font
BOLD_FACTOR = 1.12  # how much wider bold text is
SPACING = 6.0  # around a question and between its answers
HEADER_HEIGHT, PILL_HEIGHT = 30.0, 34.0
BOX_GAP = 24.0  # between two boxes of a column
LANE_WIDTH, MARGIN = 13.0, 10.0


@dataclass(slots=True)
class TextLine:
    """A line of text; `y` is its baseline. `kind`: `does`, `asks`, or `noted` for a mark."""

    kind: str
    text: str
    x: float
    y: float


@dataclass(slots=True)
class Pill:
    """An answer, drawn as a pill. It leads to a step (`go`), to the end of the run, or to the question below it."""

    text: str
    x: float
    y: float
    width: float
    go: int | None = None
    is_end: bool = False
    has_question: bool = False
    is_last: bool = False  # whether a connector can go straight down to the bottom of its box

    @property
    def middle(self) -> float:
        """The y of its centre."""
        return self.y + PILL_HEIGHT / 2


@dataclass(slots=True)
class Box:
    """A step with its text and answers, whose positions are relative to the upper left corner of the box."""

    step: StepView
    column: int
    x: float
    y: float
    width: float
    height: float = 0.0
    lines: list[TextLine] = field(default_factory=list)
    pills: list[Pill] = field(default_factory=list)
    # x, top and bottom of the lines from an answer to the question below it
    stems: list[tuple[float, float, float]] = field(default_factory=list)


@dataclass(slots=True)
class Connector:
    """A line from one box to another: straight down, or through a channel (0 is left of the first column).

    `x`: that of its lane. Until the columns have been placed, `start` is relative to the left edge of its box.
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
    connectors: list[list[Connector]]  # grouped by lane


def lay_out(steps: Sequence[StepView], columns: int, box_width: float) -> Layout:
    """The layout of the steps in a number of columns."""
    boxes = [_lay_out_box(step, box_width) for step in steps]
    for position, box in enumerate(boxes):
        box.column = _column(boxes, position, columns)
    following = {a.step["number"]: b for a, b in pairwise(boxes) if a.column == b.column}
    by_number = {box.step["number"]: box for box in boxes}
    for box in boxes:
        _place_answers(box, by_number, following)
    heights = [MARGIN] * columns
    for box in boxes:
        box.y = heights[box.column]
        heights[box.column] += box.height + BOX_GAP
    possible = [_connector(box, pill, by_number, following) for box in boxes for pill in (*box.pills, None)]
    connectors = [connector for connector in possible if connector]
    lanes, counts = _assign_lanes(connectors, columns)
    edges = _place_columns(boxes, counts, columns, box_width)
    _route(connectors, lanes, edges, by_number, box_width)
    by_lane: dict[tuple[int | None, int, int], list[Connector]] = {}
    for position, (connector, _) in enumerate(connectors):
        key = (connector.channel, connector.target, -1 if connector.channel is not None else position)
        by_lane.setdefault(key, []).append(connector)
    return Layout(edges[-1][1], max(heights) - BOX_GAP + MARGIN, boxes, list(by_lane.values()))


def _lay_out_box(step: StepView, width: float) -> Box:
    """A step with its text and answers; the box itself has no place yet."""
    box = Box(step, 0, 0.0, 0.0, width)
    y = HEADER_HEIGHT
    decision = step["decision"]
    mark = status_mark(step)
    if mark:
        y = _add_text(box, "noted", f"{mark['sign']} {mark['words']}: see step {step['number']} below", y, width)
    asks_only = decision is not None and decision["question"] == step["text"]
    if not asks_only:
        y = _add_text(box, "does", step["text"], y, width)
    if decision:
        y = _add_question(box, decision, y + (0 if asks_only else SPACING), width)
    box.height = y + PADDING
    return box


def _add_text(box: Box, kind: str, text: str, y: float, width: float) -> float:
    """Adds the lines of a text below `y`; returns the y of their bottom."""
    size = FONT_SIZE * (1 if kind == "does" else BOLD_FACTOR)  # questions and marks are bold
    for line in textwrap.wrap(text, max(12, int((width - 2 * PADDING) / (size * CHARACTER_WIDTH)))):
        y += LINE_HEIGHT
        box.lines.append(TextLine(kind, line, PADDING, y - 4))
    return y


def _add_question(box: Box, decision: DecisionView, y: float, width: float) -> float:
    """Adds a question with its answers, and below them the question inside an answer; returns the y of the bottom."""
    yes, no = decision["yes"], decision["no"]
    y = _add_text(box, "asks", decision["question"], y, width) + SPACING
    pair = [_add_pill(box, "Yes", yes), _add_pill(box, "No", no)]
    half = (width - 2 * PADDING - 8) / 2
    is_long = any(len(pill.text) * FONT_SIZE * CHARACTER_WIDTH * BOLD_FACTOR > half - 12 for pill in pair)
    if is_long:  # each in a row of its own
        for pill in pair:
            pill.x, pill.y, pill.width = PADDING, y, width - 2 * PADDING
            y += PILL_HEIGHT + SPACING
        y -= SPACING
    else:
        for pill in pair:
            pill.y, pill.width = y, half
        y += PILL_HEIGHT
    inner = yes.get("decision") or no.get("decision")
    if inner is None:
        pair[-1].is_last = True
        pair[0].is_last = not is_long
        return y
    return _add_question(box, inner, y + 10, width)


def _add_pill(box: Box, word: str, answer: AnswerView) -> Pill:
    """Adds the answer Yes or No to the box; it has no place yet."""
    text = f"{word} → {answer['go']}" if "go" in answer else f"{word}: {answer['end']}" if "end" in answer else ""
    pill = Pill(text or f"{word} ↓", 0.0, 0.0, 0.0, answer.get("go"), "end" in answer, "decision" in answer)
    box.pills.append(pill)
    return pill


def _column(boxes: list[Box], position: int, columns: int) -> int:
    """The column of the box at a position. Columns are filled in order, to about the same height."""
    total = sum(box.height + BOX_GAP for box in boxes)
    before = sum(box.height + BOX_GAP for box in boxes[:position])
    return min(columns - 1, int((before + boxes[position].height / 2) / (total / columns)))


def _side(box: Box, go: int, by_number: dict[int, Box], following: dict[int, Box]) -> str:
    """The side (`left`, `right` or `down`) on which the connector to step `go` leaves the box."""
    target = by_number[go]
    if following.get(box.step["number"]) is target:
        return "down"
    if target.column != box.column:
        return "right" if target.column > box.column else "left"
    return "right" if go > box.step["number"] else "left"


def _place_answers(box: Box, by_number: dict[int, Box], following: dict[int, Box]) -> None:
    """Orders two answers in a row: if the connector of one leaves to the left, that answer is on the left."""
    for yes, no in zip(box.pills[::2], box.pills[1::2], strict=True):
        if yes.y != no.y:
            continue
        sides = [_side(box, p.go, by_number, following) if p.go in by_number else "down" for p in (yes, no)]
        swap = sides[0] == "right" or sides[1] == "left"
        left, right = (no, yes) if swap else (yes, no)
        left.x, right.x = PADDING, box.width - PADDING - right.width
        if yes.has_question or no.has_question:
            pill = yes if yes.has_question else no
            box.stems.append((pill.x + pill.width / 2, pill.y + PILL_HEIGHT, pill.y + PILL_HEIGHT + 10))


def _connector(
    box: Box, pill: Pill | None, by_number: dict[int, Box], following: dict[int, Box]
) -> tuple[Connector, Box] | None:
    """The connector from an answer, or from a step without a question (None), and its box; it has no lane yet."""
    go = pill.go if pill else box.step["next"] if not box.step["decision"] else None
    if go is None or go not in by_number:
        return None
    target, side = by_number[go], _side(box, go, by_number, following)
    y = box.y + (pill.middle if pill else box.height / 2)
    if side == "down" and (pill is None or pill.is_last):
        x = pill.x + pill.width / 2 if pill else box.width / 2
        y = box.y + (pill.y + PILL_HEIGHT if pill else box.height)
        return Connector((x, y), (x, target.y), go), box
    if side == "down":
        side = "right"
    channel = box.column + (1 if side == "right" else 0)
    start = (box.width if side == "right" else 0.0, y)
    return Connector(start, (0.0, target.y + HEADER_HEIGHT / 2 + 2), go, channel), box


def _assign_lanes(
    connectors: list[tuple[Connector, Box]], columns: int
) -> tuple[dict[tuple[int, int], int], list[int]]:
    """(channel, target) → its lane, counted from the column, shortest first; and the number of lanes per channel."""
    spans: dict[tuple[int, int], tuple[float, float]] = {}
    for connector, _ in connectors:
        if connector.channel is not None:
            key = (connector.channel, connector.target)
            ys = (connector.start[1], connector.end[1], *spans.get(key, ()))
            spans[key] = (min(ys), max(ys))
    lanes: dict[tuple[int, int], int] = {}
    taken: dict[int, list[list[tuple[float, float]]]] = {}
    for key, (top, bottom) in sorted(spans.items(), key=lambda item: (item[1][1] - item[1][0], item[0])):
        rows = taken.setdefault(key[0], [])
        free = next((n for n, row in enumerate(rows) if all(bottom + 8 < a or b + 8 < top for a, b in row)), len(rows))
        if free == len(rows):
            rows.append([])
        rows[free].append((top, bottom))
        lanes[key] = free
    return lanes, [len(taken.get(channel, ())) for channel in range(columns + 1)]


def _place_columns(
    boxes: Iterable[Box], counts: list[int], columns: int, box_width: float
) -> list[tuple[float, float]]:
    """Places the columns side by side; returns the left and right edge of each channel."""
    edges: list[tuple[float, float]] = []
    x = 0.0
    for channel, count in enumerate(counts):
        is_between = 0 < channel < columns
        width = count * LANE_WIDTH + (2 * MARGIN if is_between else MARGIN) + (4 if count else 0)
        edges.append((x, x + width))
        for box in boxes:
            if box.column == channel:
                box.x = x + width
        x += width + (box_width if channel < columns else 0)
    return edges


def _route(
    connectors: list[tuple[Connector, Box]],
    lanes: dict[tuple[int, int], int],
    edges: list[tuple[float, float]],
    by_number: dict[int, Box],
    box_width: float,
) -> None:
    """Sets the start, lane and end of each connector in the drawing."""
    for connector, box in connectors:
        target = by_number[connector.target]
        connector.start = (box.x + connector.start[0], connector.start[1])
        if connector.channel is None:
            connector.end = (connector.start[0], connector.end[1])
            continue
        left, right = edges[connector.channel]
        offset = MARGIN + 2 + lanes[connector.channel, connector.target] * LANE_WIDTH
        connector.x = left + offset if connector.channel else right - offset
        enters_right = target.column < connector.channel
        connector.end = (target.x + (box_width if enters_right else 0), connector.end[1])
