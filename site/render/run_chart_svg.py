"""Steps of the run chart → an SVG diagram with links, drawn when the site is built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from rulings.model.views import StepView
from rulings.site.render.run_chart_layout import (
    ANSWER_HEIGHT,
    FONT_SIZE,
    HEADER_HEIGHT,
    PADDING,
    STEM_LENGTH,
    Answer,
    Box,
    Connector,
    Layout,
    lay_out,
)

BOX_WIDTHS = {1: 244.0, 2: 400.0}  # by the number of columns
CORNER_RADIUS = 6.0  # of a connector
TIP_LENGTH, TIP_WIDTH = 7.0, 9.0  # of an arrow

# The header of a box: number, flag and actor
NUMBER_SIZE, DIGIT_WIDTH = 20, 13
FLAG_SIZE, ACTOR_SIZE = 13, 13
_FLAGS = {"Corp": "M1 13V3h5V0h6v13z", "Runner": "M1 0l12 6.5-12 6.5 4-6.5z"}
_FLAG_OF_BOTH = "M6.5 0l6 6.5-6 6.5-6-6.5z"


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
    for connectors in (layout.straight, *layout.lanes):
        path = "".join(map(_path, connectors))
        tips = "".join(map(_tip, connectors if connectors is layout.straight else connectors[:1]))
        yield f'<path class="connector-halo" d="{path}"/><path class="connector" d="{path}"/>'
        yield f'<path class="tip" d="{tips}"/>\n'


def _path(connector: Connector) -> str:
    """The path of a connector, without its tip."""
    (x, y), (end_x, end_y) = connector.start, connector.end
    if connector.lane is None:
        return f"M{_n(x)} {_n(y)}v{_n(end_y - TIP_LENGTH - y)}"
    lane = connector.lane
    down = 1 if end_y > y else -1
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
    half = _n(-TIP_WIDTH / 2)
    if connector.lane is None:
        return f"M{_n(x)} {_n(y)}l{half} {_n(-TIP_LENGTH)}h{_n(TIP_WIDTH)}z"
    back = 1 if x > connector.lane else -1
    return f"M{_n(x)} {_n(y)}l{_n(-back * TIP_LENGTH)} {half}v{_n(TIP_WIDTH)}z"


def _box(box: Box) -> str:
    """A box, as a link to its step in words, with its answers."""
    number, actor = box.step["number"], box.step["actor"]
    side = escape((actor or "both").lower())
    lines = "".join(
        f'<text class="{line.kind}" x="{_n(line.x)}" y="{_n(line.y)}">{escape(line.text)}</text>' for line in box.lines
    )
    stems = "".join(
        f'<path class="connector" d="M{_n(answer.centre_x)} {_n(answer.bottom)}V{_n(answer.bottom + STEM_LENGTH)}"/>'
        for answer in box.answers
        if answer.has_stem
    )
    return (
        f'<g class="{side}" data-step="{number}" transform="translate({_n(box.x)} {_n(box.y)})">'
        f'<a href="#step-{number}"><rect class="box" width="{_n(box.width)}" height="{_n(box.height)}" rx="7"/>'
        f"{_header(number, actor)}{lines}</a>{stems}{''.join(_answer(answer, number) for answer in box.answers)}</g>\n"
    )


def _header(number: int, actor: str | None) -> str:
    """The number of a step, and who acts in it."""
    words = f'<text class="number" x="{PADDING}" y="{_n(HEADER_HEIGHT - 6)}" font-size="{NUMBER_SIZE}">{number}</text>'
    if not actor:
        return words
    x = PADDING + DIGIT_WIDTH * len(str(number)) + 9
    flag = _FLAGS.get(actor, _FLAG_OF_BOTH)
    return (
        f'{words}<path class="flag" transform="translate({x} {_n(HEADER_HEIGHT - 7 - FLAG_SIZE)})" d="{flag}"/>'
        f'<text class="actor" x="{x + FLAG_SIZE + 7}" y="{_n(HEADER_HEIGHT - 8)}" font-size="{ACTOR_SIZE}">'
        f"{escape(actor.upper())}</text>"
    )


def _answer(answer: Answer, number: int) -> str:
    """An answer to the question of a step with that number: a link if it leads to another step."""
    content = (
        f'<rect x="{_n(answer.x)}" y="{_n(answer.y)}" width="{_n(answer.width)}" height="{_n(ANSWER_HEIGHT)}" '
        f'rx="{_n(4 if answer.is_end else ANSWER_HEIGHT / 2)}"/>'
        f'<text x="{_n(answer.centre_x)}" y="{_n(answer.centre_y + 5)}" text-anchor="middle">'
        f"{escape(answer.text)}</text>"
    )
    if answer.go is None:
        return f'<g class="answer{" end" if answer.is_end else ""}">{content}</g>'
    label = escape(f"{answer.text}, from step {number}")
    return f'<a class="answer" href="#step-{answer.go}" aria-label="{label}">{content}</a>'
