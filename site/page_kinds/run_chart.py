"""The run chart → its page (diagram, data for the walk-through, steps in words) and a page for each step."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.model.entities import Ruling, Step
from rulings.model.formatting import count
from rulings.model.selecting import step_after_end
from rulings.site.content.data import SiteData
from rulings.site.content.lists import neighbours
from rulings.site.content.page import SitePage

URL = "/run-chart/"


def run_chart_pages(data: SiteData) -> Iterator[SitePage]:
    """The page of the run chart, and a page for each step with its rulings in full and why they apply."""
    yield SitePage(
        url=URL,
        template="run-chart.html",
        title="Run chart",
        json_url="/api/steps.json",
        description=f"A run in Netrunner (1996) in {len(data.steps)} steps, as a diagram and question by question.",
        context={
            "steps": {step.number: step for step in data.steps},
            "rulings": {step.number: rulings_on(data, step) for step in data.steps},
            "walk": {"steps": [walk_step(step) for step in data.steps]},
        },
    )
    links = [{"title": f"Step {step.number}", "url": f"{URL}step-{step.number}/"} for step in data.steps]
    for position, step in enumerate(data.steps):
        applied = rulings_on(data, step)
        yield SitePage(
            url=links[position]["url"],
            template="step.html",
            title=f"Step {step.number} of a run",
            description=f"{step.text} {count(len(applied), 'ruling')} of Netrunner (1996) on this step of a run.",
            context={
                "step": step,
                "rulings": applied,
                **neighbours(links, position),
            },
            parent=("Run chart", URL),
            json_url="/api/steps.json",
        )


def rulings_on(data: SiteData, step: Step) -> list[tuple[Ruling, str]]:
    """The rulings that apply to a step, each with the reason."""
    rulings = data.rulings_by_id
    return [(rulings[link.ruling], link.reason) for link in step.applied if link.ruling in rulings]


def walk_step(step: Step) -> dict[str, object]:
    """A step for the walk-through: where it leads. Its words and rulings are already on the page."""
    return {
        "number": step.number,
        "decision": step.decision.to_dict() if step.decision else None,
        "next": step.next,
        "after": step_after_end(step),
    }
