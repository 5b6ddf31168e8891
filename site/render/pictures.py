"""Numbers of rulings by month, and pairs of cards → SVG pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup, escape

from rulings.model.printable import shortened
from rulings.model.views import CardView

_MONTHS_OF_LABEL = 3  # how many bars a year below them is as wide as
_MAX_TITLE = 24  # characters of a card's title
# All in pixels
BAR_WIDTH, BAR_HEIGHT, YEARS_HEIGHT = 12, 140, 26  # of a month, of the highest bar, of the years below the bars
ROW_HEIGHT, NAME_WIDTH, ARC_WIDTH = 24, 215, 130  # of a card, of its name, of the widest arc
TILE = 6  # size of a pattern

# Patterns that can be told apart without colour: paths on a tile.
PATTERNS = (
    "M0 0h6v6h-6z",
    "M0 6L6 0H4L0 4zM6 6V4L4 6z",
    "M0 0h6v2h-6z",
    "M1 1h2v2h-2zM4 4h2v2h-2z",
    "M0 0h2v6h-2z",
    "",
)


def month_range(first: str, last: str) -> list[str]:
    """All months from one to another, both included (`1996-04`)."""
    year, month = map(int, first.split("-"))
    span: list[str] = []
    while (text := f"{year}-{month:02}") <= last:
        span.append(text)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return span


def timeline(counts: Mapping[str, int], span: Sequence[str], label: str) -> Markup:
    """A bar for the number of rulings in each month of `span`; the highest bar fills the height."""
    highest = max(counts.values())
    bars = ""
    for n, month in enumerate(span):
        if counts.get(month):
            height = max(2, round(counts[month] / highest * BAR_HEIGHT))
            bars += (
                f'<rect class="bar" x="{n * BAR_WIDTH}" y="{BAR_HEIGHT - height}" width="{BAR_WIDTH - 1}" '
                f'height="{height}"><title>{month}: {counts[month]}</title></rect>'
            )
    return _with_axis(bars, span, label)


def stacked_timeline(series: Sequence[tuple[str, Mapping[str, int]]], span: Sequence[str], label: str) -> Markup:
    """Like `timeline`, but each bar is stacked from the series (name, counts), which have different patterns."""
    bars = ""
    tops = dict.fromkeys(span, 0)
    highest = max(sum(counts.get(month, 0) for _, counts in series) for month in span)
    for pattern, (name, counts) in enumerate(series):
        for n, month in enumerate(span):
            if not counts.get(month):
                continue
            below, tops[month] = tops[month], tops[month] + counts[month]
            y, bottom = (BAR_HEIGHT - round(number / highest * BAR_HEIGHT) for number in (tops[month], below))
            bars += (
                f'<rect class="segment" fill="url(#pattern-{pattern})" x="{n * BAR_WIDTH + 0.5}" y="{y}" '
                f'width="{BAR_WIDTH - 1}" height="{max(bottom - y, 1)}">'
                f"<title>{month}, {escape(name)}: {counts[month]}</title></rect>"
            )
    return _with_axis(bars, span, label)


def pattern_definitions() -> Markup:
    """The SVG definitions of the patterns, which a page needs once."""
    definitions = "".join(
        f'<pattern id="pattern-{n}" class="pattern" width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse">'
        f'<path class="ground" d="M0 0h{TILE}v{TILE}h-{TILE}z"/><path class="ink" d="{path}"/></pattern>'
        for n, path in enumerate(PATTERNS)
    )
    return Markup(f'<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>{definitions}</defs></svg>')


def legend_square(pattern: int) -> Markup:
    """A small square with the pattern of a series, for the legend of a picture."""
    square = f'<rect class="segment" fill="url(#pattern-{pattern})" x=".5" y=".5" width="17" height="17"/>'
    return Markup(f'<svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">{square}</svg>')


def _with_axis(bars: str, span: Sequence[str], label: str) -> Markup:
    """The SVG of bars with their axis and years."""
    width, height = len(span) * BAR_WIDTH, BAR_HEIGHT + YEARS_HEIGHT
    years = "".join(
        f'<text x="{n * BAR_WIDTH}" y="{BAR_HEIGHT + 20}">{month[:4]}</text>'
        if len(span) - n > _MONTHS_OF_LABEL
        else f'<text x="{width}" y="{BAR_HEIGHT + 20}" text-anchor="end">{month[:4]}</text>'
        for n, month in enumerate(span)
        if month.endswith("-01") or (n == 0 and int(month[5:]) < 6)
    )
    return Markup(
        f'<svg class="timeline" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">'
        f'<path class="axis" d="M0 {BAR_HEIGHT}.5H{width}"/>{bars}{years}</svg>'
    )


def arc_diagram(pairs: Sequence[tuple[CardView, CardView, int]], label: str, href: Callable[[str], str]) -> Markup:
    """A list of the cards by id, each a link to `href(its address)`, and an arc for each pair (with its rulings)."""
    cards = {card["id"]: card for first, second, _ in pairs for card in (first, second)}
    middle = {id: ROW_HEIGHT * row + ROW_HEIGHT // 2 for row, id in enumerate(sorted(cards))}
    arcs = [(middle[first["id"]], middle[second["id"]], number) for first, second, number in pairs]
    longest = max((abs(end - start) for start, end, _ in arcs), default=1)
    lines = ""
    for start, end, number in arcs:
        bend, centre = NAME_WIDTH + 20 + round(ARC_WIDTH * 2 * (end - start) / longest), (start + end) // 2
        curve = f"M{NAME_WIDTH} {start}Q{bend} {centre} {NAME_WIDTH} {end}"
        lines += f'<path class="arc" stroke-width="{min(number, 6)}" d="{curve}"/>'
    names = ""
    for id, y in middle.items():
        card = cards[id]
        name = f"{escape(shortened(card['title'], _MAX_TITLE))} {'▪' if card['side'] == 'Corp' else '▸'}"
        names += (
            f'<a class="{escape(card["side"].lower())}" href="{escape(href(card["url"]))}">'
            f'<rect class="target" y="{y - ROW_HEIGHT // 2}" width="{NAME_WIDTH}" height="{ROW_HEIGHT}"/>'
            f'<text x="{NAME_WIDTH - 8}" y="{y + 5}" text-anchor="end">{name}</text></a>'
        )
    size = f"0 0 {NAME_WIDTH + ARC_WIDTH + 30} {ROW_HEIGHT * len(cards)}"
    return Markup(f'<svg class="arcs" viewBox="{size}" role="group" aria-label="{escape(label)}">{lines}{names}</svg>')
