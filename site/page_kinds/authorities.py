"""The authorities → their list, and a page for each with the rulings that cite it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from rulings.model.entities import Authority, Ruling
from rulings.model.formatting import count
from rulings.model.selecting import citing_authority, latest_date_by
from rulings.site.content.addresses import authority_url
from rulings.site.content.data import SiteData
from rulings.site.content.lists import count_by_month
from rulings.site.content.page import ABOUT_BREADCRUMB, SitePage, page_description
from rulings.site.render.timeline import month_range, timeline


def authority_pages(data: SiteData) -> Iterator[SitePage]:
    """The list of authorities with roles and terms of office, and a page for each."""
    rows = [
        (authority, citing_authority(data.rulings, authority), _relayed(data, authority))
        for authority in data.authorities
    ]
    timelines = {authority.id: _timeline_of(data, authority, cited) for authority, cited, _ in rows}
    yield SitePage(
        url="/authorities/",
        template="authorities.html",
        title="Authorities",
        parent=ABOUT_BREADCRUMB,
        context={
            "rows": rows,
            "timelines": timelines,
        },
        json_url="/api/authorities.json",
        description="Who ruled on Netrunner (1996): people and documents, their roles, terms of office and rulings.",
    )
    for authority, cited, relayed in rows:
        name = authority.name
        yield SitePage(
            url=authority_url(authority),
            template="authority.html",
            title=name,
            description=page_description(
                f"{name}: {authority.role}. {count(len(cited), 'ruling')} of Netrunner (1996)."
            ),
            context={
                "authority": authority,
                "years": _rulings_by_year(authority, cited),
                "total": len(cited),
                "relayed": relayed,
                "timeline": timelines[authority.id],
            },
            parent=("Authorities", "/authorities/"),
        )


def _timeline_of(data: SiteData, authority: Authority, rulings: Iterable[Ruling]) -> Markup | None:
    """The authority's own dates of these rulings, over the months of all citations; None if none has a month."""
    counts = count_by_month(latest_date_by(authority, ruling) for ruling in rulings)
    if not counts:
        return None
    of_all = count_by_month(citation.best_date for ruling in data.rulings for citation in ruling.citations)
    label = f"{authority.name}: {count(counts.total(), 'dated ruling')}, from {min(counts)} to {max(counts)}"
    return timeline(counts, month_range(min(of_all), max(of_all)), label)


def _relayed(data: SiteData, authority: Authority) -> list[Ruling]:
    """The rulings of others that the authority only passed on."""
    cited = {ruling.id for ruling in citing_authority(data.rulings, authority)}
    return [
        ruling
        for ruling in data.rulings
        if ruling.id not in cited and any(c.via in authority.names for c in ruling.citations if c.via)
    ]


def _rulings_by_year(authority: Authority, rulings: Iterable[Ruling]) -> list[tuple[str, list[Ruling]]]:
    """(year of the authority's own date, its rulings), earliest first; undated rulings come before all others."""
    dated = [(latest_date_by(authority, ruling) or "", ruling) for ruling in rulings]
    by_year: dict[str, list[Ruling]] = {}
    for date, ruling in sorted(dated, key=lambda row: (row[0], row[1].source.lines)):
        by_year.setdefault(date[:4] or "without a date", []).append(ruling)
    return list(by_year.items())
