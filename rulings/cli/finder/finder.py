"""`rulings search` without a query, on a terminal: type, move, and Enter opens the card. Needs the extra `tui`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulings.cli import output
from rulings.cli.completion.completions import matching_pairs
from rulings.cli.filtering import ruling_filter_of, rulings_of_step, search_options, status_as_filtered
from rulings.cli.grammar import Arguments, reject_options
from rulings.cli.progress import show_index_progress, show_progress, warn_once
from rulings.cli.render import card as render_card
from rulings.cli.render import terminal
from rulings.cli.render.ruling import Legend, show_ruling, with_mark
from rulings.cli.render.screen import Screen
from rulings.cli.render.section import show_section_of_document
from rulings.cli.render.step import show_step
from rulings.cli.render.text import display_width
from rulings.cli.view_store import ViewStore, shipped_store
from rulings.errors import RulingsError
from rulings.model.formatting import count
from rulings.model.printable import one_line, shortened
from rulings.model.selecting import best_date, latest_citation, without_see_entries
from rulings.model.views import RulingView

if TYPE_CHECKING:
    from rulings.search.results import Hit

_MAX_ROWS = 12
_MAX_NAMES = 4  # of cards, above the other results
_MIN_WIDTH_WITH_DETAILS = 60  # columns; narrower lists leave out who and when
_DETAIL_WIDTH = 22  # columns


@dataclass(frozen=True, slots=True)
class Row:
    """A result: its text, details at the right edge, and the key of the page that Enter opens."""

    text: str
    detail: str
    key: str
    ruling: str | None = None


class Finder:
    """Typed text → rows of results and their pages, independently of the terminal, for the options in `args`."""

    def __init__(self, store: ViewStore, args: Arguments) -> None:
        from rulings.search.index import open_index

        self.store = store
        self.options = search_options(args, _MAX_ROWS)
        self.ruling_filter = ruling_filter_of(store, args)
        self.index = open_index(None, show_index_progress, warn_once)
        self.cards = [(card["id"], card["title"]) for card in store.cards if self.ruling_filter.allows_card(card["id"])]
        self.documents = {document["id"]: document["title"] for document in store.documents}

    def rows(self, typed: str) -> list[Row]:
        """At most twelve rows: cards with a word that begins with the text, then the best results of a search."""
        typed = typed.strip()
        if not typed:
            return []
        rows_by_key: dict[tuple[str, str | None], Row] = {}
        for id, title in matching_pairs(self.cards, typed)[:_MAX_NAMES]:
            page = self.ruling_filter.filter_page(self.store.card_page(id))
            detail = count(len(without_see_entries(page["rulings"])), "ruling")
            rows_by_key[f"card:{id}", None] = Row(title, detail, f"card:{id}")
        for hit in self._hits(typed):
            row = self._row(hit)
            if row:
                rows_by_key.setdefault((row.key, row.ruling), row)
        return list(rows_by_key.values())[:_MAX_ROWS]

    def page(self, row: Row, screen: Screen) -> Screen:
        """What Enter opens: the chosen ruling, the page of a card or topic, a step, or a section."""
        kind, _, id = row.key.partition(":")
        ruling = self._ruling(row.ruling) if row.ruling else None
        if ruling:
            legend = Legend()
            show_ruling(screen, ruling, legend, with_subject=True)
            legend.show(screen, True)
        elif kind == "step":
            step = next(s for s in self.store.steps if s["id"] == id)
            show_step(
                screen, self.ruling_filter.filter_step(step), rulings_of_step(self.store, self.ruling_filter, step)
            )
        elif kind == "section":
            section = next(s for s in self.store.sections if s["id"] == id)
            document = next(d for d in self.store.documents if d["id"] == section["document"])
            show_section_of_document(screen, {**section, **self.ruling_filter.filter_status(section)}, document)
        else:
            render_card.show_page(screen, self.ruling_filter.filter_page(self.store.page(row.key)))
        return screen

    def _ruling(self, id: str) -> RulingView | None:
        ruling = self.store.ruling(id)
        return self.ruling_filter.filter_ruling(ruling) if ruling else None

    def preview(self, row: Row, width: int) -> str:
        """The page as plain text of that width, to be shown beside the list."""
        return str(self.page(row, Screen(width)))

    def _hits(self, typed: str) -> tuple[Hit, ...]:
        from rulings.search.searching import search_index

        hits = search_index(self.index, typed, self.options).hits
        if not hits and typed[-1].isalnum():  # the last word may be incomplete
            hits = search_index(self.index, f"{typed}*", self.options).hits
        return hits

    def _row(self, hit: Hit) -> Row | None:
        if "see" in hit.natures:  # it only refers to rulings that are found themselves
            return None
        ruling = self._ruling(hit.id) if hit.kind == "ruling" else None
        entry = ruling or status_as_filtered(self.store, self.ruling_filter, hit.id)
        text = f"{hit.title}: {hit.question or hit.text}"
        text = with_mark(entry, text) if entry else text
        if hit.kind == "ruling":
            if ruling is None:
                return None
            latest = latest_citation(ruling["citations"])
            subject = ruling["subject"]
            detail = ", ".join(filter(None, (latest["authority"], (best_date(latest) or "")[:4]))) if latest else ""
            return Row(text, detail, f"{subject['kind']}:{subject['id']}", hit.id)
        if hit.kind in ("card", "topic"):
            return Row(hit.title, hit.kind, f"{hit.kind}:{hit.id}")
        document = self.documents.get(hit.document, hit.document)
        return Row(f"{document}, {text}", "step of a run" if hit.kind == "step" else "section", f"{hit.kind}:{hit.id}")


def find_interactively(args: Arguments) -> int:
    """Runs the finder and prints the chosen page; returns 0, or 1 if nothing was chosen.

    Raises `UsageError` for an option that applies to a list of results only.
    """
    reject_options(args, ("limit", "explain", "full", "open", "copy"), "{} needs a query: rulings search QUERY…")
    try:
        import prompt_toolkit  # noqa: F401
    except ImportError:
        raise RulingsError(
            'search as you type needs the extra `tui`: pip install "netrunner-rulings[tui]"; '
            "without it, use: rulings search QUERY…"
        ) from None
    store = shipped_store()
    finder = Finder(store, args)
    show_progress("")
    from rulings.cli.finder.application import State, choose

    state = State(finder.rows, finder.preview)
    opened = False
    while True:
        row = choose(state, terminal.use_colour(args.text("color") or "auto"))
        if row is None:
            return 0 if opened else 1
        opened = True
        terminal.print_paged(str(finder.page(row, output.new_screen(args))))


def fitted(text: str, detail: str, width: int) -> tuple[str, str]:
    """Both texts fitted into a line of that width, `detail` at the right edge; without enough room it is left out."""
    text, detail = one_line(text), shortened(detail, _DETAIL_WIDTH)
    room = width - display_width(text) - 2
    if width < _MIN_WIDTH_WITH_DETAILS or room < display_width(detail):
        return shortened(text, width), ""
    return text, detail.rjust(room)
