"""The rulings by month and authority, and the cards they tie together → `/pictures/`, each picture also as a table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from markupsafe import Markup

from rulings.model.formatting import best_date, latest_date
from rulings.model.views import CardView, RulingView
from rulings.site.render.pictures import PATTERNS, arcs, key, months, patterns, stacked, timeline
from rulings.site.views.data import SiteData
from rulings.site.views.page import SitePage
from rulings.site.views.ties import ties

SHARED = 2  # rulings that two cards must share to be on the map


def by_month(rulings: Iterable[RulingView]) -> Counter[str]:
    """Month (`1996-04`) → the number of rulings with that date; years alone and missing dates are left out."""
    return Counter(date[:7] for ruling in rulings if len(date := latest_date(ruling) or "") >= 7)


def span(data: SiteData) -> list[str]:
    """All months from the first to the last ruling."""
    numbers = by_month(data.rulings)
    return months(min(numbers), max(numbers)) if numbers else []


def authority_timeline(data: SiteData, name: str, rulings: Iterable[RulingView]) -> Markup | None:
    """The timeline of an authority, to the same scale of months as all others; None without a dated ruling."""
    numbers = by_month(rulings)
    if not numbers:
        return None
    label = f"{name}: {sum(numbers.values())} dated rulings, from {min(numbers)} to {max(numbers)}"
    return timeline(numbers, span(data), label)


Series = tuple[str, str | None, Counter[str]]  # name, address of its page, rulings by month


def by_authority(data: SiteData) -> list[Series]:
    """The rulings by month of the authorities with most of them, then of all others: each ruling counted once.

    A ruling that several authorities are cited for counts for the one with its latest date.
    """
    said = defaultdict[str, Counter[str]](Counter)
    for ruling in data.rulings:
        dated = [citation for citation in ruling["citations"] if len(best_date(citation) or "") >= 7]
        if dated:
            last = max(dated, key=lambda citation: best_date(citation) or "")
            said[last["authority"]][(best_date(last) or "")[:7]] += 1
    ranked = sorted(said, key=lambda name: (-said[name].total(), name))
    urls = {authority["name"]: f"/authorities/{authority['id']}/" for authority in data.authorities}
    most, others = ranked[: len(PATTERNS) - 1], ranked[len(PATTERNS) - 1 :]
    series: list[Series] = [(name, urls.get(name), said[name]) for name in most]
    if others:
        series.append(("Others", None, sum((said[name] for name in others), Counter())))
    return series


def pictures_page(data: SiteData) -> Iterator[SitePage]:
    """The page of pictures."""
    monthly = by_month(data.rulings)
    if not monthly:
        return
    tied, series = ties(data), by_authority(data)
    pairs = sorted(
        (
            (len(rulings), pair)
            for pair, rulings in tied.items()
            if len(rulings) >= SHARED and data.cards_by_id.keys() >= set(pair)  # a small knowledge base lacks cards
        ),
        key=lambda row: (-row[0], row[1]),
    )
    cards = [data.cards_by_id[id] for id in sorted({id for _, pair in pairs for id in pair})]
    place = {card["id"]: number for number, card in enumerate(cards)}

    def drawn(at: Callable[[str], str]) -> Markup:
        rows = [(place[one], place[other], number) for number, (one, other) in pairs]
        return arcs([(card, at(card["url"])) for card in cards], rows, "Cards that rulings tie together")

    table: list[tuple[CardView, CardView, int]] = [
        (data.cards_by_id[one], data.cards_by_id[other], number) for number, (one, other) in pairs
    ]
    most = max(monthly, key=monthly.__getitem__)
    label = f"Rulings by month, from {min(monthly)} to {max(monthly)}; most, {monthly[most]}, in {most}"
    yield SitePage(
        url="pictures/",
        template="pictures.html",
        title="Pictures",
        description="The rulings of Netrunner (1996) by month, and the cards that rulings tie together.",
        data={
            "line": stacked([(name, numbers) for name, _, numbers in series], span(data), label),
            "patterns": patterns(),
            "keys": [(key(place), name, url, numbers.total()) for place, (name, url, numbers) in enumerate(series)],
            "months": sorted(monthly.items()),
            "series": [numbers for _, _, numbers in series],
            "map": drawn,
            "pairs": table,
            "fewer": len(tied) - len(pairs),
        },
    )
