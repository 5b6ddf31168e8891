"""Steps of the run chart → an SVG diagram with links, drawn when the site is built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from rulings.model.views import StepView
from rulings.site.render.run_chart_layout import (
    FONT_SIZE,
    HEADER_HEIGHT,
    PILL_HEIGHT,
    Box,
    Connector,
    Layout,
    Pill,
    lay_out,
)

CORNER_RADIUS = 6.0
TIP_LENGTH = 7.0  # of an arrow
BOX_WIDTHS = {1: 244.0, 2: 400.0}  # by the number of columns
_SHAPES = {"Corp": "M1 13V3h5V0h6v13z", "Runner": "M1 0l12 6.5-12 6.5 4-6.5z"}
_BOTH = "M6.5 0l6 6.5-6 6.5-6-6.5z"


def diagram(steps: Sequence[StepView], columns: int) -> Markup:
    """The run chart as SVG in that number of columns."""
    layout = lay_out(steps, columns, BOX_WIDTHS.get(columns, 320.0))
    parts = [*_connectors(layout), *(_box(box) for box in layout.boxes)]
    return Markup(
        f'<svg class="run-chart" role="group" aria-label="Diagram of the run chart" '
        f'viewBox="0 0 {_n(layout.width)} {_n(layout.height)}" font-size="{_n(FONT_SIZE)}">\n{"".join(parts)}</svg>'
    )


def _n(value: float) -> str:
    """A number with at most one decimal, to keep the page small and the same on every system."""
    return f"{value:.1f}".removesuffix(".0")


def _connectors(layout: Layout) -> Iterable[str]:
    """The connectors: one path for all straight ones, then one for each lane, with gaps where lines cross.

    Shared paths with relative points keep the page small.
    """
    straight = [connector for lane in layout.connectors for connector in lane if connector.channel is None]
    lanes = [lane for lane in layout.connectors if lane[0].channel is not None]
    for connectors in (straight, *lanes):
        path = "".join(map(_path, connectors))
        tips = "".join(map(_tip, connectors if connectors is straight else connectors[:1]))
        yield f'<path class="under" d="{path}"/><path class="way" d="{path}"/><path class="tip" d="{tips}"/>\n'


def _path(connector: Connector) -> str:
    """The path of a connector, without its tip."""
    (x, y), (end_x, end_y) = connector.start, connector.end
    if connector.channel is None:
        return f"M{_n(x)} {_n(y)}v{_n(end_y - TIP_LENGTH - y)}"
    lane, down = connector.x, 1 if end_y > y else -1
    out, back = (1 if lane > x else -1), (1 if end_x > lane else -1)
    return (
        f"M{_n(x)} {_n(y)}h{_n(lane - out * CORNER_RADIUS - x)}{_turn(out, 0, 0, down)}"
        f"v{_n(end_y - y - 2 * down * CORNER_RADIUS)}{_turn(0, down, back, 0)}"
        f"h{_n(end_x - back * (TIP_LENGTH + CORNER_RADIUS) - lane)}"
    )


def _turn(x: int, y: int, then_x: int, then_y: int) -> str:
    """A rounded corner from one direction into another."""
    corner = CORNER_RADIUS * x, CORNER_RADIUS * y, CORNER_RADIUS * (x + then_x), CORNER_RADIUS * (y + then_y)
    return "q" + " ".join(map(_n, corner)).replace(" -", "-")


def _tip(connector: Connector) -> str:
    """The path of the arrowhead."""
    x, y = connector.end
    if connector.channel is None:
        return f"M{_n(x)} {_n(y)}l-4.5 {_n(-TIP_LENGTH)}h9z"
    back = 1 if x > connector.x else -1
    return f"M{_n(x)} {_n(y)}l{_n(-back * TIP_LENGTH)} -4.5v9z"


def _box(box: Box) -> str:
    number, actor = box.step["number"], box.step["actor"]
    side = (actor or "both").lower()
    shape = _SHAPES.get(actor or "", _BOTH if actor else "")
    head = f'<text class="number" x="{_n(12)}" y="{_n(HEADER_HEIGHT - 6)}" font-size="20">{number}</text>'
    if actor:
        x = 21 + 13 * len(str(number))
        head += (
            f'<path class="flag" transform="translate({_n(x)} {_n(HEADER_HEIGHT - 20)})" d="{shape}"/>'
            f'<text class="actor" x="{_n(x + 20)}" y="{_n(HEADER_HEIGHT - 8)}" font-size="13">'
            f"{escape(actor.upper())}</text>"
        )
    lines = "".join(
        f'<text class="{line.kind}" x="{_n(line.x)}" y="{_n(line.y)}">{escape(line.text)}</text>' for line in box.lines
    )
    stems = "".join(f'<path class="way" d="M{_n(x)} {_n(top)}V{_n(bottom)}"/>' for x, top, bottom in box.stems)
    return (
        f'<g class="{escape(side)}" data-step="{number}" transform="translate({_n(box.x)} {_n(box.y)})">'
        f'<a href="#step-{number}">'
        f'<rect class="box" width="{_n(box.width)}" height="{_n(box.height)}" rx="7"/>{head}{lines}</a>'
        f"{stems}{''.join(_pill(pill, number) for pill in box.pills)}</g>\n"
    )


def _pill(pill: Pill, number: int) -> str:
    content = (
        f'<rect x="{_n(pill.x)}" y="{_n(pill.y)}" width="{_n(pill.width)}" height="{_n(PILL_HEIGHT)}" '
        f'rx="{_n(4 if pill.is_end else PILL_HEIGHT / 2)}"/>'
        f'<text x="{_n(pill.x + pill.width / 2)}" y="{_n(pill.y + PILL_HEIGHT / 2 + 5)}" text-anchor="middle">'
        f"{escape(pill.text)}</text>"
    )
    if pill.go is None:
        return f'<g class="answer{" end" if pill.is_end else ""}">{content}</g>'
    label = escape(f"{pill.text}, from step {number}")
    return f'<a class="answer" href="#step-{pill.go}" aria-label="{label}">{content}</a>'
