"""The steps of the run chart → its page: the diagram, the data of the walk, and each step with its rulings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulings.knowledge import KnowledgeBase
from rulings.model import Step
from rulings.shapes import decision
from rulings.site.page import SitePage
from rulings.site.run_chart_svg import diagram

URL = "run-chart/"


def run_chart_page(kb: KnowledgeBase) -> Iterator[SitePage]:
    """The page of the run chart."""
    yield SitePage(
        url=URL,
        template="run-chart.html",
        title="Run chart",
        entity=True,
        twin="/api/steps.json",
        description=f"A run in Netrunner (1996) in {len(kb.steps)} steps: a diagram, a walk, and the rulings on each.",
        data={
            "tall": diagram(kb.steps, columns=1),
            "wide": diagram(kb.steps, columns=2),
            "steps": {step.number: step for step in kb.steps},
            "bearing": {step.number: bearing(kb, step) for step in kb.steps},
            "walk": {"steps": [walk_step(step) for step in kb.steps]},
        },
    )


def bearing(kb: KnowledgeBase, step: Step) -> list[tuple[Any, Any]]:
    """The rulings that bear on a step, each with the reason."""
    return [(kb.rulings_by_id[link.ruling], link) for link in step.links if link.ruling in kb.rulings_by_id]


def walk_step(step: Step) -> dict[str, Any]:
    """What the walk needs of one step. Its rulings stand on the page and are copied from there."""
    return {
        "number": step.number,
        "actor": step.actor,
        "text": step.text,
        "decision": decision(step.decision) if step.decision else None,
        "next": step.next,
    }
