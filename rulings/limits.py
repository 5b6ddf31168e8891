"""`--as-of`, `--side`, `--type` and `--game` → what they leave of rulings in the JSON shape."""

from __future__ import annotations

from rulings import entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Ruling = dict[str, Any]

NETRUNNER = "netrunner"


class NoDate(ValueError):
    """A date that cannot be read. Its text is a sentence."""


def last_day(words: str) -> str:
    """`1997` → `1997-12-31`, `1997-2` → `1997-02-28`: the last day that is meant. `NoDate` if none is."""
    import calendar

    parts = words.strip().split("-")
    if len(parts) <= 3 and len(parts[0]) == 4 and all(p.isascii() and p.isdigit() and len(p) <= 4 for p in parts):
        year, month, day = (int(part) for part in [*parts, "0", "0"][:3])
        month = month if len(parts) > 1 else 12
        if year and 1 <= month <= 12:
            length = calendar.monthrange(year, month)[1]
            day = day if len(parts) > 2 else length
            if 1 <= day <= length:
                return f"{year:04d}-{month:02d}-{day:02d}"
    raise NoDate(f"“{words[:40]}” is no date; write it as 1997, 1997-03 or 1997-03-31")


class Limits:
    """What was asked for. `cards`: id → facts; `published`: document id → its date; `said`: ruling id → first date."""

    def __init__(
        self,
        cards: dict[str, dict[str, Any]],
        published: dict[str, str],
        said: dict[str, str | None],
        as_of: str | None = None,
        side: str | None = None,
        type: str | None = None,
        game: str | None = None,
    ) -> None:
        self.cards, self.published, self.said = cards, published, said
        self.as_of, self.side, self.type, self.game = as_of, side, type, game

    @property
    def any(self) -> bool:
        """Whether anything was asked for."""
        return bool(self.as_of or self.side or self.type or self.game)

    def card(self, id: str) -> bool:
        """Whether a card is of the side, type and game asked for."""
        card = self.cards.get(id)
        return bool(card) and self._fits(card or {}) and self.game in (None, NETRUNNER)

    def _fits(self, card: dict[str, Any]) -> bool:
        return self.side in (None, card["side"].lower()) and self.type in (None, card["type"].lower())

    def ruling(self, ruling: Ruling) -> Ruling | None:
        """What is left of it: all, the sentences that had been said by then, or nothing.

        A ruling under a topic belongs to the sides and types of the cards it names.
        """
        if self.game not in (None, NETRUNNER):
            return None
        if self.side or self.type:
            subject = ruling["subject"]
            ids = [subject["id"]] if subject["kind"] == "card" else [m["id"] for m in ruling["mentions"]]
            if not any(self.card(id) for id in ids):
                return None
        return self._by_then(ruling) if self.as_of else ruling

    def rulings(self, several: list[Ruling]) -> list[Ruling]:
        """Those that are left, in order."""
        return [left for ruling in several if (left := self.ruling(ruling))] if self.any else several

    def _by_then(self, ruling: Ruling) -> Ruling | None:
        limit = self.as_of or ""
        if not any(c["date"] for c in ruling["citations"]):
            return ruling if self.published.get(ruling["source"]["document"], "9999") <= limit else None
        kept = [
            (words, early)
            for words, citations in entry.parts(ruling)
            if (early := [c for c in citations if (c["date"] or "") <= limit and c["date"]])
        ]
        if not kept:
            return None
        text, citations = "", []
        for words, early in kept:
            start = len(text) + (1 if text else 0)
            text = f"{text} {words}".strip()
            citations += [{**c, "supports": [start, len(text)]} for c in early]
        later = [id for id in ruling["reversed_by"] if (self.said.get(id) or "9999") > limit]
        return {
            **ruling,
            "text": text,
            "citations": citations,
            "reversed_by": [id for id in ruling["reversed_by"] if id not in later],
        }
