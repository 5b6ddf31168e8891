"""What a search answers: frozen `Hit`s in a frozen `Results`, and their JSON in the shape of the contract.

Plain classes with slots: importing dataclasses would cost a cold search more than the search.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


class _Frozen:
    __slots__: tuple[str, ...] = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__ if name[0] != "_")
        return f"{type(self).__name__}({shown})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash(tuple(str(getattr(self, name)) for name in self.__slots__))


class Hit(_Frozen):
    """One answer.

    `kind`: ruling, card, topic, section or step; `title`: of a ruling its subject's; `text`: its words; `question`:
    ours, its heading (or ""); `who`: who said it and when; `date`: ISO 8601 or None; `also_under`: `(ruling id, subject
    title)` of near-identical rulings; `tags`: errata, reversal, reversed, unofficial, see; `why`: what the score is of.
    """

    __slots__ = (
        "_stems",
        "also_under",
        "date",
        "document",
        "game",
        "id",
        "kind",
        "question",
        "score",
        "tags",
        "text",
        "title",
        "url",
        "who",
        "why",
    )

    kind: str
    id: str
    title: str
    document: str
    game: str
    text: str
    score: float
    url: str
    question: str
    who: str
    date: str | None
    also_under: tuple[tuple[str, str], ...]
    tags: tuple[str, ...]
    why: tuple[tuple[str, float], ...]
    _stems: frozenset[str]

    def __init__(self, **values: Any) -> None:
        for name in self.__slots__:
            object.__setattr__(self, name, values[name])

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Where in `text` the words of the query stand, in any form: (start, end) in characters."""
        return word_spans(self.text, self._stems)

    def to_json(self, why: bool = False) -> dict[str, Any]:
        """The hit in the contract's shape, with what a page needs besides."""
        shape: dict[str, Any] = {
            "kind": self.kind,
            "id": self.id,
            "title": self.title,
            "document": self.document,
            "game": self.game,
            "text": self.text,
            "score": self.score,
            "url": self.url,
            "question": self.question or None,
            "who": self.who or None,
            "date": self.date,
            "tags": list(self.tags),
            "also_under": [{"id": id, "title": title} for id, title in self.also_under],
        }
        return {**shape, "why": dict(self.why)} if why else shape


class Results(_Frozen):
    """`hits`, best first, of `total`; `notes`: what of the query was not understood or read otherwise.

    `explanation`: sentences that say why nothing was found (empty where something was); `nearest`: names that may be
    meant; `reading`: how each part of the query was read, the weightiest first.
    """

    __slots__ = ("explanation", "hits", "nearest", "notes", "query", "reading", "total")

    query: str
    total: int
    notes: tuple[str, ...]
    hits: tuple[Hit, ...]
    explanation: tuple[str, ...]
    nearest: tuple[str, ...]
    reading: tuple[str, ...]

    def __init__(
        self,
        query: str,
        total: int,
        notes: tuple[str, ...],
        hits: tuple[Hit, ...],
        explanation: tuple[str, ...] = (),
        nearest: tuple[str, ...] = (),
        reading: tuple[str, ...] = (),
    ) -> None:
        for name, value in zip(
            ("query", "total", "notes", "hits", "explanation", "nearest", "reading"),
            (query, total, notes, hits, explanation, nearest, reading),
            strict=True,
        ):
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return len(self.hits)

    def to_json(self, why: bool = False) -> dict[str, Any]:
        """The contract's shape, with `explanation` and `nearest` besides."""
        shape: dict[str, Any] = {
            "query": self.query,
            "total": self.total,
            "notes": list(self.notes),
            "hits": [hit.to_json(why) for hit in self.hits],
            "explanation": list(self.explanation),
            "nearest": list(self.nearest),
        }
        return {**shape, "reading": list(self.reading)} if why else shape


def word_spans(text: str, stems: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """Where the words with these stems stand in a text."""
    from rulings.search.tokens import stems_of

    spans, start = list[tuple[int, int]](), -1
    for at, c in enumerate(f"{text} "):
        if c.isalnum() or (c in "'&’" and start >= 0):
            start = at if start < 0 else start
        elif start >= 0:
            word = text[start:at].rstrip("'&’")
            if not stems.isdisjoint(stems_of(word)):
                spans.append((start, start + len(word)))
            start = -1
    return tuple(spans)
