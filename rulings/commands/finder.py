"""`rulings search` without a query, on a terminal: type, move, and Enter opens the card. Needs the extra `tui`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulings import card_page, terminal
from rulings.compiled import Pages
from rulings.errors import RulingsError
from rulings.terminal import one_line

from . import printing
from .complete import matching
from .grammar import Typed
from .search import limits_of

if TYPE_CHECKING:
    from rulings.search.hits import Hit

_ROWS = 12
_NAMES = 4  # names above rulings, at most so many
_TWO_COLUMNS, _BEHIND = 60, 22  # from this width on, who and when stand in a column of that width


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the finder: what it says, what stands dim behind it, and the page that Enter opens."""

    words: str
    behind: str
    key: str
    ruling: str | None = None


class Finder:
    """What is typed → the rows shown. Knows nothing of the terminal."""

    def __init__(self, pages: Pages, limits: dict[str, Any]) -> None:
        from rulings.search.index import of_folder

        self.pages, self.limits = pages, limits
        self.index = of_folder(
            None, lambda done, of: printing.progress(f"building the search index: {done} of {of}"), printing.note_once
        )
        self.cards = [(card["id"], card["title"]) for card in pages.get("cards")]
        self.counts = {card["id"]: card["rulings"] for card in pages.get("cards")}
        self.where, self.rulings = pages.get("where"), pages.get("rulings")

    def rows(self, typed: str) -> list[Row]:
        """At most twelve: names that begin so, then the best hits for the words."""
        typed = typed.strip()
        if not typed:
            return []
        found: dict[tuple[str, str | None], Row] = {}
        for id, title in matching(self.cards, typed)[:_NAMES]:
            found[f"card:{id}", None] = Row(title, card_page.count(self.counts[id], "ruling"), f"card:{id}")
        for hit in self._hits(typed):
            row = self._row(hit)
            if row:
                found.setdefault((row.key, row.ruling), row)
        return list(found.values())[:_ROWS]

    def _hits(self, typed: str) -> tuple[Hit, ...]:
        from rulings.search.answer import Options, answer

        hits = answer(self.index, typed, Options(_ROWS, **self.limits)).hits
        if not hits and typed[-1].isalnum():  # the last word may be half typed
            hits = answer(self.index, f"{typed}*", Options(_ROWS, **self.limits)).hits
        return hits

    def _row(self, hit: Hit) -> Row | None:
        if "see" in hit.tags:  # it only sends the reader on to rulings that are found themselves
            return None
        if hit.kind == "ruling":
            said = self.rulings[hit.id]["citations"][-1:] if hit.id in self.rulings else []
            behind = ", ".join(w for c in said for w in (c["authority"], (c["date"] or "")[:4]) if w)
            return Row(f"{hit.title}: {hit.question or hit.text}", behind, self.where.get(hit.id, ""), hit.id)
        if hit.kind in ("card", "topic"):
            return Row(hit.title, hit.kind, f"{hit.kind}:{hit.id}")
        if hit.kind == "step":
            return Row(f"{hit.title}: {hit.question or hit.text}", "step of a run", f"step:{hit.id}")
        return Row(f"{hit.title}: {hit.question or hit.text}", "section", f"section:{hit.id}")


def find_interactively(typed: Typed) -> int:
    """Runs the finder and prints what was chosen: 0; 1 if nothing was."""
    try:
        import prompt_toolkit  # noqa: F401
    except ImportError:
        raise RulingsError(
            'searching while you type needs the extra `tui`: pip install "netrunner-rulings[tui]"; '
            "without it, type the query: rulings search QUERY…"
        ) from None
    pages = printing.pages()
    finder = Finder(pages, limits_of(typed))
    printing.progress("")
    from .finder_screen import choose

    row = choose(finder.rows, terminal.colour(typed.text("color") or "auto"))
    if row is None:
        return 1
    _open(row, pages, typed)
    return 0


def _open(row: Row, pages: Pages, typed: Typed) -> None:
    """The chosen page, as its own command prints it."""
    kind, _, id = row.key.partition(":")
    if kind == "step":
        from .run import run

        run(Typed(typed.options, [id.rsplit("-", 1)[-1]]))
    elif kind == "section":
        from .document import document

        section = next(s for s in pages.get("sections") if s["id"] == id)
        document(Typed({}, [section["document"], id]))
    else:
        screen = printing.screen(typed)
        page = pages.get(row.key)
        (card_page.show_topic if kind == "topic" else card_page.show)(screen, page)
        terminal.show(screen)


def fitted(words: str, behind: str, width: int) -> tuple[str, str]:
    """Both cut to one line of that width; where it is narrow, what stands behind is left out."""
    words, behind = one_line(words), one_line(behind)
    if width < _TWO_COLUMNS:
        return _cut(words, width), ""
    column = _cut(behind, _BEHIND)
    return _cut(words, width - _BEHIND - 2).ljust(width - _BEHIND - 2), column.rjust(_BEHIND)


def _cut(words: str, width: int) -> str:
    return words if terminal.columns(words) <= width else words[: max(width - 1, 1)].rstrip() + "…"
