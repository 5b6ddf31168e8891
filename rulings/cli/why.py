"""`rulings why ID`: what overrules a ruling, section or step, why, and what to do at the table."""

from __future__ import annotations

from rulings import api, errors, names
from rulings.cli import entries, filtering, grammar, layout, output
from rulings.model import constants, entities, formatting


def why(args: grammar.Arguments) -> output.Answer:
    """The status of one entry, with the notes that give it and the entries to follow. Raises `NotFound`."""
    typed = " ".join(args.positional).strip()
    if not typed:
        raise grammar.UsageError("missing id: rulings why ID (the id of a ruling, section or step, such as 601afce4)")
    whole = api.open()
    kb = filtering.selected(whole, args)
    entry = _find(whole, kb, typed)
    to_follow = [other for id in entry.superseded_by if (other := kb.entry(id))]
    notes = [note for note in entry.notes if note.side or note.status != constants.IN_FORCE]

    def show(screen: layout.Screen) -> None:
        screen.text(whole.entry_title(entry.id), "title")
        mark = formatting.status_mark(entry)
        status = f"{mark.sign} {mark.words}: {mark.meaning}" if mark else "in force: no other statement overrules it"
        screen.text_with_id(status, entry.id, role="status", url=entry.url)
        for note in notes:
            screen.blank()
            screen.text(
                f"{note.title}{'' if note.status == constants.IN_FORCE else f' ({_words(note.status)})'}", "strong"
            )
            for words, other in ((note.words, "Here"), (note.other_side.words if note.other_side else None, "There")):
                if words:
                    screen.text(f"“{words}”", prefix=f"  {other}: ", indent="    ")
            if note.other_side and note.other_side.id != entry.id:
                other_side = note.other_side
                when = f", {formatting.date_in_words(other_side.date)}" if other_side.date else ""
                screen.text_with_id(f"{other_side.title}{when}", other_side.id, role="dim", indent="  ")
            screen.text(note.reason, indent="  ")
        screen.blank()
        screen.text("At the table", "strong")
        screen.text(_advice(entry), indent="  ")
        legend = entries.Legend()
        entries.show_rulings(screen, [e for e in to_follow if isinstance(e, entities.Ruling)], legend, True)
        legend.show(screen, bool(args["full"]))

    return output.Answer(
        {"id": entry.id, "status": entry.status, "superseded_by": entry.superseded_by, "notes": entry.notes},
        show,
        cited=to_follow,
        records=(layout.Record(n.id, n.status, n.title, None, None, n.reason) for n in notes),
        url=entry.url,
        without_rulings=f"nothing overrules {entry.id}",
    )


def _find(whole: api.KnowledgeBase, kb: api.KnowledgeBase, typed: str) -> entities.AnyEntry:
    """The ruling, section or step with that id."""
    meant = names.meaning(whole, typed).only
    id = f"run-chart-{meant.id}" if meant and meant.kind == "step" else meant.id if meant else typed
    entry = whole.entry(id)
    if entry is None:
        names.find(whole, typed, "ruling")
        raise errors.NotFound(f"“{typed}” is not the id of a ruling, section or step")
    if kb.entry(id) is None:
        raise errors.NotFound(f"{id} does not match these options")
    return kb.entry(id) or entry


def _words(status: constants.Status) -> str:
    return formatting.STATUS_MARKS[status][1] if status in formatting.STATUS_MARKS else "in force"


def _advice(entry: entities.Entry) -> str:
    """What a judge should do."""
    ids = formatting.joined_with("and", entry.superseded_by)
    if entry.status == "superseded":
        return f"Do not follow it. Follow {ids} instead."
    if entry.status == "superseded-in-part":
        return f"Follow it, but for the words quoted above: there, follow {ids or 'the rest of the entry'}."
    if entry.status == "disputed":
        return "Neither statement overrules the other. Decide before the game which one holds, and tell both players."
    return "Follow it."
