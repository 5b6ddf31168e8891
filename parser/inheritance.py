"""The `see` entries and the cards' keywords → which rulings of other subjects apply to a card, and why.

What a keyword means is taken from the entries: because of "For notes on Virus programs, see Boardwalk", every program
with the keyword Virus inherits the rulings on Boardwalk, even without such an entry of its own. `inheritance.yaml` says
where only some rulings are inherited, and adds rulings that neither entries nor keywords lead to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from rulings.model.entities import Card, Inheritance, Reference
from rulings.model.files import RowData
from rulings.parser.parsed import ParsedRuling
from rulings.parser.see import keyword_of


def find_inheritances(
    cards: Iterable[Card], rulings: Iterable[ParsedRuling], rows: Iterable[RowData] = ()
) -> dict[str, tuple[Inheritance, ...]]:
    """Card id → inheritances, in order: by its own entries, by its keywords, and by `rows` of inheritance.yaml."""
    rulings = list(rulings)
    by_id = {card.id: card for card in cards}
    see_entries = [r for r in rulings if r.wording.is_see_entry and r.subject]
    inheritances = defaultdict[str, dict[tuple[str, str], Inheritance]](dict)
    for card_id, inheritance in (*_by_entries(see_entries), *_by_keywords(see_entries, by_id)):
        inheritances[card_id].setdefault((inheritance.subject.kind, inheritance.subject.id), inheritance)
    subjects = {r.id: r.subject for r in rulings if r.subject}
    for row in rows:
        subject = subjects.get(row["ruling"])
        if subject:
            for card_id in row["cards"]:
                if card_id in by_id:
                    _apply_row(inheritances[card_id], subject, row)
    return {card_id: tuple(by_subject.values()) for card_id, by_subject in inheritances.items() if by_subject}


def _by_entries(see_entries: Iterable[ParsedRuling]) -> Iterator[tuple[str, Inheritance]]:
    """Card id and inheritance, for each target of a `see` entry under a card."""
    for entry in see_entries:
        if entry.subject and entry.subject.kind == "card":
            for target in entry.see:
                yield entry.subject.id, Inheritance(target, "see", entry.wording.text)


def _by_keywords(see_entries: Iterable[ParsedRuling], cards: Mapping[str, Card]) -> Iterator[tuple[str, Inheritance]]:
    """Card id and inheritance, for each card with a keyword that a `see` entry explains by a card of the same side."""
    keywords = {keyword for card in cards.values() for keyword in card.keywords}
    guidance: dict[tuple[str, str | None, str, str], Reference] = {}
    for entry in see_entries:
        keyword_and_type = keyword_of(entry.wording.text, keywords)
        if keyword_and_type:
            for target in entry.see:
                if target.kind == "card":
                    guidance[(*keyword_and_type, cards[target.id].side, target.id)] = target
    in_order = sorted(guidance.items(), key=lambda item: [part or "" for part in item[0]])
    for (keyword, card_type, side, subject_id), target in in_order:
        for card in cards.values():
            applies = keyword in card.keywords and card.side == side and card_type in (None, card.type)
            if applies and card.id != subject_id:
                yield card.id, Inheritance(target, "keyword", keyword)


def _apply_row(by_subject: dict[tuple[str, str], Inheritance], subject: Reference, row: RowData) -> None:
    """Changes what a card inherits from one subject as a row of inheritance.yaml says."""
    key = (subject.kind, subject.id)
    ruling = row["ruling"]
    known = by_subject.get(key)
    if known is None:
        if row["takes"] == "also":
            by_subject[key] = Inheritance(subject, "named", row.get("words"), only=(ruling,), reason=row["reason"])
        return
    if row["takes"] == "also" and not known.only:
        return  # the card inherits all of them
    reason = " ".join(dict.fromkeys(filter(None, (known.reason, row["reason"]))))
    if row["takes"] == "not":
        by_subject[key] = replace(known, without=(*known.without, ruling), reason=reason)
    else:
        by_subject[key] = replace(known, only=(*known.only, ruling), reason=reason)
