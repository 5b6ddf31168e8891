"""The ranking table: bytes with a word list, its postings and one record for each entry → read one piece at a time.

Layout: 8 bytes of magic, the length and CRC-32 of the head (4 bytes each), the head (marshal), then the pieces that the
head tells the places of. A cold query reads the head, a few postings and the records of the best candidates: nothing
else is unpacked, and nothing here is imported that a bare interpreter would have to search for.
"""

from __future__ import annotations

import marshal
from array import array
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, BinaryIO

MAGIC = b"RULIDX\x00\x01"
_CHECKED = 8_000_000  # bytes: a table up to this size is checked whole when it is opened
_START = len(MAGIC) + 8


class Damaged(ValueError):
    """The bytes are no table, or not all of one, or not what was written."""


def pack(
    head: dict[str, Any],
    postings: Mapping[str, tuple[Sequence[int], Sequence[int]]],
    ranked: Sequence[Any],
    shown: Sequence[Any],
    extra: Mapping[str, Any],
) -> bytes:
    """A table from its parts.

    `postings`: term → (entry numbers rising, strengths 0–255). `ranked` and `shown` hold one value for each entry:
    what the ranking needs of a candidate, and what is printed of a hit. `extra`: name → a value that is seldom needed.
    """
    pieces = bytearray()
    terms = dict[str, tuple[int, int, int]]()
    for number, (term, (entries, strengths)) in enumerate(postings.items()):
        terms[term] = (number, len(pieces), len(entries))
        pieces += array("I", entries).tobytes() + bytes(strengths)
    places = array("Q")
    for value in (*ranked, *shown, *extra.values()):
        places.append(len(pieces))
        pieces += marshal.dumps(value)
    places.append(len(pieces))
    packed = marshal.dumps(
        {
            **head,
            "terms": terms,
            "places": places.tobytes(),
            "size": len(pieces),
            "extra": list(extra),
            "order": array("I", [1]).tobytes(),
            "crc": crc32(pieces),
        }
    )
    return MAGIC + len(packed).to_bytes(4, "big") + crc32(packed).to_bytes(4, "big") + packed + bytes(pieces)


class Table:
    """An open table. `head` is its dict; `count` the number of entries."""

    def __init__(self, file: BinaryIO) -> None:
        """Reads the head; raises `Damaged` (or `OSError`)."""
        start = file.read(_START)
        if start[:8] != MAGIC or len(start) < _START:
            raise Damaged("not a ranking table")
        packed = file.read(int.from_bytes(start[8:12], "big"))
        if crc32(packed) != int.from_bytes(start[12:16], "big"):
            raise Damaged("the head of the ranking table is not what was written")
        head: dict[str, Any] = marshal.loads(packed)
        self.head = head
        self.terms: dict[str, tuple[int, int, int]] = head["terms"]
        self.count: int = head["count"]
        self._base = _START + len(packed)
        self._file = file
        if head["order"] != array("I", [1]).tobytes():
            raise Damaged("written on a machine of the other byte order")
        self._places = array("Q")
        self._places.frombytes(head["places"])
        self._check(head)
        self._postings: dict[str, tuple[Sequence[int], bytes]] = {}
        self._ranked: dict[int, Any] = {}

    def _check(self, head: dict[str, Any]) -> None:
        size = head["size"]
        if self._file.seek(0, 2) != self._base + size:
            raise Damaged("the ranking table is not complete")
        self._bytes: bytes | None = None
        if size <= _CHECKED:
            self._file.seek(self._base)
            self._bytes = self._file.read(size)
            self._file.close()
            if crc32(self._bytes) != head["crc"]:
                raise Damaged("the ranking table is not what was written")

    def _read(self, start: int, stop: int) -> bytes:
        if self._bytes is not None:
            return self._bytes[start:stop]
        self._file.seek(self._base + start)
        return self._file.read(stop - start)

    def postings(self, term: str) -> tuple[Sequence[int], bytes]:
        """The numbers of the entries with the term, rising, and how strongly each has it (0–255)."""
        found = self._postings.get(term)
        if found is None:
            place = self.terms.get(term)
            if place is None:
                return (), b""
            _, start, count = place
            entries = array("I")
            entries.frombytes(self._read(start, start + 4 * count))
            found = self._postings[term] = (entries, self._read(start + 4 * count, start + 5 * count))
        return found

    def ranked(self, entry: int) -> Any:
        """What the ranking needs of an entry."""
        found = self._ranked.get(entry)
        if found is None:
            if len(self._ranked) > 20_000:
                self._ranked.clear()
            found = self._ranked[entry] = self._value(entry)
        return found

    def shown(self, entry: int) -> Any:
        """What is printed of an entry."""
        return self._value(self.count + entry)

    def extra(self, name: str) -> Any:
        """A value that is seldom needed."""
        return self._value(2 * self.count + self.head["extra"].index(name))

    def _value(self, place: int) -> Any:
        return marshal.loads(self._read(self._places[place], self._places[place + 1]))
