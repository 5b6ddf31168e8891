"""The command `list`: cards, topics and other facts, with the number of rulings on each."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

from rulings import api, naming, resolving
from rulings.cli import grammar, layout, lookup, output, specification
from rulings.model import (
    formatting,
    ids,
    plain_text,
    records,
)

# A row of a list: its data, its record, and the words that are shown
CountedRow = tuple[dict[str, Any], records.Record, str]


def answer_of_rows(
    args: grammar.Arguments,
    key: str,
    title: str,
    rows: list[CountedRow],
    command: str = "",
    nothing: str = "",
) -> output.Answer:
    """The rows below a title. `key`: their name in the JSON; `command`: shows one of the rows, which
    then have a number of rulings; without it, their texts are shown here.
    """
    if command and args["ruled"]:
        rows = [row for row in rows if row[0]["rulings"]]
    first_rows, left_out = output.limited(args, rows)

    def show(screen: layout.Screen) -> None:
        screen.text(title, "title")
        if command:
            screen.text(
                f"with the number of rulings and errata on each; to see one: {command}", "dim"
            )
        screen.blank()
        for data, record, words in first_rows:
            if command:
                count = data["rulings"]
                screen.text(words, "" if count else "dim", prefix=f"{count or '·':>4}  ")
            else:
                screen.text(words)
                screen.text(record.text, "dim", indent="  ")

    return output.Answer(
        {key: [data for data, _, _ in first_rows]},
        show,
        records=(record for _, record, _ in first_rows),
        facts=key,
        nothing="" if rows else nothing,
        left_out=left_out,
    )


_FACTS = {plain_text.plural(fact): fact for fact in get_args(api.Fact)}


def list_things(args: grammar.Arguments) -> output.Outcome:
    """The cards with their numbers of rulings, or another list."""
    name = args.typed.lower()
    unfiltered_kb = output.knowledge_base(args)
    kb = output.selected(args)
    if name in ("", "cards"):
        return _cards(kb, args)
    if name == "venues":
        return _venues(kb, args)
    if name in _FACTS:
        return _facts(kb, _FACTS[name], args)
    if name == "notes":
        return _notes(kb, args)
    if name == "rulings":
        thing = naming.Thing("query", "kind:ruling -is:see", "the rulings")
        return lookup.show_list(unfiltered_kb, thing, args)
    resolution = resolving.resolve(unfiltered_kb, name, "page")
    if resolution.only is None:
        lists = plain_text.joined_with("or", ["rulings", *naming.LISTS])
        option = grammar.option_for(specification.LIST, name)
        hint = f"did you mean {option}?" if option else f"NAME may be {lists}: rulings list NAME"
        raise grammar.UsageError(f"there is no such list; {hint}")
    lookup.note_reading(name, resolution)
    return lookup.show_list(unfiltered_kb, resolution.only, args)


def _cards(kb: api.KnowledgeBase, args: grammar.Arguments) -> output.Answer:
    rows: list[CountedRow] = []
    for card in kb.cards:
        rulings = kb.rulings_without_see_entries(card.id)
        counts = formatting.ruling_counts(rulings) or ["0 rulings"]
        facts = layout.dotted([*formatting.summary_parts(card), *counts])
        record = records.Record(card.id, "card", card.title, facts, url=card.url)
        errata = sum(ruling.kind == "errata" for ruling in rulings)
        data = {**card.to_dict(), "rulings": len(rulings) - errata, "errata": errata}
        rows.append((data, record, card.title))
    return answer_of_rows(
        args, "cards", "Cards", rows, "rulings NAME", "no cards match these options"
    )


def _facts(kb: api.KnowledgeBase, fact: api.Fact, args: grammar.Arguments) -> output.Answer:
    """The keywords or sets … with their numbers of cards and of rulings on these."""
    rows: list[CountedRow] = []
    for value, cards in kb.cards_by(fact).items():
        rulings = sum(len(kb.rulings_without_see_entries(card.id)) for card in cards)
        count = plain_text.count(len(cards), "card")
        counts = layout.dotted([plain_text.count(rulings, "ruling"), count])
        id = ids.slug(value)
        record = records.Record(id, fact, value, counts)
        data = {"id": id, "title": value, "cards": len(cards), "rulings": rulings}
        rows.append((data, record, layout.dotted([value, count])))
    plural = plain_text.plural(fact)
    title, nothing = f"{plural.capitalize()} of the cards", f"no {plural} match these options"
    return answer_of_rows(args, plural, title, rows, "rulings NAME", nothing)


def _venues(kb: api.KnowledgeBase, args: grammar.Arguments) -> output.Answer:
    """The places where rulings were given, with numbers of rulings."""
    counts = Counter[str]()
    for ruling in kb.rulings:
        counts.update({citation.venue for citation in ruling.citations if citation.venue})
    rows: list[CountedRow] = []
    for venue, count in counts.most_common():
        count_phrase = plain_text.count(count, "ruling")
        id = ids.slug(venue)
        record = records.Record(id, "venue", venue, count_phrase)
        rows.append(({"id": id, "title": venue, "rulings": count}, record, venue))
    command, nothing = "rulings search venue:NAME", "no rulings with a venue match these options"
    return answer_of_rows(args, "venues", "Venues of the rulings", rows, command, nothing)


def _notes(kb: api.KnowledgeBase, args: grammar.Arguments) -> output.Answer:
    """The notes on two statements."""
    rows: list[CountedRow] = []
    for note in kb.notes:
        record = records.note_record(note)
        rows.append((note.to_dict(), record, layout.dotted([note.title, note.id])))
    return answer_of_rows(args, "notes", "Notes", rows)
