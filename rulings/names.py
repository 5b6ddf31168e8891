"""A typed name, id or address → what it means: a card, topic, keyword, person, document …, how it was read, what is near.

`meaning(kb, typed)` answers for everything that has a name; with kinds after it, only for these. Cases that this module
and the page (`site/theme/js/engine/names.js`) must answer alike are in `tests/data/names.yaml`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal
from urllib.parse import parse_qs

from msgspec import Struct, field
from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract, extract_iter

from rulings import errors
from rulings.model import entities, formatting, ids, knowledge

# The numbers and words by which names are recognized. The page uses them too.

MAX_NAME_LENGTH = 400  # characters; the rest of a typed name is not read
MAX_AMBIGUOUS_NAMES = 12  # things listed for an ambiguous name: those with the shortest titles
MIN_JOINED_ALIAS_LENGTH = 6  # characters with spaces, as in `hq int`; only then can the spaces be left out
MIN_JOINED_BEGINNING = 6  # letters of the beginning of a title typed without its spaces; fewer begin many by chance
STOP_WORDS = frozenset(("a", "an", "and", "by", "for", "from", "in", "of", "on", "the", "through", "to", "with"))
NUMBERS = {"two": "2", "four": "4", "fifteen": "15", "twenty": "20", "twenty two": "22", "twenty four": "24"}
EDIT_THRESHOLDS = (4, 8, 13, 20)  # each of these lengths allows one more edit, because a long name stays recognizable
FIRST_LETTER_PENALTY = 0.5  # added to the distance: people seldom mistype the first letter
EXTRA_WORD_EDITS = 1  # allowed in a word of a longer name, beyond those for its own length: the rest makes it clear
MAX_MISSPELT_LENGTH = 80  # a longer one is no title, and comparing it with all of them would take long
MAX_MISSPELT_WORDS = 8  # no title has more
MAX_SUGGESTIONS = 3  # names suggested when none is close enough
MIN_SIMILARITY = 65.0  # 0 to 100 (rapidfuzz `ratio`); a name below it is not suggested
TITLE_WORD_PENALTY = 8  # taken from the similarity to one word of a title: the whole title is better evidence

_MIN_RULINGS = 5  # a word that at least this many rulings use outside names of cards is a common word
_MIN_PERSON_LENGTH = 4  # letters of a first or last name that is understood as the person
_BEGINNING = 4  # letters that tell a topic or a command from the others: `trace` → Tracing, `tourney` → tournament

Kind = Literal[
    "card", "topic", "keyword", "type", "authority", "document", "page", "section", "step", "ruling", "query", "command"
]
How = Literal["id", "title", "alias", "spelling", "beginning", "words", "initials", "typo", "none"]

KINDS: tuple[Kind, ...] = ("card", "topic", "keyword", "type", "authority", "document", "page")  # the first is meant
DOCUMENT_ALIASES = {"manual": ("rules",), "run-chart": ("chart",), "variant": ("multiplayer",), "tournament": ()}
PAGES = {  # the last part of the address of a page, which for lists is also a name → what it is
    "errata": "the list of errata",
    "reversals": "the list of reversals",
    "contradictions": "the list of contradictions",
    "changes": "the list of rulings, the newest first",
    "cards": "the list of cards",
    "topics": "the list of topics",
    "documents": "the list of documents",
    "authorities": "the list of authorities",
    "run-chart": "the run chart",
    "quiz": "the quiz",
    "search": "the search",
    "tournament": "the tournament planner",
}
LISTS = ("errata", "reversals", "contradictions", "changes")


class Named(Struct, frozen=True, array_like=True):
    """A thing that has a name. The id of a keyword or card type is its name in lower case."""

    kind: Kind
    id: str
    title: str

    @property
    def described(self) -> str:
        """The thing in words: `the topic Tracing`."""
        if self.kind in ("page", "query"):
            return self.title
        return f"the {'card type' if self.kind == 'type' else self.kind} {self.title}"


class Meaning(Struct, frozen=True):
    """What a name means: one thing, several, or none; how it was read; the nearest names.

    After a typo, `near` are other things that are as near. If nothing has the name, they are what may have been meant.
    """

    how: How = "none"
    things: tuple[Named, ...] = ()
    near: tuple[Named, ...] = ()

    @property
    def only(self) -> Named | None:
        """The thing that is meant, if it is only one."""
        return self.things[0] if len(self.things) == 1 else None

    @property
    def is_exact(self) -> bool:
        """Whether it is the whole name: an id, a title, an alias or another spelling of one."""
        return self.how in ("id", "title", "alias", "spelling")


Positions = dict[str, list[int]]


class Names(Struct):
    """Things by their names. Positions are those in `things`; where two things share a name, the first kind is meant."""

    things: list[Named] = field(default_factory=list)
    titles: Positions = field(default_factory=dict)  # folded title or id
    aliases: Positions = field(default_factory=dict)  # folded alias
    spellings: Positions = field(default_factory=dict)  # without spaces; `=` and the words sorted; `.` and the initials
    words: Positions = field(default_factory=dict)  # word of a title, also in the singular
    common: frozenset[str] = frozenset()  # words that rulings use; they name no card by a part of its title or a typo

    def add(self, thing: Named, aliases: Iterable[str] = ()) -> None:
        """Lets a thing be found by its title, its id and its aliases."""
        position = len(self.things)
        self.things.append(thing)
        title = ids.fold(thing.title)
        _put(self.titles, position, title, ids.fold(thing.id))
        _put(self.spellings, position, *sorted(_other_spellings(title)), *_initials(title.split()))
        _put(self.words, position, *(form for word in title.split() for form in (word, singular(word))))
        for alias in map(ids.fold, aliases):
            _put(self.aliases, position, alias)
            if len(alias) >= MIN_JOINED_ALIAS_LENGTH:
                _put(self.spellings, position, alias.replace(" ", ""))

    def forms(self, kind: Kind, *, only_aliases: bool = False) -> dict[str, list[str]]:
        """Every title, alias and other spelling, folded → the ids of the things of that kind that have it."""
        tables = (self.aliases,) if only_aliases else (self.spellings, self.aliases, self.titles)  # the last wins
