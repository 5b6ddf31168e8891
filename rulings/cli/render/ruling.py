"""A ruling → lines for a terminal, the cells of a record, or one line to paste."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from rulings.cli.render.screen import Screen
from rulings.cli.render.text import Record, dotted
from rulings.model import citing, marks, selecting
from rulings.model.cited_parts import cited_parts
from rulings.model.constants import DOUBTS
from rulings.model.entities import Entry, Ruling
from rulings.model.formatting import count, name_and_date
from rulings.model.printable import one_line
from rulings.model.shown import CitedPart, Mark

_DOUBT = "?"
_DOUBTFUL = "a doubtful date or citation"


class Legend:
    """The marks on a screen with their meanings and the notes, each once, in the order in which they were added."""

    def __init__(self) -> None:
        self.meanings: dict[tuple[str, str], list[str]] = {}
        self.notes: dict[str, str] = {}  # title → explanation

    def add(self, new_marks: Iterable[Mark]) -> None:
        """Adds marks. Those of doubtful dates already give the reason; only what there is more to say follows it."""
        for mark in new_marks:
            is_doubt = mark.sign == _DOUBT
            brief = _DOUBTFUL if is_doubt else marks.BRIEF_MEANINGS.get(mark.kind, mark.words)
            meanings = self.meanings.setdefault((mark.sign, brief), [_DOUBTFUL] if is_doubt else [])
            if mark.meaning not in meanings and mark.meaning != DOUBTS.get(mark.kind):
                meanings.append(mark.meaning)

    def add_notes(self, entry: Entry) -> None:
        """Adds the notes that leave the entry in force; the status of an entry explains the others."""
        self.notes.update((note.title, note.reason) for note in marks.notes_in_force(entry))

    def show(self, screen: Screen, full: bool = False) -> None:
        """Shows what the signs mean, below an empty line: in one line, or with `full` the evidence and all notes."""
        lines = [f"{sign} {meaning}" for (sign, _), meanings in self.meanings.items() for meaning in meanings]
        if not full:
            lines = [dotted(f"{sign} {words}" for sign, words in self.meanings)] if self.meanings else []
        lines += [f"{title}: {why}" for title, why in self.notes.items()] if full else []
        if lines:
            screen.blank()
        for line in lines:
            screen.text(line, "dim", prefix="", indent="  ")


def mark_label(mark: Mark) -> str:
    """A mark as a terminal shows it: `≈ unofficial`, `? order of day and month uncertain`."""
    words = DOUBTS.get(mark.kind, mark.meaning) if mark.sign == _DOUBT else mark.words
    return f"{mark.sign} {words}"


def show_statuses(
    screen: Screen, entry: Entry, indent: str = "", bar: bool = False, without: Container[str] = ()
) -> None:
    """Shows whether an entry is superseded or disputed, and what to follow. `without`: ids of notes shown otherwise."""
    for reason in marks.status_reasons(entry):
        if reason.note not in without:
            show_status(screen, marks.status_before_words(reason), indent, bar)


def show_explanations(
    screen: Screen, entry: Entry, indent: str = "", bar: bool = False, without: Container[str] = ()
) -> None:
    """Shows, below an entry, which of its words are superseded or disputed, and why."""
    reasons = [reason for reason in marks.status_reasons(entry) if reason.note not in without]
    for explanation in filter(None, map(marks.status_after_words, reasons)):
        screen.text(explanation, "dim", prefix=indent, indent=indent + "  ", bar=bar)


def show_status(screen: Screen, line: str, indent: str, bar: bool = False) -> None:
    """Shows the line of one status; its continuation lines are indented further."""
    screen.text(line, "status", prefix=indent, indent=indent + "  ", bar=bar)


def show_clarifications(
    screen: Screen, entry: Entry, indent: str = "", bar: bool = False, without: Container[str] = ()
) -> None:
    """Shows what the entry leaves out, and which statements only seem to disagree with it."""
    for note in marks.exceptions(entry):
        if note.other_side and note.id not in without:
            screen.text(f"+ but see {note.other_side.id}: {note.title}", "dim", indent=indent, bar=bar)
    for id, title in marks.clarifications(entry):
        screen.text(f"See also {id}: {title}", "dim", indent=indent, bar=bar)


def show_ruling(screen: Screen, ruling: Ruling, legend: Legend, with_subject: bool = False) -> None:
    """Shows a ruling: question, text, who and when, id. `with_subject`: also the title of its card or topic."""
    errata = ruling.kind == "errata"
    indent = "" if errata else "  "
    if with_subject:
        screen.text(ruling.subject.title, "strong", bar=errata)
    _show_heading(screen, ruling)
    show_statuses(screen, ruling, indent, errata)
    shown_marks = [mark for mark in marks.ruling_marks(ruling) if mark.sign and mark.kind != ruling.status]
    shown_kinds = {mark.kind for mark in shown_marks}
    legend.add(shown_marks)
    *parts, last_part = cited_parts(ruling)
    for part in parts:
        _show_words(screen, part, indent, errata)
        screen.text(_people(part, shown_kinds, legend), "dim", indent=indent, bar=errata)
    _show_words(screen, last_part, indent, errata)
    people = " ".join([_people(last_part, shown_kinds, legend), *map(_unbroken, shown_marks)])
    if marks.publisher_label(ruling):
        people += f"\xa0· {marks.publisher_label(ruling)}"
    screen.text_with_id(people, ruling.id, role="dim", indent=indent, bar=errata, url=ruling.url)
    earlier = ruling.reversal.earlier if ruling.reversal else None
    if earlier:
        screen.text(f"Until then: {earlier}", "dim", indent=indent, bar=errata)
    show_explanations(screen, ruling, indent, errata)
    show_clarifications(screen, ruling, indent, errata)
    legend.add_notes(ruling)


def show_rulings(
    screen: Screen,
    rulings: list[Ruling],
    legend: Legend,
    with_subject: bool = False,
    limit: int | None = None,
    reasons: Mapping[str, str] | None = None,
) -> None:
    """Shows at most `limit` rulings, each after an empty line, and then how many there are if some are left out.

    `with_subject`: each with the title of its card or topic; `reasons`: why it applies, by its id.
    """
    for ruling in rulings[:limit]:
        screen.blank()
        show_ruling(screen, ruling, legend, with_subject)
        reason = reasons.get(ruling.id) if reasons else None
        if reason:
            errata = ruling.kind == "errata"
            screen.text(f"Why it applies: {reason}", "dim", indent="" if errata else "  ", bar=errata)
    show_left_out(screen, len(rulings), limit)


def show_left_out(screen: Screen, total: int, limit: int | None) -> None:
    """Shows how many rulings there are if that is more than `limit`, and the option that shows them all."""
    if limit is not None and limit < total:
        screen.blank()
        screen.text(f"{limit} of {count(total, 'ruling')}; -n all shows them", "dim")


def _show_heading(screen: Screen, ruling: Ruling) -> None:
    """Shows the question that a ruling answers, if any, and whether it is errata."""
    question = selecting.shown_question(ruling) or ""
    if ruling.kind == "errata":
        label = "ERRATA" if ruling.label else "ERRATA, NOT LABELLED"
        screen.labelled((label if ruling.official else "UNOFFICIAL ERRATA", "errata"), (question, "question"))
    elif question:
        screen.text(question, "question")


def _show_words(screen: Screen, part: CitedPart, indent: str, bar: bool) -> None:
    for paragraph in part.text.split("\n") if part.text else ():
        screen.text(paragraph, indent=indent, bar=bar)


def _people(part: CitedPart, shown_kinds: set[str], legend: Legend) -> str:
    """Who said a cited part, and when, each with its marks, which are added to the legend.

    `shown_kinds`: the kinds of the marks of the whole ruling, which are not repeated at each citation.
    """
    attributions = []
    for citation in part.citations:
        own_marks = [m for m in marks.citation_marks(citation) if m.kind not in shown_kinds]
        legend.add(own_marks)
        date = citing.citation_date(citation).replace(" ", "\xa0", 2)  # day, month and year stay on one line
        name = f"{citation.authority}{citing.attribution_details(citation)}"
        attributions.append(" ".join([name_and_date(name, date), *map(_unbroken, own_marks)]))
    return "; ".join(attributions) or "no authority is named"


def show_question(screen: Screen, ruling: Ruling, suffix: str = "") -> None:
    """Shows a ruling as an item of a list: its question, or else its text, after the mark of its status."""
    bullet = "▸ ERRATA  " if ruling.kind == "errata" else "▸ "
    question = selecting.shown_question(ruling) or ruling.text
    screen.text(with_mark(ruling, question) + suffix, "question", prefix=f"  {bullet}", indent="    ")


def _unbroken(mark: Mark) -> str:
    return mark_label(mark).replace(" ", "\xa0")


def record(ruling: Ruling) -> Record:
    """The ruling for `--plain`, its text after its status, unless that is in force."""
    authority = "; ".join(dict.fromkeys(c.authority for c in ruling.citations))
    return Record(
        ruling.id,
        ruling.kind,
        ruling.subject.title,
        ruling.date,
        authority,
        with_status(ruling, ruling.text),
    )


def with_status(entry: Entry, text: str) -> str:
    """The text, preceded by the status of the entry if it is superseded or disputed."""
    return f"{marks.status_words(entry)} {text}".lstrip()


def with_mark(entry: Entry, text: str) -> str:
    """The text, preceded by only the mark of the status, for a line of a list: `✗ superseded: …`."""
    mark = marks.status_mark(entry)
    return f"{mark_label(mark)}: {text}" if mark else text


def quotation(ruling: Ruling, documents: dict[str, str]) -> str:
    """A ruling as one line to paste: the text, then the citation line. `documents`: id → title and edition."""
    document = documents.get(ruling.source.document, ruling.source.document)
    return one_line(with_status(ruling, f"“{ruling.text}” — {citing.citation_line(ruling, document)}"))
