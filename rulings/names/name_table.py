"""Holds the names of a knowledge base (`Names`), reads a typed name and finds names of
cards in a text.

`Names.resolve` reads an entire text as one name, of any kind or only of some kinds;
`Names.spans` finds the names of cards among other words. The page has the same reader
(`site/theme/js/engine/name-table.js`) and table.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, product
from typing import Literal, NamedTuple, get_args

from msgspec import Struct

from rulings.model import page_table, plain_text, vocabulary
from rulings.model.base import cached_property
from rulings.names import edit_distance

# Numbers and words for recognizing names. The page uses them too.

MAX_NAME_LENGTH = 400  # characters; the rest of a typed name is not read
# Things listed for an ambiguous name: those with the shortest titles
MAX_AMBIGUOUS_NAMES = 12
# Characters, including spaces, of an alias (`hq int`) that may be typed without its
# spaces
_MIN_JOINED_ALIAS_LENGTH = 6
# Words that do not tell one title from another
TITLE_STOP_WORDS = frozenset(
    (
        "a",
        "an",
        "and",
        "by",
        "for",
        "from",
        "in",
        "of",
        "on",
        "the",
        "through",
        "to",
        "with",
    )
)
_SHORT_WORDS = {  # words of titles → another way to type them; also the reverse
    "fifteen": "15",
    "twenty two": "22",
    "twenty four": "24",
    "two": "2 0",
    "four": "4 0 1",
    "colonel": "col",
    "corporation": "corp",
    "daemon": "demon",
    "department": "dept",
    "doctor": "dr",
    "gray": "grey",
    "incorporated": "inc",
}
MAX_MISSPELT_WORDS = 8  # no title has more
MAX_SUGGESTIONS = 3  # names suggested when none is close enough
MIN_SIMILARITY = 65.0  # 0 to 100 (rapidfuzz `ratio`); a name below it is not suggested
# The similarity to one word of a title is reduced by this: the whole title is better
# evidence.
TITLE_WORD_PENALTY = 8

MAX_NAME_WORDS = 9  # words of a name among other words; no title has more
MAX_TYPOS = 8  # unknown words of a text that are tried as misspelt or unfinished names
# Words before and after an unknown word that may belong to the same name
TYPO_WINDOW = 3
MIN_TYPO_LENGTH = 4  # letters of a word that may be misspelt, or begin a title alone
MIN_TYPO_NAME_LENGTH = 5  # letters of a name that may be misspelt
MIN_BEGINNING = 3  # letters of an unfinished word beside other words of the same title
# Letters that clearly mean the titles that begin with them; fewer must begin only one
MIN_CLEAR_BEGINNING = 5
# The confidence of a title of several words: they hardly ever mean anything else
CLEAR_CONFIDENCE = 0.95
# A misspelt name has this share of the confidence of a correctly spelled one
TYPO_FACTOR = 0.85

MIN_TOPIC_BEGINNING = 4  # first letters that mean a topic or command: `trace` → Tracing

Kind = Literal[vocabulary.NamedKind, vocabulary.EntryKind, "note", "query", "command"]
MatchKind = Literal[
    "id", "title", "alias", "spelling", "beginning", "words", "typo", "none"
]

EXACT: tuple[MatchKind, ...] = ("id", "title", "alias", "spelling")
# If things of several kinds have a name, the first kind is meant
KINDS: tuple[Kind, ...] = get_args(vocabulary.NamedKind)
_KINDS_WITHOUT_LISTS = tuple(kind for kind in KINDS if kind != "page")
# If a query misspells or begins the name of such a thing, the search shows the thing
# first
NAMED_KINDS: tuple[Kind, ...] = ("card", "topic", "keyword", "authority")
DOCUMENT_ALIASES = {
    "manual": ("rules",),
    "run-chart": ("chart",),
    "variant": ("multiplayer",),
    "tournament": (),
}
# The last part of a page's address → a description. For a list, that part is also a
# name.
_DESCRIBED_PAGES = [page for page in page_table.PAGES if page.described]
NAMED_PAGES = {page.id: page.described for page in _DESCRIBED_PAGES}
LISTS = tuple(page.id for page in page_table.PAGES if page.list_of)


class Thing(Struct, frozen=True, array_like=True):
    """A thing that has a name."""

    kind: Kind
    id: str
    title: str

    @property
    def described(self) -> str:
        """The thing in words: `the topic Tracing`."""
        if self.kind in ("page", "query"):
            return NAMED_PAGES.get(self.id, self.title)
        if self.kind == "step":
            return "a step of the run chart"
        if self.kind == "ruling":
            return f"the ruling {self.id}"
        kind = "card type" if self.kind == "type" else self.kind
        return f"the {kind} {self.title}"


class Resolution(Struct, frozen=True):
    """What a name means: `things`, which may be one, several or none; `match_kind`: how
    it was read.

    `suggestions`: for a typo, other things that are as near; for the beginning of a
    title, other things that have it as a word; if nothing has the name, what may have
    been meant.
    """

    match_kind: MatchKind = "none"
    things: tuple[Thing, ...] = ()
    suggestions: tuple[Thing, ...] = ()

    @property
    def only(self) -> Thing | None:
        """The thing that is meant, if there is only one."""
        if len(self.things) != 1:
            return None
        return self.things[0]

    @property
    def is_exact(self) -> bool:
        """Whether a whole name was typed: an id, a title, an alias or another spelling
        of one.
        """
        return self.match_kind in EXACT


_NOTHING = Resolution()


class NameSpan(NamedTuple):
    """A name of cards in words: the words from `start` to `stop`, the cards it may
    mean, and how it was read.

    `confidence`: the estimated probability (0–1) that the words are meant as the card;
    lower if several have the name.
    """

    start: int
    stop: int  # after the last word
    cards: tuple[Thing, ...]
    match_kind: MatchKind
    confidence: float

    @property
    def places(self) -> range:
        """The positions of its words."""
        return range(self.start, self.stop)


# The rank of the span and itself; the lowest rank is the best
RankedSpan = tuple[tuple[int, int], NameSpan]
Positions = dict[str, list[int]]
# The probability that a folded name means its card; 0 if it never does
Confidence = Callable[[str], float]


class Names(Struct, dict=True):
    """Things by their names. A position is an index of `things`. If several things have
    the same name, the first kind is meant.
    """

    things: list[Thing] = []
    titles: Positions = {}  # folded title or id → positions
    aliases: Positions = {}  # folded alias → positions
    # Name without spaces, or `=` and its sorted words → positions
    spellings: Positions = {}
    words: Positions = {}  # word of a title or its singular → positions
    # Words that rulings use often; as part of a title or as a typo they do not name a
    # card
    common: frozenset[str] = frozenset()
    # Folded titles of the game of 2012 that no card of this one has
    other_game_titles: frozenset[str] = frozenset()

    def add(
        self,
        kind: Kind,
        id: str,
        title: str,
        aliases: Iterable[str] = (),
    ) -> None:
        """Adds a thing with its title, id and aliases."""
        self.__dict__.clear()  # the cached properties are out of date
        position = len(self.things)
        self.things.append(Thing(kind, id, title))
        name = plain_text.fold(title)
        _put(self.titles, position, name, plain_text.fold(id))
        if name.startswith("the "):
            _put(self.aliases, position, name.removeprefix("the "))
        other_spellings = _other_spellings(name) - {name}
        _put(self.spellings, position, *sorted(other_spellings))
        without_hyphens = plain_text.fold(title.replace("-", ""))  # `shakeup`
        for word in (*name.split(), *without_hyphens.split()):
            _put(self.words, position, word, plain_text.singular(word))
        for alias in map(plain_text.fold, aliases):
            self._add_alias(kind, position, alias)

    def _add_alias(self, kind: Kind, position: int, alias: str) -> None:
        _put(self.aliases, position, alias)
        # The aliases of cards are nicknames; one word of them means nothing.
        if kind != "card":
            _put(self.words, position, *alias.split())
        with_rnd = f" {alias} ".replace(" r and d ", " rnd ")
        with_rnd = with_rnd.replace(" rd ", " rnd ")
        spellings = {with_rnd.strip()}
        if len(alias) >= _MIN_JOINED_ALIAS_LENGTH:
            spellings.add(alias.replace(" ", ""))
        _put(self.spellings, position, *sorted(spellings - {alias}))

    @cached_property
    def forms(self) -> frozenset[str]:
        """Every name in every spelling, folded."""
        return frozenset((*self.titles, *self.aliases, *self.spellings))

    @cached_property
    def _sorted_names(self) -> list[str]:
        return sorted({*self.titles, *self.aliases})

    @cached_property
    def _sorted_words(self) -> list[str]:
        return sorted(self.words)

    @cached_property
    def _known_words(self) -> dict[str, str]:
        return {word: word for word in self.words}

    @cached_property
    def _letters(self) -> dict[str, dict[str, str]]:
        """First letter (empty for all names) → name → its letters, without spaces."""
        by_name = {name: name.replace(" ", "") for name in self._sorted_names}
        by_first_letter = {"": by_name}
        for name, letters in by_name.items():
            by_first_letter.setdefault(name[0], {})[name] = letters
        return by_first_letter

    def resolve(
        self,
        typed_name: str,
        *kinds: Kind,
        typos: bool = True,
    ) -> Resolution:
        """Finds what a typed name means: the things with exactly this name, or else
        those that the first successful one of `READINGS` finds.

        `kinds`: look only for these; `typos`: whether the name may be misspelt. Without
        `kinds`, common words count only as an exact name or a clear part of one.
        """
        name = plain_text.fold(typed_name[:MAX_NAME_LENGTH])
        if not name:
            return _NOTHING
        resolution = self.exact(name, *kinds)
        if resolution.things:
            return resolution
        unlikely_things: tuple[Thing, ...] = ()
        is_common = self.common.issuperset(name.split())
        for reading in READINGS:
            for resolution in self._inexact(reading, name, kinds):
                may_be_meant = kinds or not is_common
                if may_be_meant or _is_clear(resolution.things, name):
                    return resolution
                unlikely_things = unlikely_things or resolution.things
        resolution = Resolution(suggestions=unlikely_things[:MAX_SUGGESTIONS])
        if typos and not is_common and not self._are_two_cards(name):
            resolution = self._typo(name, kinds)
        if resolution.things:
            return resolution
        things = self._with_same_beginning(name, kinds)
        if things:
            return Resolution("beginning", things)
        return resolution

    def _inexact(
        self,
        reading: Reading,
        name: str,
        kinds: Sequence[Kind],
    ) -> Iterator[Resolution]:
        """The things that a reading finds, one kind after the other. For a single word,
        others with that word in their titles are suggested.
        """
        positions = reading.positions(self, name)
        for kind in kinds or reading.kinds or _inexact_kinds(name):
            things = self._of_kinds(positions, (kind,))
            if not things:
                continue
            with_word = () if " " in name else self._with_word(name)
            namesakes = self._of_kinds(with_word, (kind,))
            others = [thing for thing in namesakes if thing not in things]
            suggestions = tuple(others[:MAX_SUGGESTIONS])
            yield Resolution(reading.match_kind, things, suggestions)

    def _are_two_cards(self, name: str) -> bool:
        """Whether the words are the exact names of two cards: `dreff imp` is not a typo
        of Dr. Dreff.
        """
        words = name.split()
        for split in range(1, len(words)):
            first = self.exact(" ".join(words[:split]), "card")
            second = self.exact(" ".join(words[split:]), "card")
            if first.things and second.things:
                return True
        return False

    def exact(self, name: str, *kinds: Kind) -> Resolution:
        """The things that have a folded name as title, alias or another spelling of
        one.
        """
        return next(self.exact_readings(name, *kinds), _NOTHING)

    def exact_readings(
        self,
        name: str,
        *kinds: Kind,
    ) -> Iterator[Resolution]:
        """All readings of a folded name as title, alias or another spelling, the surest
        first.
        """
        bare = name.removeprefix("the ")
        spellings = [bare, bare.replace(" ", "")]
        if " " in bare:
            spellings.append(in_any_order(bare))
        if self.forms.isdisjoint((name, *spellings)):
            return  # saves time, because every phrase of a query is looked up
        for kind in kinds or KINDS:
            # The words of a page's name are neither joined nor moved
            kind_spellings = spellings[:1] if kind == "page" else spellings
            for match_kind, positions in self._written(name, kind_spellings):
                if positions and (things := self._of_kinds(positions, (kind,))):
                    yield Resolution(match_kind, things)

    def _written(
        self,
        name: str,
        spellings: Iterable[str],
    ) -> Iterator[tuple[MatchKind, Sequence[int]]]:
        """The positions of things with this name or one of its spellings, the surest
        first.
        """
        yield "title", self.titles.get(name, ())
        yield "alias", self.aliases.get(name, ())
        for spelling in spellings:
            for table in (self.spellings, self.aliases, self.titles):
                yield "spelling", table.get(spelling, ())

    def spans(
        self,
        words: Sequence[str],
        is_known: Callable[[str], bool],
        confidence: Confidence,
    ) -> list[NameSpan]:
        """The names of cards in folded words, in order. Exact names are looked for
        first, the longest at each word; then unfinished or misspelt ones around an
        unknown word.

        `is_known(word)`: whether a word is neither unfinished nor misspelt.
        """
        spans_by_word: dict[int, NameSpan] = {}
        start = 0
        while start < len(words):
            span = self._longest_span(words, start, confidence)
            if span:
                spans_by_word |= dict.fromkeys(span.places, span)
            start = span.stop if span else start + 1

        @cache
        def near_span(start: int, stop: int) -> RankedSpan | None:
            return self._near_span(words, start, stop, confidence)

        unnamed = [i for i in range(len(words)) if i not in spans_by_word]
        unknown = [i for i in unnamed if not is_known(words[i])]
        for i in unknown[:MAX_TYPOS]:
            starts = range(max(0, i - TYPO_WINDOW), i + 1)
            last_stop = min(len(words), i + TYPO_WINDOW + 1)
            stops = range(i + 1, last_stop + 1)
            near_spans: list[RankedSpan] = []
            for start, stop in product(starts, stops):
                inside = map(spans_by_word.get, range(start, stop))
                # A nickname may be part of a longer name: `cowboy` in `cowboy sysopp`
                is_free = all(len(span.places) == 1 for span in inside if span)
                if is_free and (ranked_span := near_span(start, stop)):
                    near_spans.append(ranked_span)
            if near_spans:
                _, span = min(near_spans)
                spans_by_word |= dict.fromkeys(span.places, span)
        return sorted(set(spans_by_word.values()))

    def _longest_span(
        self,
        words: Sequence[str],
        start: int,
        confidence: Confidence,
    ) -> NameSpan | None:
        """The longest exact name that begins at a word."""
        last_stop = min(len(words), start + MAX_NAME_WORDS)
        for stop in range(last_stop, start, -1):
            if span := self._exact_span(words, start, stop, confidence):
                return span
        return None

    def _exact_span(
        self,
        words: Sequence[str],
        start: int,
        stop: int,
        confidence: Confidence,
    ) -> NameSpan | None:
        """The cards with exactly this name, or with it without The or
        without spaces.
        """
        name = " ".join(words[start:stop])
        joined = name.replace(" ", "")
        keys = dict.fromkeys((name, joined, name.removeprefix("the ")))
        for key in filter(self.forms.__contains__, keys):
            for match_kind, positions in self._written(key, (key,)):
                cards = self._of_kinds(positions, ("card",))
                if cards and (probability := confidence(key)):
                    probability /= len(cards) ** 0.5
                    return NameSpan(start, stop, cards, match_kind, probability)
        return None

    def _near_span(
        self,
        words: Sequence[str],
        start: int,
        stop: int,
        confidence: Confidence,
    ) -> RankedSpan | None:
        """A rank and the few cards that these words nearly name. More words and fewer
        edits are better; the lowest rank is the best.
        """
        name_words = words[start:stop]
        ends = name_words[0], name_words[-1]
        if not TITLE_STOP_WORDS.isdisjoint(ends):
            return None
        name = " ".join(name_words)
        edits = 0
        is_alone = len(name_words) == 1
        is_short = len(name) < MIN_CLEAR_BEGINNING
        match_kind: MatchKind = "beginning" if is_alone else "words"
        cards = self._begun_or_with_words(name)
        if not cards and len(name) >= MIN_TYPO_LENGTH:
            match_kind = "typo"
            edits, cards = self._misspelt(name_words, confidence)
        if not cards or (is_short and len(cards) > 1):
            return None
        word_count = sum(word not in TITLE_STOP_WORDS for word in name_words)
        title = plain_text.fold(cards[0].title)
        probability = confidence(title) or CLEAR_CONFIDENCE
        if match_kind == "typo" or (is_alone and is_short):
            probability *= TYPO_FACTOR
        probability /= len(cards) ** 0.5
        span = NameSpan(start, stop, cards, match_kind, probability)
        # An explained word makes up for one edit
        return (edits - word_count, -word_count), span

    def _begun_or_with_words(self, name: str) -> tuple[Thing, ...]:
        """The cards whose titles begin with a single word, or contain all of several
        words.
        """
        positions = self.with_words(name) if " " in name else self._titles_begun(name)
        if name in self.words:  # `road` is a word of its own, and not Roadblock
            positions = self._with_word(name).intersection(positions)
        return self._of_kinds(positions, ("card",))

    def _misspelt(
        self,
        words: Sequence[str],
        confidence: Confidence,
    ) -> tuple[int, tuple[Thing, ...]]:
        """The fewest edits between the words and a name, and the cards with that name.

        The name must contain each word that is in some title, and the title each
        number: in `cowboy sysopp 2` the number is a count.
        """
        name = " ".join(words)
        numbers = {word for word in words if word.isdigit()}
        printed = self.words.keys() & {*words} - TITLE_STOP_WORDS
        positions_by_edits: dict[int, list[int]] = {}
        near_names = self._near_names(name, first=name[0])
        for edits, near_name, positions in near_names:
            if confidence(near_name) and printed.issubset(near_name.split()):
                positions_by_edits.setdefault(edits, []).extend(positions)
        fewest = min(positions_by_edits, default=0)
        nearest = positions_by_edits.get(fewest, ())
        cards: list[Thing] = []
        for card in self._of_kinds(nearest, ("card",)):
            title_words = plain_text.fold(card.title).split()
            if numbers.issubset(title_words):
                cards.append(card)
        return fewest, tuple(cards)

    def _of_kinds(
        self,
        positions: Iterable[int],
        kinds: Sequence[Kind],
    ) -> tuple[Thing, ...]:
        """The things at these positions, at most `MAX_AMBIGUOUS_NAMES`; all kinds if
        none is given.
        """
        things: list[Thing] = []
        for i in sorted(set(positions)):
            thing = self.things[i]
            if not kinds or thing.kind in kinds:
                things.append(thing)
        if len(things) > MAX_AMBIGUOUS_NAMES:
            things.sort(key=lambda thing: len(thing.title))
        return tuple(things[:MAX_AMBIGUOUS_NAMES])

    def beginning(self, name: str) -> list[int]:
        """The positions of names that begin with all the typed words; if there are
        none, with an unfinished last word, or without the spaces.
        """
        keys = _begun(self._sorted_names, f"{name} ")
        if not keys and len(name) > 1:
            keys = [key for key in _begun(self._sorted_names, name) if key != name]
        letters = name.replace(" ", "")
        if not keys and len(letters) >= MIN_TYPO_LENGTH:
            keys = [
                key
                for key in _begun(self._sorted_names, name[0])
                if key.replace(" ", "").startswith(letters)
            ]
            return self._with_titles(keys)
        return [*chain.from_iterable(map(self._called, keys))]

    def _called(self, name: str) -> list[int]:
        titles = self.titles.get(name, ())
        aliases = self.aliases.get(name, ())
        return [*titles, *aliases]

    def _with_titles(self, titles: Iterable[str]) -> list[int]:
        positions: list[int] = []
        for title in titles:
            positions += self.titles.get(title, ())
        return positions

    def _titles_begun(self, name: str) -> list[int]:
        """The titles that begin with a word, if it is not too short."""
        if len(name) < MIN_TYPO_LENGTH:
            return []
        positions: list[int] = []
        for i in dict.fromkeys(self.beginning(name)):
            title = plain_text.fold(self.things[i].title)
            if title.removeprefix("the ").startswith(name):
                positions.append(i)
        return positions

    def with_words(self, name: str) -> set[int]:
        """Titles with all the typed words in any order; if there are none, with words
        that begin with them.
        """
        positions = self.with_whole_words(name)
        if positions:
            return positions
        words = _without_stop_words(name)
        for word in words:
            if len(word) < MIN_BEGINNING and word not in self.words:
                return positions
        return set.intersection(*map(self._like, words))

    def with_whole_words(self, name: str) -> set[int]:
        """Titles with all the typed words in any order."""
        words = _without_stop_words(name)
        return set.intersection(*map(self._with_word, words))

    def _with_word(self, word: str) -> set[int]:
        same = self.words.get(word, ())
        in_singular = self.words.get(plain_text.singular(word), ())
        return {*same, *in_singular}

    def _like(self, word: str) -> set[int]:
        """Titles with the word, or with one that begins with it."""
        positions = self._with_word(word)
        for known_word in _begun(self._sorted_words, word):
            positions.update(self.words[known_word])
        return positions

    def _typo(self, name: str, kinds: Sequence[Kind]) -> Resolution:
        """The things with the nearest whole names or, if none is near, with titles that
        have a word near each typed one.

        If the nearest are all of other kinds, they are only suggested.
        """
        distances: dict[int, int] = {}
        near_names = sorted(self._near_names(name), reverse=True)
        for edits, _, positions in near_names:
            distances |= dict.fromkeys(positions, edits)  # fewer edits replace more
        distances = distances or self._near_words(name)
        shortest = min(distances.values(), default=0)
        nearest = [i for i, distance in distances.items() if distance == shortest]
        nearest_things = self._of_kinds(nearest, ())
        for kind in kinds or _inexact_kinds(name):
            if things := self._of_kinds(nearest, (kind,)):
                others = [thing for thing in nearest_things if thing.kind != kind]
                return Resolution("typo", things, tuple(others))
        return Resolution(suggestions=nearest_things or self._similar(name, kinds))

    def _near_names(
        self,
        name: str,
        first: str = "",
    ) -> Iterator[tuple[int, str, list[int]]]:
        """The edit distance, name and positions of titles and aliases within
        `max_edits` of the whole typed name.

        `first`: their first letter, if it must be right. Then they also need a minimum
        length, greater by one if a space is left out: `hint` is not *HQ Int*.
        """
        letters = name.replace(" ", "")
        candidates = self._letters.get(first, {})
        near_names = edit_distance.names_within_reach(letters, candidates)
        for edits, near_name in near_names:
            is_joined = near_name.count(" ") > name.count(" ")
            min_length = MIN_TYPO_NAME_LENGTH + is_joined if first else 0
            is_long = len(candidates[near_name]) >= min_length
            if is_long and edit_distance.words_could_be_typos(name, near_name):
                yield edits, near_name, self._called(near_name)

    def _near_words(self, name: str) -> dict[int, int]:
        """Position → summed edit distance, for titles with a word within `max_edits` of
        each typed word. If several words are typed, an unfinished one counts as one
        edit: `aiport loc`.
        """
        words = name.split()
        longest = max(map(len, words))
        if len(words) > MAX_MISSPELT_WORDS or not edit_distance.max_edits(longest):
            return {}
        totals: dict[int, int] = {}
        for number, word in enumerate(words):
            distances: dict[int, int] = {}
            near_words = edit_distance.names_within_reach(word, self._known_words)
            if len(words) > 1 and len(word) >= MIN_BEGINNING:
                unfinished = _begun(self._sorted_words, word)
                near_words += [(1, known_word) for known_word in unfinished]
            for edits, known_word in sorted(near_words, reverse=True):
                positions = self.words[known_word]
                distances |= dict.fromkeys(positions, edits)  # fewer replace more
            if number:
                with_all = distances.keys() & totals
                distances = {i: totals[i] + distances[i] for i in with_all}
            totals = distances
        return totals

    def _similar(
        self,
        name: str,
        kinds: Sequence[Kind],
    ) -> tuple[Thing, ...]:
        """The things with the most similar titles, as suggestions. A single word is
        also compared with each word of a title.
        """
        # These modules are only loaded for an unknown name.
        from rapidfuzz.fuzz import ratio
        from rapidfuzz.process import extract_iter

        scores = dict[Thing, float]()
        similar_parts = extract_iter(
            name,
            self._title_parts,
            scorer=ratio,
            score_cutoff=MIN_SIMILARITY,
        )
        for _, score, (i, number) in similar_parts:
            thing = self.things[i]
            if number:
                score = 0.0 if " " in name else score - TITLE_WORD_PENALTY
            if score >= MIN_SIMILARITY and thing.kind in (kinds or ("card",)):
                scores[thing] = max(scores.get(thing, 0.0), score)
        most_similar = sorted(scores, key=scores.__getitem__, reverse=True)
        return tuple(most_similar[:MAX_SUGGESTIONS])

    @cached_property
    def _title_parts(self) -> dict[tuple[int, int], str]:
        """The title of each thing in lower case, and its words, numbered from 1."""
        parts: dict[tuple[int, int], str] = {}
        for i, thing in enumerate(self.things):
            title = thing.title.lower()
            for number, part in enumerate((title, *title.split())):
                parts[i, number] = part
        return parts

    def _with_same_beginning(
        self,
        name: str,
        kinds: Sequence[Kind],
    ) -> tuple[Thing, ...]:
        """The only topic or command whose name begins with the same letters as a word,
        if only such kinds are looked for.
        """
        allowed_kinds = {"topic", "ruling", "command"}
        if not kinds or not allowed_kinds.issuperset(kinds):
            return ()
        if " " in name or len(name) < MIN_TOPIC_BEGINNING:
            return ()
        keys = _begun(self._sorted_names, name[:MIN_TOPIC_BEGINNING])
        things = self._of_kinds(self._with_titles(keys), kinds)
        if len(things) > 1:
            return ()
        return things


class Reading(NamedTuple):
    """A way to read part of a name. `positions` finds the things. `kinds` are looked
    for one after the other if the caller names none; if empty, `_inexact_kinds` are.
    """

    match_kind: MatchKind
    positions: Callable[[Names, str], Iterable[int]]
    kinds: tuple[Kind, ...] = ()


# Whole words of cards come before the beginnings of other names
READINGS = (
    Reading("beginning", Names.beginning, ("card",)),  # `loan`: Loan from Chiba
    Reading("words", Names.with_whole_words, ("card",)),  # `chiba loan`
    Reading("beginning", Names.beginning),  # `trac`: the topic Tracing
    Reading("words", Names.with_words),  # `keith stanley`, `for activa`
)


def _put(table: Positions, position: int, *names: str) -> None:
    for name in names:
        positions = table.setdefault(name, [])
        if position not in positions:
            positions.append(position)


def _begun(names: list[str], beginning: str) -> list[str]:
    """The names in an alphabetical list that have this beginning."""
    start = bisect_left(names, beginning)
    stop = bisect_left(names, beginning + "{")  # which comes after `z`
    return names[start:stop]


def _without_stop_words(name: str) -> list[str]:
    """The words of a folded name except `TITLE_STOP_WORDS`; all if there
    are no others.
    """
    words = name.split()
    return [word for word in words if word not in TITLE_STOP_WORDS] or words


def _inexact_kinds(name: str) -> tuple[Kind, ...]:
    """The kinds that a part of a name or a misspelt name can mean. Several words never
    mean a list, because none of them may be ignored.
    """
    return _KINDS_WITHOUT_LISTS if " " in name else KINDS


def _is_clear(things: Sequence[Thing], name: str) -> bool:
    """Whether common words name things clearly. They name one card by the beginning of
    its title, several cards by whole words of their titles, and one thing of another
    kind in any way.
    """
    are_cards = things[0].kind == "card"
    titles = [plain_text.fold(thing.title) for thing in things]
    if len(things) == 1:
        return not are_cards or f"{titles[0]} ".startswith(f"{name} ")
    words = {*name.split()}
    return are_cards and all(words.issubset(title.split()) for title in titles)


# Ways to write a name: folded forms, numbers, plurals


def _other_spellings(title: str) -> set[str]:
    """Spelling variants of a folded title: without The, without spaces, in any word
    order, with words abbreviated.
    """
    bare = title.removeprefix("the ")
    spaced = short = full = f" {bare} "
    for word, abbreviation in _SHORT_WORDS.items():
        short = short.replace(f" {word} ", f" {abbreviation} ")
        full = full.replace(f" {abbreviation} ", f" {word} ")
    forms = {
        bare,
        short.strip(),
        full.strip(),
        spaced.replace(" r and d ", " rnd ").strip(),
        spaced.replace(" and ", " ").strip(),
    }
    title_words = [word for word in bare.split() if word not in TITLE_STOP_WORDS]
    if len(title_words) > 1:
        forms.add(" ".join(title_words))
    joined = {form.replace(" ", "") for form in forms}
    keys = {in_any_order(form) for form in forms if " " in form}
    return forms | joined | keys


def in_any_order(name: str) -> str:
    """A key shared by all orders of the same words, without plurals and
    `TITLE_STOP_WORDS`; it starts with `=`.
    """
    words = sorted(map(plain_text.singular, name.split()))
    title_words = [word for word in words if word not in TITLE_STOP_WORDS]
    return "=" + " ".join(title_words or words)
