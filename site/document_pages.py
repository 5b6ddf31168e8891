"""Makes the pages of the documents, the run chart, the authorities, errata, reversals
and source lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from rulings.model import entities, formatting, knowledge, subject_pages, vocabulary
from rulings.model.base import grouped
from rulings.model.plain_text import count
from rulings.site import page_parts

# Documents


def document_pages(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The page that lists the documents, then a page for each with its sections."""
    yield page_parts.SitePage(
        url="/documents/",
        template="documents.html",
        title="Rules",
        description="The source documents: the list of rulings, the run chart, a "
        "manual, a variant and, for another game, tournament regulations.",
    )
    for document in kb.documents:
        title = formatting.title_with_edition(document)
        lines = page_parts.read_source(kb, document.id)
        yield page_parts.SitePage(
            url=document.url,
            template="document.html",
            title=document.title,
            description=f"{title}: by section. {vocabulary.GAMES[document.game]}.",
            context={
                "document": document,
                "source_pages": page_parts.line_ranges(document.id, lines),
            },
            parent=page_parts.DOCUMENTS_BREADCRUMB,
            game=document.game,
        )


# Pages of source lines


def source_pages(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The pages with the source lines of all documents and of added rulings. Added
    rulings have no other page.
    """
    marked_entries = [entry for entry in kb.entries if formatting.list_marks(entry)]
    source_ids = {ruling.source.document for ruling in kb.ruling_entries}
    addition_ids = sorted(source_ids - kb.documents_by_id.keys())
    for id in (*kb.documents_by_id, *addition_ids):
        path = page_parts.source_path(kb, id)
        if not path:
            continue
        lines = page_parts.read_source(kb, id)
        title, received = f"Added rulings: {path.name}", ""
        parent, game = page_parts.DOCUMENTS_BREADCRUMB, vocabulary.NETRUNNER
        document = kb.documents_by_id.get(id)
        if document:
            title, received = document.title, " as we received it"
            parent, game = (title, document.url), document.game
        pages = page_parts.line_ranges(id, lines)
        links = [{"title": f"{first}–{last}", "url": url} for first, last, url in pages]
        # First line → the rulings, sections and steps that begin there and have marks
        marked_here = [entry for entry in marked_entries if entry.source.document == id]
        marked_by_line = grouped(
            (entry.source.lines[0], entry) for entry in marked_here
        )
        for position, (first, last, url) in enumerate(pages):
            place = f"lines {first} to {last} of {len(lines)}"
            yield page_parts.SitePage(
                url=url,
                template="source.html",
                title=f"{title}, lines {first}–{last}",
                description=f"{title}{received}, {place}.",
                context={
                    "damaged": kb.restorations and id == vocabulary.RULINGS_DOCUMENT,
                    "document": document,
                    "lines": dict(enumerate(lines[first - 1 : last], first)),
                    "marked": marked_by_line,
                    **page_parts.neighbours(links, position),
                },
                parent=parent,
                game=game,
                is_indexable=False,
            )


# The page of the run chart (diagram, walk-through, text), and a page for each step

RUN_CHART_URL = "/run-chart/"


def run_chart_pages(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The page of the run chart, and a page for each step with its rulings in full and
    the reasons why they apply.
    """
    yield page_parts.SitePage(
        url=RUN_CHART_URL,
        template="run-chart.html",
        title="Run chart",
        description=f"A run in {vocabulary.THIS_GAME} in {len(kb.steps)} steps, as a "
        "diagram and question by question.",
        context={
            "steps": {step.number: step for step in kb.steps},
            "positions": walk_positions(kb.steps),
        },
    )
    links = [
        {"title": f"Step {step.number}", "url": f"{RUN_CHART_URL}step-{step.number}/"}
        for step in kb.steps
    ]
    for position, step in enumerate(kb.steps):
        page = subject_pages.step_page(kb, step)
        yield page_parts.SitePage(
            url=links[position]["url"],
            template="step.html",
            title=f"Step {step.number} of a run",
            description=f"{step.text} {count(len(page.rulings), 'ruling')} of "
            f"{vocabulary.THIS_GAME} on this step of a run.",
            context={
                **structs.asdict(page),
                **page_parts.neighbours(links, position),
            },
            parent=("Run chart", RUN_CHART_URL),
        )


def walk_positions(
    steps: Sequence[entities.Step],
) -> list[dict[str, object]]:
    """The positions of a walk through a run: first the steps in order, then their
    further questions and the ends of the run.

    A position has the number of its `step`, and its `question` or its `end`. For each
    answer (`y`, `n`, or a dot to go on) it has the index of the next position.
    """
    places = {step.number: place for place, step in enumerate(steps)}
    walk = [(step, entities.Branch(decision=step.decision)) for step in steps]
    positions = []
    for step, branch in walk:  # the loop extends `walk`
        position: dict[str, object] = {"step": step.number}
        if decision := branch.decision:
            position["question"] = decision.question
            branches = {"y": decision.yes, "n": decision.no}
        else:
            position["end"] = branch.end
            number = subject_pages.step_after_end(step) if branch.end else step.next
            branches = {".": entities.Branch(go=number)}
        for letter, next_branch in branches.items():
            if next_branch.decision or next_branch.end:
                position[letter] = len(walk)
                walk.append((step, next_branch))
            elif next_branch.go in places:
                position[letter] = places[next_branch.go]
        positions.append(position)
    return positions


# Errata, by side and card


def errata_page(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The page of errata: first the general ones, then those on the cards of each
    side.
    """
    errata = [ruling for ruling in kb.rulings if ruling.erratum]

    def side_of(ruling: entities.Ruling) -> str:
        if ruling.subject.kind != "card":
            return "General"
        return kb.cards_by_id[ruling.subject.id].side

    sorted_errata = page_parts.sorted_by_title(errata)
    by_side = grouped((side_of(ruling), ruling) for ruling in sorted_errata)
    sides = [side for side in ("General", *vocabulary.SIDES) if side in by_side]
    yield page_parts.SitePage(
        url="/errata/",
        template="errata.html",
        title="Errata",
        context={
            "sides": [(side, by_side[side]) for side in sides],
            "total": len(errata),
        },
        description=f"All {len(errata)} errata of {vocabulary.THIS_GAME}, official and "
        "unofficial, as they were given.",
    )


# Reversals, contradictions and clarifications


def reversals_page(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The page of reversals, and of notes on real or seeming contradictions."""
    reversals = [ruling for ruling in kb.rulings if ruling.reversal]
    yield page_parts.SitePage(
        url="/reversals/",
        template="reversals.html",
        title="Reversals and contradictions",
        parent=("Errata", "/errata/"),
        context={
            "reversals": page_parts.sorted_by_title(reversals),
        },
        description=f"{count(len(reversals), 'ruling')} of {vocabulary.THIS_GAME} that "
        "take back an earlier one, and statements that contradict each other or seem "
        "to.",
    )


def authority_pages(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The list of authorities with roles and terms of office, and a page for each."""
    rows = []
    for authority in kb.authorities:
        own_rulings = subject_pages.authority_page(kb, authority).rulings
        relayed_rulings = subject_pages.relayed_by(kb.rulings, authority)
        rows.append((authority, own_rulings, relayed_rulings))
    yield page_parts.SitePage(
        url="/authorities/",
        template="authorities.html",
        title="Authorities",
        parent=page_parts.ABOUT_BREADCRUMB,
        context={"rows": rows},
        description=f"Who ruled on {vocabulary.THIS_GAME}: people and documents, their "
        "roles, terms of office and rulings.",
    )
    for authority, own_rulings, relayed_rulings in rows:
        dates = dict[str, str]()
        for ruling in own_rulings:
            date = subject_pages.latest_date_by(authority, ruling)
            dates[ruling.id] = date or ""
        rulings_by_year = grouped(
            (dates[ruling.id][:4] or "without a date", ruling) for ruling in own_rulings
        )
        long_years = dict[str, dict[str, list[entities.Ruling]]]()
        for year, rulings in rulings_by_year.items():
            by_month = grouped((dates[ruling.id][:7], ruling) for ruling in rulings)
            if len(rulings) > page_parts.LONG_LIST and len(by_month) > 1:
                long_years[year] = by_month
        counts = f"{count(len(own_rulings), 'ruling')} of {vocabulary.THIS_GAME}"
        yield page_parts.SitePage(
            url=authority.url,
            template="authority.html",
            title=authority.name,
            description=f"{authority.name}: {authority.role}. {counts}.",
            context={
                "authority": authority,
                "years": rulings_by_year,
                "long_years": long_years,
                "total": len(own_rulings),
                "relayed": relayed_rulings,
            },
            parent=("Authorities", "/authorities/"),
        )


MAKERS = (
    *(document_pages, source_pages, run_chart_pages),
    *(errata_page, reversals_page, authority_pages),
)
