"""Prints rulings, sections and steps on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest

from rulings.cli import layout
from rulings.model import dates, entities, formatting, plain_text, remarks, vocabulary

# Rulings


def mark_label(mark: formatting.Mark) -> str:
    """A mark as a terminal shows it: `≈ unofficial`,
    `? order of day and month uncertain`.
    """
    return f"{mark.sign} {vocabulary.DATE_DOUBTS.get(mark.kind, mark.words)}"


@contextmanager
def remarks_around(
    screen: layout.Screen,
    entry_remarks: Sequence[remarks.Remark],
    indent: str = "",
) -> Iterator[None]:
    """Shows the remarks on an entry whose words the block shows: first what to follow
    instead, then, below the words, the rest.
    """
    hanging_indent = f"{indent}  "
    above, below = remarks.around_words(entry_remarks)
    for _, line in above:
        words = "".join(map(str, line))
        screen.text(words, "status", prefix=indent, indent=hanging_indent)
    yield
    for shown_line in below:
        remark, line = shown_line
        words = "".join(map(str, line))
        if remark.note and not (remark.is_status or shown_line.ids):
            words += f" (rulings why {remark.note})"
        screen.text(words, "dim", prefix=indent, indent=hanging_indent)


def show_ruling(
    screen: layout.Screen,
    ruling: entities.Ruling,
    with_subject: bool = False,
    verbosity: remarks.Verbosity = remarks.Verbosity.WITH_ENTRY,
) -> None:
    """Shows a ruling: question, text, who, where and when, id. `with_subject`: also the
    title of its card or topic. `verbosity`: the highest of the remarks shown.
    """
    indent = _indent(ruling)
    bar = indent if ruling.erratum else ""
    if with_subject:
        screen.text(ruling.subject.title, "strong", indent=bar)
    _show_question(screen, ruling, bar)
    shown_remarks = remarks.of_entry(ruling, verbosity)
    with remarks_around(screen, shown_remarks, indent):
        _show_cited_parts(screen, ruling, indent)


def _show_question(
    screen: layout.Screen,
    ruling: entities.Ruling,
    bar: str,
) -> None:
    """Shows the question of a ruling; for errata, with a label, and `bar` at the
    left.
    """
    question = ruling.question or ""
    if bar:
        label = "ERRATA" if ruling.label else "ERRATA, NOT LABELLED"
        if not ruling.official:
            label = "UNOFFICIAL ERRATA"
        cell = (f"{label}\xa0", "errata")
        screen.text(question, "question", indent=bar, label=cell)
    elif question:
        screen.text(question, "question")


def _show_cited_parts(
    screen: layout.Screen,
    ruling: entities.Ruling,
    indent: str,
) -> None:
    """Shows the words of a ruling, each part with the authorities cited for it. The
    last part also has the marks of the ruling and its id.
    """
    *parts, last_part = formatting.cited_parts(ruling)
    for part in parts:
        screen.text(part.text, indent=indent)
        attributions = _attributions(ruling, part)
        screen.text(attributions, "dim", indent=indent)
    screen.text(last_part.text, indent=indent)
    line = _attributions(ruling, last_part)
    for mark in formatting.ruling_marks(ruling):
        # A remark shows the status
        if mark.sign and mark.kind != ruling.status:
            line += f" {_unbroken(mark)}"
    id = short_id(ruling)
    screen.text_with_id(line, id, role="dim", indent=indent)


def short_id(entry: entities.AnyEntry) -> str:
    """An id as a screen shows it. For a ruling, only its last digits if no other entry
    shares them: these find it too.
    """
    if not isinstance(entry, entities.Ruling):
        return entry.id
    digits = entry.id.rpartition("-")[2]
    is_shared = any(other.endswith(digits) for other in entry.near_identical_ids)
    return entry.id if is_shared else digits


def show_rulings(
    screen: layout.Screen,
    rulings: Sequence[entities.Ruling],
    with_subject: bool = False,
    reasons: Mapping[str, str] = {},
) -> None:
    """Shows rulings, each after an empty line.

    `with_subject`: each with the title of its card or topic. `reasons`: id of a ruling
    → why it applies.
    """
    for ruling in rulings:
        screen.blank()
        show_ruling(screen, ruling, with_subject)
        show_near_identical(screen, ruling)
        reason = reasons.get(ruling.id)
        if reason:
            indent = _indent(ruling)
            screen.text(f"Why it applies: {reason}", "dim", indent=indent)


def show_near_identical(screen: layout.Screen, ruling: entities.Ruling) -> None:
    """Shows the ids of near-identical rulings below a ruling, if there are any."""
    if ruling.near_identical_ids:
        ids = ", ".join(ruling.near_identical_ids)
        indent = _indent(ruling)
        screen.text(f"Also under {ids}", "dim", indent=indent)


def _indent(ruling: entities.Ruling) -> str:
    """The indent of the words of a ruling; for errata, a bar."""
    return "┃ " if ruling.erratum else "  "


def _attributions(ruling: entities.Ruling, part: formatting.CitedPart) -> str:
    """Who said a cited part, where and when, with the marks of each citation."""
    attributions = [
        attribution(citation, formatting.own_marks(ruling, citation))
        for citation in part.citations
    ]
    return "; ".join(attributions) or formatting.NOBODY


def attribution(
    citation: entities.Citation,
    marks: Iterable[formatting.Mark],
) -> str:
    """Who is cited, where and when, with these marks."""
    date = formatting.citation_date(citation)
    unbroken_date = date.replace(" ", "\xa0", 2)  # day, month and year stay on one line
    without_date = formatting.attribution(citation).removesuffix(date)
    words = without_date + unbroken_date
    return " ".join([words, *map(_unbroken, marks)])


def show_ruling_briefly(
    screen: layout.Screen,
    ruling: entities.Ruling,
    suffix: str = "",
) -> None:
    """Shows a ruling as an item of a list: the marks of its status, then its question
    or, if there is none, its text.
    """
    bullet = "▸ ERRATA  " if ruling.erratum else "▸ "
    question = ruling.question or ruling.text
    list_marks = formatting.list_marks(ruling)
    marks = [mark for mark in list_marks if mark.kind != "errata"]
    words = formatting.marks_in_words(marks) + question + suffix
    screen.text(words, "question", prefix=f"  {bullet}", indent="    ")


def _unbroken(mark: formatting.Mark) -> str:
    return mark_label(mark).replace(" ", "\xa0")


# Documents and their sections


def show_other_game(screen: layout.Screen, game: str) -> None:
    """Shows conspicuously that the following text is about that game."""
    label = (f"\xa0{game}\xa0", "game")
    screen.text("\xa0not\xa0the\xa01996\xa0game", "dim", label=label)


def show_document_head(screen: layout.Screen, document: entities.Document) -> None:
    """Shows the title of a document with its edition, date, game, standing and
    copyright.
    """
    screen.text(document.title, "title")
    game = vocabulary.GAMES[document.game]
    date = dates.date_in_words(document.date) if document.date else ""
    if document.game != vocabulary.NETRUNNER:
        show_other_game(screen, game)
        game = ""
    edition = document.edition or ""
    screen.facts([edition, date, game], indent="  ")
    screen.text(document.standing_in_words, "dim", indent="  ")
    if document.copyright:
        screen.text(document.copyright, "dim", indent="  ")


def show_section(screen: layout.Screen, section: entities.Section) -> None:
    """Shows one section: its title and id, its status, its text and its tables."""
    title = section.title if section.headed else f"{section.title} (our heading)"
    screen.text_with_id(title, section.id, role="strong")
    entry_remarks = remarks.of_entry(section)
    numbered = [remark for remark in entry_remarks if remark.number]
    with remarks_around(screen, entry_remarks, "  "):
        text = _with_labels(section.text, numbered)
        for paragraph in text.splitlines():
            _show_paragraph(screen, paragraph)
        for table in section.tables:
            screen.blank()
            _show_table(screen, table)
        if numbered:
            screen.blank()


def _with_labels(text: str, numbered: Iterable[remarks.Remark]) -> str:
    """The text with sign and number after the words of each numbered remark:
    `Access top card. [✗4]`.
    """
    labels = []  # each after its position in the text
    for remark in numbered:
        labels += [(end, f" [{remark.label}]") for _, end in remark.spans]
    # From the last to the first, because each label moves the places after it
    for end, label in sorted(labels, reverse=True):
        text = text[:end] + label + text[end:]
    return text


def _show_paragraph(screen: layout.Screen, paragraph: str) -> None:
    """Shows a paragraph or an item of a list, indented as it is."""
    words = paragraph.lstrip()
    if not words:
        screen.blank()
        return
    indent = " " * (len(paragraph) - len(words))
    is_item = words.startswith(("- ", "* ", "• "))
    bullet = words[:2] if is_item else ""
    words = words.removeprefix(bullet)
    words = plain_text.without_markdown(words, addresses=True)
    screen.text(words, prefix=f"  {indent}{bullet}")


def _show_table(screen: layout.Screen, table: entities.Table) -> None:
    """Shows columns side by side if they fit, else one line `column: cell` for each
    cell. A row may have too few or too many cells.
    """

    def plain(cells: Iterable[str]) -> list[str]:
        plain_cells = []
        for cell in cells:
            words = plain_text.without_markdown(cell, addresses=True)
            plain_cells.append(plain_text.one_line(words))
        return plain_cells

    names = plain(table.columns)
    rows = [plain(row) for row in table.rows]
    columns = zip_longest(names, *rows, fillvalue="")
    widths = [max(map(len, column)) for column in columns]
    total_width = sum(widths) + 2 * len(widths)
    if total_width <= screen.width:
        for row in [names, *rows]:
            cells = map(str.ljust, row, widths)
            line = "  ".join(cells).replace(" ", "\xa0")
            role = "dim" if row is names else ""
            screen.text(line, role, indent="  ")
        return
    for row in rows:
        for name, cell in zip_longest(names, row, fillvalue=""):
            screen.text(f"{name}: {cell}", prefix="  ", indent="    ")
        screen.blank()


# Steps of the run chart


def show_step(
    screen: layout.Screen,
    step: entities.Step,
    rulings: Sequence[entities.Ruling],
    total: int,
) -> None:
    """Shows a step: its text, where it leads, and `rulings` with the reasons. `total`:
    the number of all its rulings.
    """
    screen.text(f"Step {step.number} of a run", "title")
    ruling_count = plain_text.count(total, "ruling")
    screen.facts([step.actor or "", ruling_count])
    screen.blank()
    step_remarks = remarks.of_entry(step)
    with remarks_around(screen, step_remarks):
        screen.text(step.text)
        _show_next(screen, step, "")
    reasons = {applied.ruling: applied.reason for applied in step.applied}
    show_rulings(screen, rulings, with_subject=True, reasons=reasons)


def show_step_briefly(screen: layout.Screen, step: entities.Step) -> None:
    """Shows a step as an item of the list, below an empty line: its text, where it
    leads, and the command that shows its rulings.
    """
    indent = "    "
    screen.blank()
    step_remarks = remarks.of_entry(step, remarks.Verbosity.WITH_WORDS)
    actor_and_text = filter(None, [step.actor, step.text])
    with remarks_around(screen, step_remarks, indent):
        screen.text(": ".join(actor_and_text), prefix=f"{step.number:>2}  ")
        _show_next(screen, step, indent)
    if step.ruling_ids:
        count = plain_text.count(len(step.ruling_ids), "ruling")
        screen.text(f"{count}: rulings run {step.number}", "dim", indent=indent)


def _show_next(
    screen: layout.Screen,
    step: entities.Step,
    indent: str,
) -> None:
    """Shows the end of a step: the next step, or its question with both answers. Nested
    questions are indented.
    """
    if not step.decision:
        text = f"→ {step.next}" if step.next else "The run is over."
        screen.text(text, "dim", indent=indent)
        return
    _show_decision(screen, step.decision, indent, step.text)


def _show_decision(
    screen: layout.Screen,
    decision: entities.Decision,
    indent: str,
    step_text: str = "",
) -> None:
    if decision.question != step_text:
        screen.text(decision.question, "question", indent=indent)
    answers = {"yes": decision.yes, "no": decision.no}
    for word, answer in answers.items():
        arrow = f"{indent}  {word:<3} → "
        if answer.decision:
            screen.text("", prefix=arrow)
            _show_decision(screen, answer.decision, f"{indent}      ")
        else:
            target = answer.end or str(answer.go)
            screen.text(target, prefix=arrow)
