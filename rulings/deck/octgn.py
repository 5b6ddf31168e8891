"""The XML of OCTGN's `.o8d` → the entries of a deck list, in bounded time and memory."""

from __future__ import annotations

import re
from xml.parsers import expat

from rulings.deck.constants import MAX_CARD_NAME_LENGTH
from rulings.deck.deck_list import DeckError, DeckLine, count_in

_MAX_ELEMENTS, _MAX_DEPTH = 4_000, 20
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


def read_octgn(text: str, file: str) -> list[DeckLine]:
    """The cards of `<deck><section><card qty="3">Dr. Dreff</card>…`. `file` names the list in a `DeckError`."""
    reader = _Reader(file)
    try:
        # The text is already decoded. Line feeds stay, because errors name the line.
        reader.parser.Parse(_DECLARATION.sub(lambda match: "\n" * match[0].count("\n"), text), True)
    except expat.ExpatError as error:
        raise DeckError(
            f"{file}, line {error.lineno}: is not well-formed XML ({expat.ErrorString(error.code)})"
        ) from None
    return reader.lines


class _Reader:
    """Collects the cards in `lines` while `parser` reads. Document types, and so entities, are refused."""

    def __init__(self, file: str) -> None:
        self.lines: list[DeckLine] = []
        self.parser = expat.ParserCreate()
        self._file = file
        self._open_elements: list[tuple[str, dict[str, str]]] = []
        self._words: list[str] = []  # of the innermost open element, since the last tag
        self._element_count = 0
        self.parser.StartDoctypeDeclHandler = self.parser.EntityDeclHandler = self._refuse
        self.parser.StartElementHandler, self.parser.EndElementHandler = self._start, self._end
        self.parser.CharacterDataHandler = self._words.append

    def _refuse(self, *_: object) -> None:
        raise DeckError(f"{self._file}: declares a document type; an .o8d deck has none")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._element_count += 1
        if self._element_count > _MAX_ELEMENTS or len(self._open_elements) >= _MAX_DEPTH:
            raise DeckError(f"{self._file}: has too many elements for a deck")
        if not self._open_elements and name.lower() != "deck":
            raise DeckError(f"{self._file}: is XML, but not an .o8d deck: its first element is <{name}>, not <deck>")
        self._open_elements.append((name.lower(), attributes))
        self._words.clear()

    def _end(self, _: str) -> None:
        name, attributes = self._open_elements.pop()
        title = " ".join("".join(self._words).split()) or attributes.get("name", "").strip()
        if name == "card" and title:
            count = count_in(attributes.get("qty", "1"))
            line = DeckLine(title[:MAX_CARD_NAME_LENGTH], self.parser.CurrentLineNumber, 1 if count is None else count)
            self.lines.append(line)
        self._words.clear()
