"""Steps of the run chart → the layout of the diagram: boxes, lines of text, answers, and connectors between boxes.

Nothing here knows a particular step. The height of each box follows from its text; the boxes fill one or more columns
from top to bottom (`_fill_columns` decides where a box is); the connectors between them are given lanes, and the
number of lanes decides how far apart the columns are.

A connector to the next box of a column goes straight down. Any other goes through a lane in a channel, which is the
space beside a column (channel 0 is on the left of the first): forward on its right, back on its left, and between two
columns to get from one to the other. Connectors to the same step share a lane.

Lengths are in units of the drawing, which are about a pixel. In a box, positions are relative to its upper left corner.
"""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from rulings.model.marks import status_mark
from rulings.model.views import AnswerView, DecisionView, StepView

MARGIN = 10.0  # around the drawing, and between a column and the lanes beside it

# Boxes
BOX_GAP = 24.0  # between two boxes of a column
HEADER_HEIGHT = 30.0  # number and actor
PADDING = 12  # on the left and right of the text, and below it
SPACING = 6.0  # around a question, and between answers below each other

# Text
FONT_SIZE, LINE_HEIGHT = 14.5, 19.0
DESCENT = 4  # from the baseline to the bottom of a line
CHARACTER_WIDTH = 0.55 * FONT_SIZE  # mean, of a wide font
BOLD_CHARACTER_WIDTH = 1.12 * CHARACTER_WIDTH
MIN_LINE_LENGTH = 12  # characters, however narrow the box is

# Answers
ANSWER_HEIGHT = 34.0
ANSWER_GAP = 8  # between two answers beside each other
ANSWER_PADDING = 6  # on the left and right of the words of an answer
STEM_LENGTH = 10  # from an answer down to the question that it leads to

# Connectors
LANE_WIDTH = 13.0
LANE_INSET = 2.0  # on both sides of the lanes in a channel
LANE_GAP = 8  # between the ends of connectors that are below each other in a lane
ENTRY_DEPTH = HEADER_HEIGHT / 2 + 2  # from the top of a box to the end of a connector from the side


@dataclass(slots=True)
class TextLine:
    """A line of text; `y` is its baseline. `kind`: its class, `step-text`, `step-question` or `step-status`."""

    kind: str
    text: str
    x: float
    y: float


@dataclass(slots=True)
class Answer:
    """An answer. It leads to a step (`go`), to the end of the run, or by a stem to the question below it."""

    text: str
    go: int | None
    is_end: bool
    has_stem: bool
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    is_last: bool = False  # whether a connector can go straight down to the bottom of its box

    @property
    def centre_x(self) -> float:
        """The x of its centre."""
        return self.x + self.width / 2

    @property
    def centre_y(self) -> float:
        """The y of its centre."""
        return self.y + ANSWER_HEIGHT / 2

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + ANSWER_HEIGHT


@dataclass(slots=True)
class Box:
    """A step with its text and answers. Its position among all boxes and its column count from 0."""

    position: int
    step: StepView
    width: float
    height: float = 0.0
    column: int = 0
    x: float = 0.0
    y: float = 0.0
    lines: list[TextLine] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Connector:
    """A line between two points (x, y): straight down, or along a lane, whose x is `lane`."""

    start: tuple[float, float]
    end: tuple[float, float]
    lane: float | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole drawing."""

    width: float
    height: float
    boxes: list[Box]
    straight: list[Connector]
    lanes: list[list[Connector]]  # the connectors in each lane, all to the same step


def lay_out(steps: Sequence[StepView], columns: int, box_width: float) -> Layout:
    """The layout of the steps in a number of columns."""
    boxes = [_box(position, step, box_width) for position, step in enumerate(steps)]
    by_number = {box.step["number"]: box for box in boxes}
    _fill_columns(boxes, columns)
    for box in boxes:
        _place_answers(box, by_number)
    links = [link for box in boxes for link in _links(box, by_number)]
    places = _assign_lanes(links)
    lane_x, width = _space_columns(boxes, places, columns, box_width)
    by_lane = defaultdict[_Lane | None, list[Connector]](list)
    for link in links:
        by_lane[link.lane].append(_connector(link, lane_x))
    height = max((box.y + box.height for box in boxes), default=0.0) + MARGIN
    return Layout(width, height, boxes, straight=by_lane.pop(None, []), lanes=list(by_lane.values()))


def _box(position: int, step: StepView, width: float) -> Box:
    """A step with its text and answers; the box itself has no place yet."""
    box = Box(position, step, width)
    decision = step["decision"]
    y = HEADER_HEIGHT
    mark = status_mark(step)
    if mark:
        y = _add_text(box, "step-status", f"{mark['sign']} {mark['words']}: see step {step['number']} below", y)
    asks_only = decision is not None and decision["question"] == step["text"]
    if not asks_only:
        y = _add_text(box, "step-text", step["text"], y)
    if decision:
        y = _add_question(box, decision, y + (0 if asks_only else SPACING))
    box.height = y + PADDING
    return box


def _add_text(box: Box, kind: str, text: str, y: float) -> float:
    """Adds the lines of a text below `y`; returns the y of their bottom."""
    character_width = CHARACTER_WIDTH if kind == "step-text" else BOLD_CHARACTER_WIDTH
    for line in textwrap.wrap(text, max(MIN_LINE_LENGTH, int((box.width - 2 * PADDING) / character_width))):
        y += LINE_HEIGHT
        box.lines.append(TextLine(kind, line, PADDING, y - DESCENT))
    return y


def _add_question(box: Box, decision: DecisionView, y: float) -> float:
    """Adds a question with its answers, and the questions inside the answers below; returns the y of the bottom."""
    y = _add_text(box, "step-question", decision["question"], y) + SPACING
    answers = [_answer("Yes", decision["yes"]), _answer("No", decision["no"])]
    box.answers += answers
    row_width = box.width - 2 * PADDING
    half = (row_width - ANSWER_GAP) / 2
    fit_beside = all(len(answer.text) * BOLD_CHARACTER_WIDTH <= half - 2 * ANSWER_PADDING for answer in answers)
    for answer in answers:
        answer.x = PADDING
        answer.y = y
        answer.width = half if fit_beside else row_width
        if not fit_beside:
            answer.has_stem = False  # it would cross the answer below
            y += ANSWER_HEIGHT + SPACING
    bottom = answers[-1].bottom
    inner = [answer["decision"] for answer in (decision["yes"], decision["no"]) if "decision" in answer]
    if not inner:
        for answer in answers:
            answer.is_last = answer.bottom == bottom
    for question in inner:
        bottom = _add_question(box, question, bottom + STEM_LENGTH)
    return bottom


def _answer(word: str, answer: AnswerView) -> Answer:
    """The answer Yes or No; it has no place yet."""
    text = f"{word} → {answer['go']}" if "go" in answer else f"{word}: {answer['end']}" if "end" in answer else ""
    return Answer(text or f"{word} ↓", answer.get("go"), "end" in answer, "decision" in answer)


def _fill_columns(boxes: Sequence[Box], columns: int) -> None:
    """Fills the columns in order, to about the same height: sets the column and y of each box."""
    column_height = sum(box.height + BOX_GAP for box in boxes) / columns
    placed = 0.0  # height of the boxes so far, in all columns
    bottoms = [MARGIN] * columns
    for box in boxes:
        box.column = min(columns - 1, int((placed + box.height / 2) / column_height))
        box.y = bottoms[box.column]
        bottoms[box.column] += box.height + BOX_GAP
        placed += box.height + BOX_GAP


def _direction(box: Box, target: Box) -> str:
    """The direction (`left`, `right` or `down`) in which a connector to the target leaves the box."""
    if target.column == box.column and target.position == box.position + 1:
        return "down"
    return "right" if target.position > box.position else "left"


def _place_answers(box: Box, by_number: Mapping[int, Box]) -> None:
    """Orders two answers beside each other: one whose connector goes to the left is on the left."""
    for yes, no in zip(box.answers[::2], box.answers[1::2], strict=True):
        if yes.y != no.y:
            continue
        to_yes, to_no = (_direction(box, by_number[a.go]) if a.go and a.go in by_number else "" for a in (yes, no))
        right = yes if to_yes == "right" or to_no == "left" else no
        right.x = box.width - PADDING - right.width


_Lane = tuple[int, int]  # its channel, and the number of the step to which its connectors go


@dataclass(frozen=True, slots=True)
class _Link:
    """A connector before the columns are placed, so that only its ends' y are known. Without a lane: straight down."""

    box: Box
    answer: Answer | None
    target: Box
    start_y: float
    end_y: float
    lane: _Lane | None


def _links(box: Box, by_number: Mapping[int, Box]) -> Iterator[_Link]:
    """The connectors from the answers of a step, or from the step itself if it has no question."""
    exits = [(answer, answer.go) for answer in box.answers] if box.step["decision"] else [(None, box.step["next"])]
    for answer, go in exits:
        if go is None or go not in by_number:
            continue
        target = by_number[go]
        direction = _direction(box, target)
        if direction == "down" and (answer is None or answer.is_last):
            bottom = answer.bottom if answer else box.height
            yield _Link(box, answer, target, box.y + bottom, target.y, None)
        else:
            centre_y = answer.centre_y if answer else box.height / 2
            channel = box.column if direction == "left" else box.column + 1
            yield _Link(box, answer, target, box.y + centre_y, target.y + ENTRY_DEPTH, (channel, go))


def _assign_lanes(links: Iterable[_Link]) -> dict[_Lane, int]:
    """Lane → its place in the channel, counted from the column; the shortest lanes are closest to it."""
    spans: dict[_Lane, tuple[float, float]] = {}
    for link in links:
        if link.lane:
            ends = (link.start_y, link.end_y, *spans.get(link.lane, ()))
            spans[link.lane] = (min(ends), max(ends))
    places: dict[_Lane, int] = {}
    taken = defaultdict[tuple[int, int], list[tuple[float, float]]](list)  # (channel, place) → spans
    for lane, (top, bottom) in sorted(spans.items(), key=lambda item: (item[1][1] - item[1][0], item[0])):
        channel, _ = lane
        place = next(
            n for n in count() if all(bottom + LANE_GAP < a or b + LANE_GAP < top for a, b in taken[channel, n])
        )
        taken[channel, place].append((top, bottom))
        places[lane] = place
    return places


def _space_columns(
    boxes: Iterable[Box], places: Mapping[_Lane, int], columns: int, box_width: float
) -> tuple[dict[_Lane, float], float]:
    """Sets the x of each box, so that all lanes fit between the columns; returns the x of each lane, and the width."""
    lane_x: dict[_Lane, float] = {}
    left = 0.0
    for channel in range(columns + 1):
        lanes = {lane: place for lane, place in places.items() if lane[0] == channel}
        right = left + MARGIN * (2 if 0 < channel < columns else 1)
        if lanes:
            right += (max(lanes.values()) + 1) * LANE_WIDTH + 2 * LANE_INSET
        for lane, place in lanes.items():
            from_column = MARGIN + LANE_INSET + place * LANE_WIDTH
            lane_x[lane] = left + from_column if channel else right - from_column
        for box in boxes:
            if box.column == channel:
                box.x = right
        left = right + box_width
    return lane_x, right


def _connector(link: _Link, lane_x: Mapping[_Lane, float]) -> Connector:
    """The connector, now that the columns are placed."""
    box, target = link.box, link.target
    if link.lane is None:
        x = box.x + (link.answer.centre_x if link.answer else box.width / 2)
        return Connector((x, link.start_y), (x, link.end_y))
    channel, _ = link.lane
    start_x = box.x + (box.width if box.column < channel else 0)
    end_x = target.x + (target.width if target.column < channel else 0)
    return Connector((start_x, link.start_y), (end_x, link.end_y), lane_x[link.lane])
