"""Tests of the drawn run chart: its connectors join the same steps as the data."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from rulings.model.knowledge import Knowledge
from support.built_site import Site

Link = tuple[int, int]  # (from step, to step)


@pytest.fixture(params=["tall", "wide"])
def diagram(request: pytest.FixtureRequest, site: Site) -> ElementTree.Element:
    html = site.pages["run-chart/index.html"]
    (svg,) = re.findall(
        rf'<figure class="chart {request.param}">(<svg .*?</svg>)', html, re.DOTALL
    )
    return ElementTree.fromstring(svg)


def links_of(value: Any) -> set[int]:
    """The steps that a decision leads to, in the JSON of a step."""
    if not isinstance(value, dict):
        return set()
    if value.get("go"):
        return {value["go"]}
    return {number for inner in value.values() for number in links_of(inner)}


def boxes_of(
    diagram: ElementTree.Element,
) -> dict[int, tuple[float, float, float, float]]:
    """Number of a step → left, top, right and bottom of its box."""
    boxes = {}
    for group in diagram.findall("g[@data-step]"):
        x, y = map(float, re.findall(r"[\d.]+", group.get("transform", "")))
        rect = group.find("a/rect")
        assert rect is not None
        width, height = (float(rect.get(name, "")) for name in ("width", "height"))
        boxes[int(group.get("data-step", ""))] = (x, y, x + width, y + height)
    return boxes


def points_of(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)", path)]


def test_the_connectors_lead_where_the_steps_do(
    diagram: ElementTree.Element, site: Site
) -> None:
    boxes = boxes_of(diagram)

    def box_at(x: float, y: float) -> int:
        """The step whose box contains the point, or has it on its border."""
        (number,) = (
            n
            for n, (left, top, right, bottom) in boxes.items()
            if left <= x <= right and top <= y <= bottom
        )
        return number

    drawn = set[Link]()
    paths = [
        path.get("d", "")
        for path in diagram.findall("path")
        if path.get("class") != "connector-halo"
    ]
    for path, tips in zip(paths[::2], paths[1::2], strict=True):
        starts, ends = points_of(path), points_of(tips)
        ends = ends if len(ends) == len(starts) else ends * len(starts)
        drawn |= {
            (box_at(*start), box_at(*end))
            for start, end in zip(starts, ends, strict=True)
        }
    steps = json.loads(site.read("api/steps.json"))
    told = {
        (step["number"], go)
        for step in steps
        for go in (
            links_of(step["decision"]) if step["decision"] else {step["next"]} - {None}
        )
    }
    assert drawn == told
    assert boxes.keys() == {step["number"] for step in steps}


def test_every_step_and_answer_is_a_link(
    diagram: ElementTree.Element, kb: Knowledge
) -> None:
    hrefs = [link.get("href") for link in diagram.iter("a")]
    assert {f"#step-{step.number}" for step in kb.steps} <= set(hrefs)
    shown = [
        "".join(group.itertext()).strip()
        for group in diagram.iter("g")
        if "end" in group.get("class", "").split()
    ]
    assert shown == ["Yes: End the run", "Yes: Stop right there - you win!"]


def test_a_space_is_between_two_texts(diagram: ElementTree.Element) -> None:
    """Browsers without drawings show the texts as words in a row."""
    svg = ElementTree.tostring(diagram, encoding="unicode")
    gaps = re.findall(r"text>(\s*)<(?:\w+:)?text\b", svg)
    assert gaps
    assert "" not in gaps


def test_yes_stands_before_no(diagram: ElementTree.Element) -> None:
    places: dict[str, list[tuple[float, float]]] = {"Yes": [], "No": []}
    for text in diagram.findall(".//*[rect]/text"):
        word, line = (
            "".join(text.itertext()).split(" ")[0].rstrip(":"),
            text.find("tspan"),
        )
        if word in places and line is not None:
            places[word].append((float(line.get("y", "")), float(line.get("x", ""))))
    assert len(places["Yes"]) == 12
    assert all(
        yes < no
        for yes, no in zip(*(sorted(all) for all in places.values()), strict=True)
    )
