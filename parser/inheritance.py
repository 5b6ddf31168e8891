"""The `see` entries and the cards' keywords → which rulings of other subjects apply to a card, and why.

What a keyword means is taken from the entries: because of "For notes on Virus programs, see Boardwalk", every program
with the keyword Virus inherits the rulings on Boardwalk, even without such an entry of its own. `inheritance.yaml` says
where only some rulings are inherited, and adds rulings that neither entries nor keywords lead to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from rulings.model.entities import Card, Inheritance, Reference
from rulings.model.rows import InheritanceRow
from rulings.parser.parsed import ParsedRuling
from rulings.parser.see import keyword_of


def find_inheritances(
    cards: Iterable[Card], rulings: Iterable[ParsedRuling], rows: Iterable[InheritanceRow] = ()
) -> dict[str, tuple[Inheritance, ...]]:
    """Card id → inheritances, in order: by its own entries, by its keywords, and by `rows` of inheritance.yaml."""
    rulings = list(rulings)
    by_id = {card.id: card for card in cards}
    keywords = {keyword for card in by_id.values() for keyword in card.keywords}
    inheritances = defaultdict[str, dict[tuple[str, str], Inheritance]](dict)
    guidance: dict[tuple[str, str | None, str, str], Reference] = {}
    for ruling in rulings:
        subject = ruling.subject
        if not ruling.wording.is_reference or subject is None:
            continue
        keyword_and_type = keyword_of(ruling.wording.text, keywords)
        for target in ruling.see:
            if subject.kind == "card":
                key = target.kind, target.id
                inheritances[subject.id].setdefault(key, Inheritance(target, "see", ruling.wording.text))
            if keyword_and_type and target.kind == "card":
                guidance[(*keyword_and_type, by_id[target.id].side, target.id)] = target
    for (keyword, card_type, side, _), target in sorted(guidance.items(), key=str):
        for card in by_id.values():
            key = target.kind, target.id
            applies = keyword in card.keywords and card.side == side and card_type in (None, card.type)
            if applies and card.id != target.id:
                inheritances[card.id].setdefault(key, Inheritance(target, "keyword", keyword))
    subjects = {r.id: r.subject for r in rulings if r.subject}
    for row in rows:
        source = subjects.get(row["ruling"])
        for card_id in row["cards"] if source else ():
            if source and card_id in by_id:
                _apply_row(inheritances[card_id], source, row)
    return {card_id: tuple(by_source.values()) for card_id, by_source in inheritances.items() if by_source}


def _apply_row(by_source: dict[tuple[str, str], Inheritance], source: Reference, row: InheritanceRow) -> None:
    """Changes what a card inherits from one source as a row of inheritance.yaml says."""
    key, ruling, because = (source.kind, source.id), row["ruling"], row["because"]
    known = by_source.get(key)
    if row["takes"] == "also":
        if known is None:
            by_source[key] = Inheritance(source, "named", row.get("words"), only=(ruling,), because=because)
    elif known is not None:
        only = (*known.only, ruling) if row["takes"] == "only" else known.only
        without = (*known.without, ruling) if row["takes"] == "not" else known.without
        by_source[key] = replace(known, only=only, without=without, because=because)
