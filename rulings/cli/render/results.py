"""The results of a search → lines for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulings.cli.hit_entries import HitEntries
from rulings.cli.lookup import document_titles
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import dotted
from rulings.model import formatting, marks
from rulings.model.constants import ANDROID, GAMES
from rulings.model.entities import Entry
from rulings.model.pages import CardPage
from rulings.model.shown import StatusReason

if TYPE_CHECKING:
    from rulings.search.results import Hit, Results

_MAX_SUGGESTED_LIMIT = 50


def show_results(screen: Screen, results: Results, entries: HitEntries, *, explain: bool, full: bool) -> None:
    """Shows the hits, rulings in full, and how many there are. `explain`: with scores; `full`: with the evidence."""
    legend = render_ruling.Legend()
    if results.confidence == "low" and results.hits:
        screen.text("Perhaps not answered here. The nearest:", "strong")
    if results.counts:
        kinds = [formatting.count(number, kind) for kind, number in results.counts.items()]
        screen.text(dotted(kinds), "dim")
    for hit in results.hits:
        screen.blank()
        if screen.coloured:
            screen.highlighted = frozenset(hit.passage[start:end] for start, end in hit.spans)
        ruling = entries.ruling(hit)
        if ruling:
            render_ruling.show_ruling(screen, ruling, legend, with_subject=True)
            if hit.also_under:
                screen.text("Also under " + ", ".join(other.title for other in hit.also_under), "dim", indent="  ")
        elif hit.kind == "card":
            _show_card(screen, entries.card_page(hit))
        else:
            _show_other_hit(screen, hit, document_titles(entries.kb), entries.status(hit))
        screen.highlighted = frozenset()
        if explain:
            scores = ", ".join(f"{name} {value:.2f}" for name, value in hit.features.items())
            screen.text(f"score {hit.score:.2f}: {scores}", "dim", indent="  ")
    legend.show(screen, full)
    for sentence in results.explanation:
        screen.blank()
        screen.text(sentence, "dim")
    if results.hits:
        suggested_limit = min(results.total, _MAX_SUGGESTED_LIMIT)
        limit = suggested_limit if suggested_limit > len(results.hits) else "all"
        more = f"; -n {limit} shows more" if results.total > len(results.hits) else ""
        screen.blank()
        screen.text(f"{len(results.hits)} of {results.total}{more}", "dim")


def _show_card(screen: Screen, page: CardPage) -> None:
    screen.text(page.card.title, "title")
    counts = formatting.ruling_counts(page.rulings) or ["no rulings"]
    screen.text(dotted([*formatting.summary_parts(page.card), *counts]), "dim")


def _show_other_hit(screen: Screen, hit: Hit, titles: dict[str, str], status: Entry | None) -> None:
    """A section, step or topic: first its document, to distinguish it from a ruling, then the passage that matches."""
    if hit.document in titles:
        screen.text(titles[hit.document], "dim")
    screen.text(hit.title, "strong")
    if hit.question and hit.kind != "section":  # a section answers many questions, so the passage is shown instead
        screen.text(hit.question, "question")
    if hit.game == ANDROID:
        screen.banner(GAMES[hit.game], "not the 1996 game")
    if status:
        _show_statuses(screen, hit, marks.status_reasons(status))
    for paragraph in hit.passage.split("\n"):
        screen.text(paragraph, indent="  ")
    screen.text_with_id(
        {"section": "section", "step": "step of a run", "topic": "topic"}.get(hit.kind, hit.kind),
        hit.id,
        role="dim",
        indent="  ",
    )


def _show_statuses(screen: Screen, hit: Hit, reasons: list[StatusReason]) -> None:
    """Shows what supersedes or disputes the passage, or that other words of the section are superseded or disputed.

    The reasons may be longer than the passage, so only the command that shows them follows.
    """
    concerned = [reason for reason in reasons if marks.concerns_excerpt(reason, hit.text, hit.passage)]
    for reason in concerned:
        render_ruling.show_status(screen, marks.status_line(reason, max_ids=1, with_why=False), "  ")
    elsewhere: dict[str, None] = {}  # a dict, so that each sentence appears once
    for reason in reasons:
        if reason not in concerned:
            elsewhere[f"{reason.sign} other words here are {reason.words.removesuffix(' in part')}"] = None
    for words in elsewhere:
        render_ruling.show_status(screen, f"{words}: rulings {hit.id}", "  ")
    if concerned and not elsewhere:
        screen.text(f"why: rulings {hit.id}", "dim", indent="  ")
