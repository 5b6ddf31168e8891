"""Tests of the diagram of the run chart."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulings.api import KnowledgeBase
from rulings.model import serializing
from rulings.model.views import DecisionView, StepView
from rulings.site.render.run_chart_layout import Connector, Layout, lay_out
from rulings.site.render.run_chart_svg import diagram

both_widths = pytest.mark.parametrize("columns", [1, 2])


@pytest.fixture(scope="module")
def steps(kb: KnowledgeBase) -> list[StepView]:
    return [serializing.step_view(step) for step in kb.steps]


@pytest.fixture
def layout(steps: list[StepView], columns: int) -> Layout:
    return lay_out(steps, columns, 300)


def ends(decision: DecisionView | None) -> list[bool]:
    """For each answer to a question and to those inside its answers: whether it ends the run."""
    answers = [decision["yes"], decision["no"]] if decision else []
    return [
        *("end" in answer for answer in answers),
        *(is_end for answer in answers for is_end in ends(answer.get("decision"))),
    ]


@both_widths
def test_the_diagram_shows_every_step_and_answer(steps: list[StepView], columns: int) -> None:
    svg = diagram(steps, columns)
    for step in steps:
        assert f'data-step="{step["number"]}"' in svg
        assert f'href="#step-{step["number"]}"' in svg
    expected = [is_end for step in steps for is_end in ends(step["decision"])]
    assert svg.count('class="answer') == len(expected)
    assert svg.count('class="answer end"') == sum(expected) > 0


@both_widths
def test_questions_in_both_answers_are_shown(steps: list[StepView], columns: int) -> None:
    first, *others = steps
    inner: DecisionView = {"question": "Is it so?", "yes": {"go": 2}, "no": {"end": "End the run"}}
    both: StepView = {
        **first,
        "decision": {"question": "Is it?", "yes": {"decision": inner}, "no": {"decision": inner}},
    }
    none: StepView = {**first, "decision": None}
    shown, without = (diagram([step, *others], columns).count('class="answer') for step in (both, none))
    assert shown - without == 6


@both_widths
def test_boxes_do_not_overlap_and_hold_their_text(layout: Layout) -> None:
    for box, next_box in pairwise(layout.boxes):
        assert next_box.column > box.column or next_box.y >= box.y + box.height
    for box in layout.boxes:
        assert box.x >= 0
        assert box.x + box.width <= layout.width
        assert box.y + box.height <= layout.height
        assert [line for line in box.lines if not 0 < line.y <= box.height] == []


def lines_of(connector: Connector) -> list[tuple[float, float, float, float]]:
    """The straight lines of a connector that goes through a lane: each its left, top, right and bottom end."""
    (x, y), (end_x, end_y), lane = connector.start, connector.end, connector.lane
    assert lane is not None
    return [
        (min(x, lane), y, max(x, lane), y),
        (lane, min(y, end_y), lane, max(y, end_y)),
        (min(lane, end_x), end_y, max(lane, end_x), end_y),
    ]


@both_widths
def test_no_lane_passes_through_a_box(layout: Layout) -> None:
    assert layout.lanes
    assert [lane for lane in layout.lanes if len({connector.lane for connector in lane}) != 1] == []
    crossed = [
        (connector.end, box.step["number"])
        for connector in (connector for lane in layout.lanes for connector in lane)
        for left, top, right, bottom in lines_of(connector)
        for box in layout.boxes
        if left < box.x + box.width and right > box.x and top < box.y + box.height and bottom > box.y
    ]
    assert crossed == []
