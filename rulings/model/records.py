"""A thing → its record: the names and values that JSON of hits, tables, NDJSON and the database
have in common.
"""

from __future__ import annotations

from typing import NamedTuple

from rulings.model import entities, formatting, remarks, vocabulary


class Record(NamedTuple):
    """What there is to say of a thing in one row, whatever it is. None: nothing.

    `title`: of a ruling that of its subject; `who`: the names of all who are cited in the words, in
    their order; `remarks`: what must be told of the words and their source: `superseded: follow
    armageddon-b048b520; unofficial`.
    """

    id: str
    kind: str
    title: str | None
    text: str
    date: str | None = None  # ISO 8601
    who: str | None = None
    venue: str | None = None
    question: str | None = None  # ours, which the words answer
    status: vocabulary.Status | None = None
    official: bool | None = None
    url: str | None = None  # below the site's root
    remarks: str | None = None

    def cells(self, names: tuple[str, ...], site: str = "") -> list[str | None]:
        """The values under these names as text. `address` is the `url` at the address of a site."""
        values = {**self._asdict(), "address": self.url and site + self.url}
        return [_CELLS.get(values[name], values[name]) for name in names]


_CELLS = {True: "yes", False: "no"}
COLUMNS = ("id", "kind", "title", "date", "who", "text", "remarks")  # of `--plain` and `--csv`
# Of `rulings export --format csv`: the first ten are what a spreadsheet needs
EXPORTED = (
    *("id", "kind", "title", "question", "text", "who", "date", "venue", "status", "address"),
    *("official", "remarks"),
)


def record(entry: entities.AnyEntry) -> Record:
    """The record of a ruling, section or step, which every format takes its values from."""
    told = "; ".join(
        [*remarks.cells(remarks.remarks(entry, remarks.WORDS)), *formatting.sources(entry).values()]
    )
    found = Record(
        entry.id,
        "",
        "",
        entry.text,
        question=entry.question,
        status=entry.status,
        url=entry.url,
        remarks=told or None,
    )
    if isinstance(entry, entities.Section):
        return found._replace(kind="section", title=entry.title, official=entry.official)
    if isinstance(entry, entities.Step):
        return found._replace(kind="step", title=f"Step {entry.number}")
    found = found._replace(kind=entry.kind, title=entry.subject.title, official=entry.official)
    return found._replace(date=entry.date, who=entry.who, venue=entry.venue)
