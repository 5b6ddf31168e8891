"""Tests of the diagram of the run chart."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.model import serializing
from rulings.site.render.run_chart_layout import lay_out
from rulings.site.render.run_chart_svg import diagram


@pytest.mark.parametrize("columns", [1, 2])
def test_the_diagram_shows_every_step_and_answer_without_overlap(kb: KnowledgeBase, columns: int) -> None:
    steps = [serializing.step_view(step) for step in kb.steps]
    layout = lay_out(steps, columns, 300)
    for box, next_box in zip(layout.boxes, layout.boxes[1:], strict=False):
        assert next_box.column > box.column or next_box.y >= box.y + box.height
    for box in layout.boxes:
        assert box.x >= 0
        assert box.x + box.width <= layout.width
        assert box.y + box.height <= layout.height
        assert [line for line in box.lines if not 0 < line.y <= box.height] == []
    lanes = [lane for lane in layout.connectors if lane[0].channel is not None]
    assert lanes
    assert [lane for lane in lanes if len({(connector.channel, connector.x) for connector in lane}) != 1] == []
    svg = diagram(steps, columns)
    for step in kb.steps:
        assert f'data-step="{step.number}"' in svg
        assert f'href="#step-{step.number}"' in svg
    assert svg.count('class="answer end"') == 2
