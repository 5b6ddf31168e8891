"""Numbers of rulings by month → an SVG of bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

_MONTHS_OF_LABEL = 3  # how many bars a year below them is as wide as
# All in pixels
BAR_WIDTH, BAR_HEIGHT, YEARS_HEIGHT = 12, 140, 26  # of a month, of the highest bar, of the years below the bars


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
