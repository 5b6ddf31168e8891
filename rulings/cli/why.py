"""The command `why`: what overrules a ruling, section or step, why, and what to do at
the table.
"""

from __future__ import annotations

from rulings.cli import (
    cards,
    dispatch,
    grammar,
    layout,
    output,
    printing,
)
from rulings.model import (
    entities,
    formatting,
    knowledge,
    records,
    remarks,
    vocabulary,
)
from rulings.names import resolver


def why(args: grammar.Arguments) -> output.Answer:
    """The status of one entry, with the notes on it and the entries to follow (the
    entry itself if it is in force). For a note, both its sides. For a card or topic,
    its page with the status of each ruling. Raises `NotFound`.
    """
    typed_name = args.typed
    if not typed_name:
        raise grammar.UsageError(
            "missing id: rulings why ID (the id of a ruling, section or step, such as "
            "601afce4)"
        )
    kb = args.kb
    resolution = resolver.resolve(kb, typed_name)
    reference = resolution.only
    if reference is None or reference.kind not in ("card", "topic"):
        reference = resolver.only_reference(
            kb, typed_name, *vocabulary.ENTRY_KINDS, "note"
        )
    dispatch.note_reading(typed_name, resolution)
    if reference.kind in ("card", "topic"):
        return cards.answer_for(reference, args)
    if reference.kind == "note":
        return _note(kb, kb.notes_by_id[reference.id])
    entry = kb.entry(reference.id)
    assert entry  # the resolver has found its id
    return _of_entry(kb, entry)


def _of_entry(kb: knowledge.Knowledge, entry: entities.AnyEntry) -> output.Answer:
    """The status of an entry with its notes, and what to follow."""
    entry_remarks = remarks.of_entry(entry, remarks.Verbosity.ON_REQUEST)
    # If both sides of a note are in this entry, the first one is shown
    notes = {note.id: note for note in reversed(entry.notes)}
    to_follow = list[entities.AnyEntry]()
    for remark in entry_remarks:
        if remark.wording.verbosity <= remarks.Verbosity.WITH_WORDS:
            to_follow += filter(None, map(kb.entry, remark.to))

    def show_answer(screen: layout.Screen) -> None:
        _show_status(screen, kb, entry)
        for remark in entry_remarks:
            # Remarks shown with the words are already above, with the advice
            is_shown_above = remark.wording.verbosity <= remarks.Verbosity.WITH_WORDS
            heading = remark.title if is_shown_above else remark.line
            screen.heading(heading)
            if remark.note:
                _show_note(screen, kb, entry, notes[remark.note])
        rulings = [other for other in to_follow if isinstance(other, entities.Ruling)]
        printing.show_rulings(screen, rulings, with_subject=True)

    record = records.record(entry)._replace(
        kind=entry.status,
        title=kb.entry_title(entry.id),
        text=" ".join(remarks.advice(entry)),
    )
    rows = [record]
    for remark in entry_remarks:
        row = records.Record(
            entry.id,
            remark.relation,
            remark.title,
            remark.reason or "",
            remarks=(remark,),
        )
        rows.append(row)
    names = ("id", "status", "superseded_by", "notes")
    data = {name: getattr(entry, name) for name in names}
    entries = to_follow or [entry]
    return output.Answer(data, show_answer, cited=entries, records=rows)


def _note(kb: knowledge.Knowledge, note: entities.Note) -> output.Answer:
    """A note: what to do at the table, the words of both sides, and why."""

    def show_sides(screen: layout.Screen) -> None:
        screen.text_with_id(note.title, note.id, role="title")
        if note.at_the_table:
            screen.text(note.at_the_table, prefix="At the table: ")
        for side in note.sides:
            screen.blank()
            screen.text(f"“{side.words}”", indent="  ")
            is_entry = kb.entry(side.entry_id) is not None
            title = kb.entry_title(side.entry_id) if is_entry else ""
            screen.text_with_id(title, side.entry_id, role="dim", indent="  ")
        screen.blank()
        screen.text(note.reason)

    sides = (kb.entry(side.entry_id) for side in note.sides)
    entries = [entry for entry in sides if entry is not None]
    return output.Answer(
        note.to_dict(),
        show_sides,
        cited=entries,
        records=[records.note_record(note)],
    )


def _show_status(
    screen: layout.Screen,
    kb: knowledge.Knowledge,
    entry: entities.AnyEntry,
) -> None:
    """Shows an entry's title and id, its status, and what to do at the table."""
    title = kb.entry_title(entry.id)
    screen.text_with_id(title, printing.short_id(entry), role="title")
    mark = formatting.status_mark(entry.status)
    if mark:
        screen.text(f"{mark.sign} {mark.words}: {mark.explanation}", "status")
    else:
        in_force = "" if isinstance(entry, entities.Section) else "in force: "
        screen.text(f"{in_force}no other statement overrules it", "status")
    screen.heading("At the table")
    for line in remarks.advice(entry):
        screen.text(line, prefix="  ", indent="    ")


def _show_note(
    screen: layout.Screen,
    kb: knowledge.Knowledge,
    entry: entities.AnyEntry,
    note: entities.EntryNote,
) -> None:
    """Shows the words of both sides of a note, and the reason."""
    there = note.opposite
    other = kb.entry(there.id) if there else None
    for side, words, owner in (
        ("Here", note.words, entry),
        ("There", there and there.words, other),
    ):
        if not words:
            continue
        screen.text(f"“{words}”", prefix=f"  {side}: ", indent="    ")
        citations = formatting.citations_for(owner, words) if owner else ()
        for citation in citations:
            marks = formatting.citation_marks(citation)
            attribution = printing.attribution(citation, marks)
            screen.text(attribution, "dim", indent="    ")
    if there and other and other is not entry:
        id = printing.short_id(other)
        screen.text_with_id(there.title, id, role="dim", indent="  ")
    screen.text(note.reason, indent="  ")
