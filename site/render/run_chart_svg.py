"""Steps of the run chart → an SVG diagram with links, drawn when the site is built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from rulings.model.views import StepView
from rulings.site.render.run_chart_layout import HEAD, PILL, TEXT, Box, Layout, Pill, Way, lay_out

CORNER = 6.0
TIP = 7.0
WIDTHS = {1: 244.0, 2: 400.0}  # of a box, by the number of columns
_SHAPES = {"Corp": "M1 13V3h5V0h6v13z", "Runner": "M1 0l12 6.5-12 6.5 4-6.5z"}
_BOTH = "M6.5 0l6 6.5-6 6.5-6-6.5z"


def diagram(steps: Sequence[StepView], columns: int) -> Markup:
    """The run chart as SVG in that number of columns."""
    layout = lay_out(steps, columns, WIDTHS.get(columns, 320.0))
    parts = [*_ways(layout), *(_box(box) for box in layout.boxes)]
    return Markup(
        f'<svg class="run-chart" role="group" aria-label="Diagram of the run chart" '
        f'viewBox="0 0 {_n(layout.width)} {_n(layout.height)}" font-size="{_n(TEXT)}">\n{"".join(parts)}</svg>'
    )


def _n(value: float) -> str:
    """A number with at most one decimal: short, and the same on every system."""
    return f"{value:.1f}".removesuffix(".0")


def _ways(layout: Layout) -> Iterable[str]:
    """The connecting lines: straight ones as one path, then one path for each lane, with gaps where they cross.

    Lines of one style share a path with relative points, which keeps the page small.
    """
    straight = [way for shared in layout.ways for way in shared if way.channel is None]
    lanes = [shared for shared in layout.ways if shared[0].channel is not None]
    for together in (straight, *lanes):
        path = "".join(map(_path, together))
        tips = "".join(map(_tip, together if together is straight else together[:1]))
        yield f'<path class="under" d="{path}"/><path class="way" d="{path}"/><path class="tip" d="{tips}"/>\n'


def _path(way: Way) -> str:
    (x, y), (end_x, end_y) = way.start, way.end
    if way.channel is None:
        return f"M{_n(x)} {_n(y)}v{_n(end_y - TIP - y)}"
    lane, down = way.x, 1 if end_y > y else -1
    out, back = (1 if lane > x else -1), (1 if end_x > lane else -1)
    return (
        f"M{_n(x)} {_n(y)}h{_n(lane - out * CORNER - x)}{_turn(out, 0, 0, down)}"
        f"v{_n(end_y - y - 2 * down * CORNER)}{_turn(0, down, back, 0)}"
        f"h{_n(end_x - back * (TIP + CORNER) - lane)}"
    )


def _turn(x: int, y: int, then_x: int, then_y: int) -> str:
    """A rounded corner from one direction into another."""
    corner = CORNER * x, CORNER * y, CORNER * (x + then_x), CORNER * (y + then_y)
    return "q" + " ".join(map(_n, corner)).replace(" -", "-")


def _tip(way: Way) -> str:
    x, y = way.end
    if way.channel is None:
        return f"M{_n(x)} {_n(y)}l-4.5 {_n(-TIP)}h9z"
    back = 1 if x > way.x else -1
    return f"M{_n(x)} {_n(y)}l{_n(-back * TIP)} -4.5v9z"


def _box(box: Box) -> str:
    number, actor = box.step["number"], box.step["actor"]
    side = (actor or "both").lower()
    shape = _SHAPES.get(actor or "", _BOTH if actor else "")
    head = f'<text class="number" x="{_n(12)}" y="{_n(HEAD - 6)}" font-size="20">{number}</text>'
    if actor:
        at = 21 + 13 * len(str(number))
        head += (
            f'<path class="flag" transform="translate({_n(at)} {_n(HEAD - 20)})" d="{shape}"/>'
            f'<text class="actor" x="{_n(at + 20)}" y="{_n(HEAD - 8)}" font-size="13">'
            f"{escape(actor.upper())}</text>"
        )
    words = "".join(
        f'<text class="{line.kind}" x="{_n(line.x)}" y="{_n(line.y)}">{escape(line.words)}</text>' for line in box.words
    )
    stems = "".join(f'<path class="way" d="M{_n(x)} {_n(top)}V{_n(bottom)}"/>' for x, top, bottom in box.stems)
    return (
        f'<g class="{escape(side)}" data-step="{number}" transform="translate({_n(box.x)} {_n(box.y)})">'
        f'<a href="#step-{number}">'
        f'<rect class="box" width="{_n(box.width)}" height="{_n(box.height)}" rx="7"/>{head}{words}</a>'
        f"{stems}{''.join(_pill(pill, number) for pill in box.pills)}</g>\n"
    )


def _pill(pill: Pill, number: int) -> str:
    inside = (
        f'<rect x="{_n(pill.x)}" y="{_n(pill.y)}" width="{_n(pill.width)}" height="{_n(PILL)}" '
        f'rx="{_n(4 if pill.end else PILL / 2)}"/>'
        f'<text x="{_n(pill.x + pill.width / 2)}" y="{_n(pill.y + PILL / 2 + 5)}" text-anchor="middle">'
        f"{escape(pill.words)}</text>"
    )
    if pill.go is None:
        return f'<g class="answer{" end" if pill.end else ""}">{inside}</g>'
    label = escape(f"{pill.words}, from step {number}")
    return f'<a class="answer" href="#step-{pill.go}" aria-label="{label}">{inside}</a>'
