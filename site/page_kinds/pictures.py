"""The rulings by month and authority, and the cards that they connect → `/pictures/`, with a table for each picture."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import partial

from rulings.model.selecting import best_date, latest_citation, latest_date
from rulings.model.views import CardView
from rulings.site.content.addresses import authority_url
from rulings.site.content.card_pairs import rulings_by_pair
from rulings.site.content.data import SiteData
from rulings.site.content.lists import count_by_month
from rulings.site.content.page import SitePage
from rulings.site.render.pictures import (
    PATTERNS,
    arc_diagram,
    legend_square,
    month_range,
    pattern_definitions,
    stacked_timeline,
)

MIN_SHARED_RULINGS = 2  # of two cards that the picture connects

Series = tuple[str, str | None, Counter[str]]  # name, address of its page, rulings by month


def counts_by_authority(data: SiteData) -> list[Series]:
    """The rulings by month of the authorities with the most rulings, then of all others together.

    Each ruling counts once: if it cites several authorities, for the one with the latest date.
    """
    monthly = defaultdict[str, Counter[str]](Counter)
    for ruling in data.rulings:
        latest = latest_citation(c for c in ruling["citations"] if len(best_date(c) or "") >= 7)  # with a month
        if latest:
            monthly[latest["authority"]][(best_date(latest) or "")[:7]] += 1
    ranked = sorted(monthly, key=lambda name: (-monthly[name].total(), name))
    urls = {authority["name"]: authority_url(authority) for authority in data.authorities}
    most, others = ranked[: len(PATTERNS) - 1], ranked[len(PATTERNS) - 1 :]
    series: list[Series] = [(name, urls.get(name), monthly[name]) for name in most]
    if others:
        series.append(("Others", None, sum((monthly[name] for name in others), Counter())))
    return series


def pictures_page(data: SiteData) -> SitePage | None:
    """The page of pictures; None if no ruling has a date."""
    monthly = count_by_month(map(latest_date, data.rulings))
    if not monthly:
        return None
    shared_rulings = rulings_by_pair(data)
    series = counts_by_authority(data)
    pairs = [
        (len(rulings), pair)
        for pair, rulings in shared_rulings.items()
        if len(rulings) >= MIN_SHARED_RULINGS
        and data.cards_by_id.keys() >= set(pair)  # a small knowledge base may not have both
    ]
    pairs.sort(key=lambda row: (-row[0], row[1]))
    drawn_pairs: list[tuple[CardView, CardView, int]] = [
        (data.cards_by_id[first], data.cards_by_id[second], number) for number, (first, second) in pairs
    ]
    span = month_range(min(monthly), max(monthly))
    busiest = max(monthly, key=monthly.__getitem__)
    label = f"Rulings by month, from {min(monthly)} to {max(monthly)}; most, {monthly[busiest]}, in {busiest}"
    return SitePage(
        url="/pictures/",
        template="pictures.html",
        title="Pictures",
        description="The rulings of Netrunner (1996) by month, and the cards that share rulings.",
        context={
            "timeline": stacked_timeline([(name, counts) for name, _, counts in series], span, label),
            "patterns": pattern_definitions(),
            "legend": [
                (legend_square(position), name, url, counts.total())
                for position, (name, url, counts) in enumerate(series)
            ],
            "months": sorted(monthly.items()),
            "counts_by_series": [counts for _, _, counts in series],
            "arc_diagram": partial(arc_diagram, drawn_pairs, "Cards that share rulings"),
            "pairs": drawn_pairs,
            "pairs_sharing_one": len(shared_rulings) - len(pairs),
        },
    )
