"""The table of names: each name → the references that have it (`NameTable`).

`NameTable.exact` finds the references that have exactly the typed name, in any of its
spellings. `name_matching` reads inexact names with the same table. The page has the
table too (`site/theme/js/engine/name-table.js`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, get_args

from msgspec import Struct

from rulings.model import page_table, plain_text, vocabulary
from rulings.model.entities import Reference
from rulings.model.vocabulary import ReferenceKind
from rulings.names import spelling

# References listed for an ambiguous name: those with the shortest titles
MAX_AMBIGUOUS_NAMES = 12
MAX_NAME_WORDS = 9  # words of a name; no title has more
# Words between the names of two cards
JOINERS = ("and", "with", "vs", "versus", "v", "against", "x", "on", "plus")

MatchKind = Literal[
    "id", "title", "alias", "spelling", "beginning", "words", "typo", "none"
]

EXACT: tuple[MatchKind, ...] = ("id", "title", "alias", "spelling")
# If references of several kinds have a name, the first kind is meant
KINDS: tuple[ReferenceKind, ...] = get_args(vocabulary.NamedKind)
# If a query misspells or begins the name of such a reference, the search shows the
# reference first
NAMED_KINDS: tuple[ReferenceKind, ...] = ("card", "topic", "keyword", "authority")
DOCUMENT_ALIASES = {
    "manual": ("rules",),
    "run-chart": ("chart",),
    "variant": ("multiplayer",),
    "tournament": (),
}
LISTS = tuple(page.id for page in page_table.PAGES if page.list_of)


class Resolution(Struct, frozen=True):
    """The meaning of a name: one reference, several references or none.

    `match_kind`: how the name was read; `suggestions`: what else to mention, such
    as equally near references of other kinds (typo), others with that word (one word of
    a title), or the nearest (nothing has the name).
    """

    match_kind: MatchKind = "none"
    references: tuple[Reference, ...] = ()
    suggestions: tuple[Reference, ...] = ()

    @property
    def only(self) -> Reference | None:
        """The reference that is meant, if there is only one."""
        if len(self.references) != 1:
            return None
        return self.references[0]

    @property
    def is_exact(self) -> bool:
        """Whether the name is complete: an id, a title, an alias or another spelling of
        one.
        """
        return self.match_kind in EXACT


NOTHING = Resolution()


# Meanings of the words in names of a document's entries: what an entry is called
# (`step`); a name that only the document has; a word that says nothing without others
Meaning = Literal["@noun", "@name", "@word"]
MEANINGS = frozenset[str](get_args(Meaning))
NOUN: Meaning = "@noun"
NAME: Meaning = "@name"
WORD: Meaning = "@word"


class NumberedDocument(Struct, frozen=True):
    """A document whose entries have numbers or titles."""

    noun: str  # what an entry is called
    entries: str  # which entries it has: `the run chart has steps 1 to 20`
    last: str  # the last number, or empty
    meanings: dict[str, Meaning]  # by words in names of its entries
    ids: dict[str, str]  # the number of an entry → its id
    titles: dict[str, str]  # the title of an entry → its id


Positions = dict[str, list[int]]


class NameTable(Struct, dict=True):
    """References by their names. A position is an index of `references`. If several
    references have the same name, the first kind is meant.
    """

    references: list[Reference] = []
    titles: Positions = {}  # folded title or id → positions
    aliases: Positions = {}  # folded alias → positions
    # Another spelling of a name, or the key of its words in any order → positions
    spellings: Positions = {}
    # Word of a title, its singular, or word of an alias that is not a card's →
    # positions
    words: Positions = {}
    # Words that rulings use often; as part of a title or as a typo they do not name a
    # card
    common: frozenset[str] = frozenset()
    # Folded set, rarity or artist of cards → the reference to it
    facts: dict[str, Reference] = {}
    # Folded titles of the game of 2012 that no card of this one has
    other_game_titles: frozenset[str] = frozenset()
    numbered_documents: list[NumberedDocument] = []

    def add(
        self,
        kind: ReferenceKind,
        id: str,
        title: str,
        aliases: Iterable[str] = (),
    ) -> None:
        """Adds a reference with its title, id and aliases."""
        self.__dict__.clear()  # the cached properties are out of date
        position = len(self.references)
        self.references.append(Reference(kind, id, title))
        name = plain_text.fold(title)
        _put(self.titles, position, name, plain_text.fold(id))
        if name.startswith("the "):
            _put(self.aliases, position, name.removeprefix("the "))
        _put(self.spellings, position, *sorted(spelling.spellings_of_title(name)))
        without_hyphens = plain_text.fold(title.replace("-", ""))  # `shakeup`
        for word in (*name.split(), *without_hyphens.split()):
            _put(self.words, position, word, plain_text.singular(word))
        for alias in map(plain_text.fold, aliases):
            self._add_alias(kind, position, alias)

    def _add_alias(self, kind: ReferenceKind, position: int, alias: str) -> None:
        _put(self.aliases, position, alias)
        # The aliases of cards are nicknames; one word of them means nothing.
        if kind != "card":
            _put(self.words, position, *alias.split())
        _put(self.spellings, position, *sorted(spelling.spellings_of_alias(alias)))

    @cached_property
    def all_spellings(self) -> frozenset[str]:
        """Every name in every spelling, folded."""
        return frozenset((*self.titles, *self.aliases, *self.spellings))

    @cached_property
    def sorted_names(self) -> list[str]:
        """All titles, ids and aliases in alphabetical order."""
        return sorted({*self.titles, *self.aliases})

    @cached_property
    def sorted_words(self) -> list[str]:
        """The words that are keys of `words`, in alphabetical order."""
        return sorted(self.words)

    @cached_property
    def letters_by_word(self) -> dict[str, str]:
        """Key of `words` → its letters: the same, because a word has no spaces."""
        return {word: word for word in self.words}

    @cached_property
    def letters_by_name(self) -> dict[str, dict[str, str]]:
        """First letter (empty for all names) → name → its letters, without spaces."""
        by_name = {name: name.replace(" ", "") for name in self.sorted_names}
        by_first_letter = {"": by_name}
        for name, letters in by_name.items():
            by_first_letter.setdefault(name[0], {})[name] = letters
        return by_first_letter

    @cached_property
    def title_parts(self) -> dict[tuple[int, int], str]:
        """The title of each reference in lower case, numbered 0, and its words,
        numbered from 1.
        """
        parts: dict[tuple[int, int], str] = {}
        for position, reference in enumerate(self.references):
            title = reference.title.lower()
            for number, part in enumerate((title, *title.split())):
                parts[position, number] = part
        return parts

    def exact(self, name: str, *kinds: ReferenceKind) -> Resolution:
        """The references that have a folded name as title, alias or another spelling of
        one.
        """
        return next(self.exact_readings(name, *kinds), NOTHING)

    def exact_readings(
        self,
        name: str,
        *kinds: ReferenceKind,
    ) -> Iterator[Resolution]:
        """All readings of a folded name as title, alias or another spelling, the surest
        first.
        """
        bare = name.removeprefix("the ")
        spellings = [bare, bare.replace(" ", "")]
        if " " in bare:
            spellings.append(spelling.any_order_key(bare))
        if self.all_spellings.isdisjoint((name, *spellings)):
            return  # saves time, because every phrase of a query is looked up
        for kind in kinds or KINDS:
            # The words of a page's name are neither joined nor moved
            kind_spellings = spellings[:1] if kind == "page" else spellings
            for match_kind, positions in self.exact_matches(name, kind_spellings):
                if positions and (references := self.references_at(positions, (kind,))):
                    yield Resolution(match_kind, references)

    def exact_matches(
        self,
        name: str,
        spellings: Iterable[str],
    ) -> Iterator[tuple[MatchKind, Sequence[int]]]:
        """The positions of references with this name or one of its spellings, the
        surest kind of match first.
        """
        yield "title", self.titles.get(name, ())
        yield "alias", self.aliases.get(name, ())
        for other_spelling in spellings:
            for table in (self.spellings, self.aliases, self.titles):
                yield "spelling", table.get(other_spelling, ())

    def references_at(
        self,
        positions: Iterable[int],
        kinds: Sequence[ReferenceKind] = (),
    ) -> tuple[Reference, ...]:
        """The references of these kinds at these positions, at most
        `MAX_AMBIGUOUS_NAMES`. Without `kinds`, references of all kinds.
        """
        references = [self.references[position] for position in sorted(set(positions))]
        if kinds:
            references = [
                reference for reference in references if reference.kind in kinds
            ]
        if len(references) > MAX_AMBIGUOUS_NAMES:
            references.sort(key=lambda reference: len(reference.title))
        return tuple(references[:MAX_AMBIGUOUS_NAMES])

    def positions_of(self, names: Iterable[str]) -> list[int]:
        """The positions of references with these titles, ids or aliases."""
        positions: list[int] = []
        for name in names:
            positions += self.titles.get(name, ())
            positions += self.aliases.get(name, ())
        return positions

    def positions_of_titles(self, titles: Iterable[str]) -> list[int]:
        """The positions of references with these titles or ids."""
        positions: list[int] = []
        for title in titles:
            positions += self.titles.get(title, ())
        return positions


def _put(table: Positions, position: int, *names: str) -> None:
    for name in names:
        positions = table.setdefault(name, [])
        if position not in positions:
            positions.append(position)
