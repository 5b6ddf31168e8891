"""Counts of rulings by month, and pairs of cards → static SVG pictures, drawn when the site is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from rulings.model.views import CardView

BAR, HEIGHT, FOOT = 12, 140, 26  # width of a month, height of the highest bar, room for the years; all in pixels
ROW, NAMES = 24, 215  # distance of two cards, and room for their names


def months(first: str, last: str) -> list[str]:
    """All months from one to another (`1996-04`)."""
    year, month = map(int, first.split("-"))
    listed = list[str]()
    while (text := f"{year}-{month:02}") <= last:
        listed.append(text)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return listed


def timeline(numbers: Mapping[str, int], span: Sequence[str], label: str) -> Markup:
    """Bars of the number of rulings in each month of `span`; the highest fills the height."""
    highest = max(numbers.values())
    bars = "".join(
        f'<rect class="bar" x="{n * BAR}" y="{HEIGHT - (h := max(2, round(numbers[month] / highest * HEIGHT)))}" '
        f'width="{BAR - 1}" height="{h}"><title>{month}: {numbers[month]}</title></rect>'
        for n, month in enumerate(span)
        if numbers.get(month)
    )
    return _drawn(bars, span, label)


def stacked(series: Sequence[tuple[str, Mapping[str, int]]], span: Sequence[str], label: str) -> Markup:
    """The same with a bar for each series (name, numbers) on top of the one before, each with its own pattern."""
    bars, tops = "", dict.fromkeys(span, 0)
    highest = max(sum(numbers.get(month, 0) for _, numbers in series) for month in span)
    for place, (name, numbers) in enumerate(series):
        for n, month in enumerate(span):
            if not numbers.get(month):
                continue
            low, tops[month] = tops[month], tops[month] + numbers[month]
            y, foot = (HEIGHT - round(number / highest * HEIGHT) for number in (tops[month], low))
            bars += (
                f'<rect class="part" fill="url(#pattern-{place})" x="{n * BAR + 0.5}" y="{y}" width="{BAR - 1}" '
                f'height="{max(foot - y, 1)}"><title>{month}, {escape(name)}: {numbers[month]}</title></rect>'
            )
    return _drawn(bars, span, label)


# Patterns that are told apart without colour: marks on a square of `TILE` pixels.
TILE = 6
PATTERNS = (
    "M0 0h6v6h-6z",
    "M0 6L6 0H4L0 4zM6 6V4L4 6z",
    "M0 0h6v2h-6z",
    "M1 1h2v2h-2zM4 4h2v2h-2z",
    "M0 0h2v6h-2z",
    "",
)


def patterns() -> Markup:
    """The definitions of the patterns, for all pictures and keys of a page."""
    definitions = "".join(
        f'<pattern id="pattern-{n}" class="pattern" width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse">'
        f'<path class="ground" d="M0 0h{TILE}v{TILE}h-{TILE}z"/><path class="ink" d="{marks}"/></pattern>'
        for n, marks in enumerate(PATTERNS)
    )
    return Markup(f'<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>{definitions}</defs></svg>')


def key(place: int) -> Markup:
    """A small square with the pattern of a series."""
    square = f'<rect class="part" fill="url(#pattern-{place})" x=".5" y=".5" width="17" height="17"/>'
    return Markup(f'<svg class="key" viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">{square}</svg>')


def _drawn(bars: str, span: Sequence[str], label: str) -> Markup:
    """The bars with their axis and years."""
    width = len(span) * BAR
    years = "".join(
        f'<text x="{n * BAR}" y="{HEIGHT + 20}">{month[:4]}</text>'
        for n, month in enumerate(span)
        if (month.endswith("-01") and len(span) - n > 3) or (n == 0 and int(month[5:]) < 6)
    )
    return Markup(
        f'<svg class="timeline" viewBox="0 0 {width} {HEIGHT + FOOT}" role="img" aria-label="{escape(label)}">'
        f'<path class="axis" d="M0 {HEIGHT}.5H{width}"/>{bars}{years}</svg>'
    )


def arcs(cards: Sequence[tuple[CardView, str]], pairs: Sequence[tuple[int, int, int]], label: str) -> Markup:
    """Cards (with their links) below each other, and an arc for each pair (two places and the number of rulings)."""
    middle = [ROW * n + ROW // 2 for n in range(len(cards))]
    reach = max((abs(b - a) for a, b, _ in pairs), default=1)
    room = 130
    lines = ""
    for a, b, number in pairs:
        bend, half = NAMES + 20 + round(room * 2 * (b - a) / reach), (middle[a] + middle[b]) // 2
        curve = f"M{NAMES} {middle[a]}Q{bend} {half} {NAMES} {middle[b]}"
        lines += f'<path class="tie" stroke-width="{min(number, 6)}" d="{curve}"/>'
    names = ""
    for y, (card, href) in zip(middle, cards, strict=True):
        sign = "▪" if card["side"] == "Corp" else "▸"
        names += (
            f'<a class="{escape(card["side"].lower())}" href="{escape(href)}">'
            f'<rect class="hit" y="{y - ROW // 2}" width="{NAMES}" height="{ROW}"/>'
            f'<text x="{NAMES - 8}" y="{y + 5}" text-anchor="end">{escape(_short(card["title"]))} {sign}</text></a>'
        )
    size = f"0 0 {NAMES + room + 30} {ROW * len(cards)}"
    return Markup(f'<svg class="arcs" viewBox="{size}" role="group" aria-label="{escape(label)}">{lines}{names}</svg>')


def _short(title: str, length: int = 24) -> str:
    return title if len(title) <= length else title[: length - 1].rstrip() + "…"
