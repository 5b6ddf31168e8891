"""Records: the names and values that the JSON of hits, tables and the
database share.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rulings.model import entities, remarks, vocabulary


class Record(NamedTuple):
    """A row about a thing of any kind. None means no value.

    `title`: for a ruling, the title of its subject; `who`: the names of everyone cited,
    in the order of the words; `remarks`: the remarks on the words and their source, in
    a table, one line per remark: `✗ superseded: follow armageddon-b048b520;
    unofficial`; `speakers`: who said it, where and when, as cited, with relays and
    doubts; if there are several, with the words of each; `table_text`: the rows of the
    tables of a section; `card`, `ruling_count`, `errata_count`, `card_count`: the card,
    and how many rulings (with errata), errata and cards there are. JSON has these
    elsewhere.
    """

    id: str
    kind: str
    title: str | None
    text: str
    date: str | None = None  # ISO 8601
    who: str | None = None
    venue: str | None = None
    question: str | None = None  # a question of ours that the words answer
    status: vocabulary.Status | None = None
    official: bool | None = None
    erratum: bool | None = None
    url: str | None = None  # address below the site's root
    remarks: tuple[remarks.Remark, ...] = ()
    speakers: str | None = None
    table_text: str | None = None
    card: entities.Card | None = None
    ruling_count: int | None = None
    errata_count: int | None = None
    card_count: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON data."""
        remark_data = [remark.to_dict() for remark in self.remarks]
        data = {**self._asdict(), "remarks": remark_data}
        for name in ("card", *COUNTS):
            del data[name]
        return data

    def cells(
        self,
        names: tuple[str, ...],
        site: str = "",
    ) -> list[str | None]:
        """The values under these names as text. `address` is `site` followed by the
        `url`.
        """
        lines = dict.fromkeys(remark.line for remark in self.remarks)
        facts = {name: getattr(self.card, name, None) for name in CARD_FACTS}
        values = {
            **self._asdict(),
            **facts,
            "remarks": "; ".join(lines) or None,
            "address": self.url and site + self.url,
        }
        return [cell(values[name]) for name in names]


def cell(value: object) -> str | None:
    """A value of JSON as text: a list is joined by `; `."""
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return None if value is None else str(value)


COUNTS = ("ruling_count", "errata_count", "card_count")
_, _, *_FACTS = entities.CardFacts.__struct_fields__  # except the id and title
CARD_FACTS = (*_FACTS, "aliases")
# Columns of every table in CSV; a spreadsheet needs the first ten.
COLUMNS = (
    "id",
    "kind",
    "title",
    "question",
    "text",
    "who",
    "date",
    "venue",
    "status",
    "address",
    "official",
    "erratum",
    "remarks",
    "speakers",
    "table_text",
    *CARD_FACTS,
    *COUNTS,
)
# Columns of `--plain`
PLAIN_COLUMNS = (
    "id",
    "kind",
    "title",
    "date",
    "who",
    "text",
    "remarks",
    "speakers",
    "table_text",
)


def record(entry: entities.AnyEntry) -> Record:
    """The record of an entry. Every format takes its values from it."""
    return Record._make(getattr(entry, name, None) for name in Record._fields)


def rows(
    rulings: Iterable[entities.Ruling],
    site: str,
) -> list[dict[str, str | None]]:
    """The rows of `rulings export --format csv`: the cells of each ruling by column.
    `site`: the address of a site.
    """
    cells = (record(ruling).cells(COLUMNS, site) for ruling in rulings)
    return [dict(zip(COLUMNS, row, strict=True)) for row in cells]


def note_record(note: entities.Note) -> Record:
    """The record of a note: the words of both sides with their ids, and the reason."""
    parts = [f"{side.entry_id}: “{side.words}”" for side in note.sides]
    text = " — ".join([*parts, note.reason])
    return Record(note.id, note.kind, note.title, text)
