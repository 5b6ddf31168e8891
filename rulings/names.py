"""A typed name or id → the entity it means, whatever else it may mean; or `NotFound` with the nearest names."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Literal, NoReturn, TypedDict

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract_iter

from rulings import errors
from rulings.model import constants, entities, formatting, ids, knowledge

# The numbers and words by which names are recognized. The page uses them too: `site/export/script_constants.py`.

MAX_NAME_LENGTH = 400  # characters; the rest of a typed name is not read
MAX_AMBIGUOUS_NAMES = 12  # cards or topics listed for an ambiguous name: those with the shortest titles
MIN_JOINED_ALIAS_LENGTH = 6  # characters with spaces, as in `hq int`; only then can the spaces be left out
STOP_WORDS = frozenset(("a", "an", "and", "by", "for", "from", "in", "of", "on", "the", "through", "to", "with"))
NUMBERS = {"two": "2", "four": "4", "fifteen": "15", "twenty": "20", "twenty two": "22", "twenty four": "24"}

# A misspelt name
EDIT_THRESHOLDS = (4, 8, 13, 20)  # each of these lengths allows one more edit, because a long name stays recognizable
FIRST_LETTER_PENALTY = 0.5  # added to the distance: people seldom mistype the first letter
EXTRA_WORD_EDITS = 1  # allowed in a word of a longer name, beyond those for its own length: the rest makes it clear

# A misspelt name typed by itself
MAX_MISSPELT_LENGTH = 80  # a longer one is no title, and comparing it with all of them would take long
MAX_MISSPELT_WORDS = 8  # no title has more
MAX_SUGGESTIONS = 3  # titles suggested when no name is close enough
MIN_SIMILARITY = 65.0  # 0 to 100 (rapidfuzz `ratio`); a title below it is not suggested
TITLE_WORD_PENALTY = 8  # taken from the similarity to one word of a title: the whole title is better evidence

# A misspelt name among the words of a query, where other words stand beside it
MIN_QUERIED_NAME_LENGTH = 5  # a shorter one is close to too many ordinary words
MAX_QUERIED_NAME_LENGTH = 60  # words with more letters in all cannot be a title
MIN_DISTINCT_NAME_LENGTH = 7  # a shorter name is one edit from many words, so it must begin alike and mean one card

# Any other word of a query
MAX_WORD_EDITS = 2  # beyond this, a correction would be a guess
MIN_EDITED_WORD_LENGTH = 5  # in a shorter word, only swapped letters: too many real words are one edit apart


# The shapes of the tables in which names are looked up: JSON data, made by `rulings.names` and compiled.


class NameTable(TypedDict):
    """The names of all cards or all topics. Positions are those in `ids` and `titles`, which are parallel lists."""

    ids: list[str]
    titles: list[str]
    exact: dict[str, list[int]]  # folded title → positions
    aliases: dict[str, list[int]]  # folded alias → positions
    variants: dict[str, list[int]]  # spelling variant of a title or an alias → positions
    words: dict[str, list[int]]  # word of a title, also in the singular → positions
    initials: dict[str, list[int]]  # initials of a title → positions
    sorted: list[str]  # all titles and aliases, folded


NameTables = dict[str, NameTable]  # by kind: `card`, `topic`


class Meanings(TypedDict):
    """What names of things other than cards mean, and the common words."""

    names: dict[str, list[str]]  # folded name → [kind, id, title]
    common: list[str]  # common words, which do not name a card just because its title contains them


# Text in any script → ASCII: accents removed, quotes straightened, π spelled out.

_LETTERS = str.maketrans(
    {**ids.SPELLED_OUT, "Π": "pi", "Æ": "AE", "Ø": "O", "™": None, "®": None, "–": "-", "—": "-", "…": "..."}
)


def to_ascii(text: str) -> str:
    """The text in ASCII. A letter of another script becomes its code point (`u4f60`), which matches no known word."""
    text = text.translate(_LETTERS)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKD", text)
    return "".join(
        c if c < "\x80" else "" if unicodedata.combining(c) else f"u{ord(c):x}" if c.isalpha() else " " for c in text
    )


# Misspelt names and words → the intended ones, by edit distance (optimal string alignment).


def max_edits(length: int) -> int:
    """How many edits a name of that many letters may contain and still be recognized: 0 to 4."""
    return bisect_right(EDIT_THRESHOLDS, length)


def _plausible_edits(a: str, b: str, extra: int = 0) -> int | None:
    """The edit distance of two words, or of two names without spaces.

    None if it is more than `extra` edits beyond `max_edits` of the shorter one.
    """
    limit = max_edits(min(len(a), len(b))) + extra
    edits = OSA.distance(a, b, score_cutoff=limit)
    return edits if edits <= limit else None


def _near(typed: str, known: Iterable[str]) -> list[tuple[int, str]]:
    """The edit distance of each known word or name that is near enough, like `_plausible_edits` but in one call.

    Spaces in known names do not count.
    """
    letters = {name: name.replace(" ", "") for name in known}
    near = extract_iter(typed, letters, scorer=OSA.distance, score_cutoff=max_edits(len(typed)))
    return [(edits, name) for found, edits, name in near if edits <= max_edits(len(found))]


def intended_positions(table: NameTable, name: str) -> tuple[list[int], list[int]]:
    """What a misspelt name may mean, as positions in `table`: (the closest names, suggestions if none is close).

    `table` is one of those that `resolving.tabulate_names` makes; `name` is folded.
    """
    if len(name.replace(" ", "")) > MAX_MISSPELT_LENGTH:
        return [], []
    ranked = _by_whole_name(table, name) or _by_word(table, name)
    if ranked:
        best = min(ranked.values())
        return [position for position, distance in ranked.items() if distance == best], []
    scores = [
        (max(ratio(name, title.lower()), _best_word_similarity(name, title)), position)
        for position, title in enumerate(table["titles"])
    ]
    return [], [
        position
        for score, position in sorted(scores, key=lambda pair: (-pair[0], pair[1]))[:MAX_SUGGESTIONS]
        if score >= MIN_SIMILARITY
    ]


def corrections(typed: str, known: list[str]) -> list[str]:
    """The words of `known` that `typed` may be a misspelling of, the nearest first."""
    return [word for _, word in sorted(_near(typed, known))]


def words_could_be_typos(typed: str, name: str) -> bool:
    """Whether each word of `typed` can be a typo of the corresponding word of `name`: `kit` is not a typo of `rig`.

    Always true for single words, and for names with different numbers of words.
    """
    pairs = list(zip(typed.split(), name.split(), strict=False))
    if typed.count(" ") != name.count(" ") or len(pairs) < 2:
        return True
    return all(_plausible_edits(a, b, EXTRA_WORD_EDITS) is not None for a, b in pairs)


def _by_whole_name(table: NameTable, typed: str) -> dict[int, float]:
    """Position → edit distance, for titles and aliases within `max_edits` of the whole typed name."""
    letters = typed.replace(" ", "")
    distances: dict[int, float] = {}
    for names in (table["exact"], table["aliases"]) if max_edits(len(letters)) else ():
        for edits, name in _near(letters, names):
            if words_could_be_typos(typed, name):
                distance = edits + FIRST_LETTER_PENALTY * (letters[0] != name[0])
                for position in names[name]:
                    distances[position] = min(distances.get(position, inf), distance)
    return distances


def _by_word(table: NameTable, name: str) -> dict[int, float]:
    """Position → summed edit distance, for titles with a word within `max_edits` of each typed word."""
    words = name.split()
    if len(words) > MAX_MISSPELT_WORDS or not any(max_edits(len(word)) for word in words):
        return {}
    totals: dict[int, float] | None = None
    for word in words:
        distances: dict[int, float] = {}
        for edits, known in _near(word, table["words"]):
            for position in table["words"][known]:
                distances[position] = min(distances.get(position, inf), edits)
        totals = (
            distances
            if totals is None
            else {
                position: totals[position] + distance for position, distance in distances.items() if position in totals
            }
        )
        if not totals:
            return {}
    return totals or {}


def _best_word_similarity(name: str, title: str) -> float:
    """The similarity of a one-word name to the most similar word of a title, less `TITLE_WORD_PENALTY`."""
    if " " in name:
        return 0.0
    return max((ratio(name, word) - TITLE_WORD_PENALTY for word in title.lower().split()), default=0.0)


NamesByLength = dict[int, list[tuple[str, str]]]  # number of letters → names with so many, without and with spaces


def intended_name(
    names: Mapping[str, tuple[list[int], float]], by_length: NamesByLength, words: list[str]
) -> tuple[str, float] | None:
    """The name that these words may be a misspelling of, with its edit distance.

    None if no name is close, or if the nearest ones mean different cards. `names`: name → positions of its cards, and
    its confidence; `by_length`: `names_by_length(names)`.
    """
    typed = "".join(words)
    limit = max_edits(len(typed))
    if not limit or len(typed) > MAX_QUERIED_NAME_LENGTH:
        return None
    candidates: list[tuple[float, str]] = []
    for length in range(max(MIN_QUERIED_NAME_LENGTH, len(typed) - limit), len(typed) + limit + 1):
        for letters, name in by_length.get(length, ()):
            edits = _plausible_edits(typed, letters)
            if edits is not None and _may_be_misspelling(words, name, len(names[name][0]) > 1):
                candidates.append((edits + FIRST_LETTER_PENALTY * (typed[0] != letters[0]), name))
    if not candidates:
        return None
    shortest, nearest = min(candidates, key=lambda candidate: candidate[0])
    rivals = (distance for distance, name in candidates if names[name][0] != names[nearest][0])
    return (nearest, shortest) if shortest < min(rivals, default=inf) else None


def names_by_length(names: Iterable[str]) -> NamesByLength:
    """The names by length, for `intended_name`; made once for a query, because it takes about half a millisecond."""
    by_length: NamesByLength = {}
    for name in names:
        letters = name.replace(" ", "")
        by_length.setdefault(len(letters), []).append((letters, name))
    return by_length


def _may_be_misspelling(words: list[str], name: str, is_ambiguous: bool) -> bool:
    """Whether `name`, which has few enough edits, may be what was meant. `is_ambiguous`: it means several cards."""
    # A space may be missing, but not two.
    if name.count(" ") > len(words) or not words_could_be_typos(" ".join(words), name):
        return False
    typed = "".join(words)
    letters = name.replace(" ", "")
    # If the letters are the same in another order, they were swapped: even a short name is clear then.
    if len(typed) >= MIN_DISTINCT_NAME_LENGTH or sorted(typed) == sorted(letters):
        return True
    return typed[0] == letters[0] and not is_ambiguous


def intended_word(word: str, vocabulary: list[str]) -> str | None:
    """The word of `vocabulary` (the commonest first) that `word` misspells, or None.

    Both must begin with the same letter. A word of four letters is corrected only where two of them are swapped: too
    many real words are one edit apart.
    """
    limit = min(max_edits(len(word)), MAX_WORD_EDITS)
    best: tuple[float, str] | None = None
    for known in vocabulary if limit else ():
        if known[0] == word[0]:
            distance = OSA.distance(word, known, score_cutoff=limit)
            if (
                distance <= limit
                and (len(word) >= MIN_EDITED_WORD_LENGTH or sorted(word) == sorted(known))
                and (best is None or distance < best[0])
            ):
                best = distance, known
    return best[1] if best else None


# An unknown word and the known words → the most similar of these, only to suggest them in messages.


def similar_words(word: str, known: Iterable[str], limit: int, cutoff: float = 0.5) -> list[str]:
    """Up to `limit` known words that are similar to `word`, the most similar first. `cutoff`: 0 to 1."""
    from rapidfuzz.fuzz import ratio  # here, because a look-up of a name that is found does not need it
    from rapidfuzz.process import extract

    return [found for found, _, _ in extract(word, list(known), scorer=ratio, limit=limit, score_cutoff=100 * cutoff)]


def nearest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str | None:
    """The known word most similar to `word`, or None if none is similar enough (`cutoff`: 0 to 1)."""
    return next(iter(similar_words(word, known, 1, cutoff)), None)


def nearest_hint(word: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """The end of an error message: `; the nearest is “Bug Zapper”`, or nothing if `nearest` finds no known word."""
    nearest_word = nearest(word, known, cutoff)
    return f"; the nearest is {errors.quoted(nearest_word)}" if nearest_word else ""


def not_found(what: str, typed: str, nearest_names: Sequence[str], more: str = "") -> errors.NotFound:
    """The error for a typed name that nothing has: `no card “glacir”; did you mean Glacier?`.

    `what`: such as `no card`; `more`: what follows the suggested names.
    """
    hint = f"; did you mean {formatting.joined_with_or(list(nearest_names))}?" if nearest_names else ""
    return errors.NotFound(f"{what} “{ids.shortened(typed)}”{hint}{more}", tuple(nearest_names))


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """An error message: no `kind` (`card`, `section`) is called `name`; with the nearest of the known names."""
    return f"no {kind} is called {errors.quoted(name)}{nearest_hint(name, known)}"


# A typed name → the id of the card or topic it means; a knowledge base → the tables for that.


def singular(word: str) -> str:
    """A word without its plural ending: `moles` → `mole`, `technologies` → `technology`; not short words or `-ss`."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def tabulate_names(kb: knowledge.Knowledge) -> NameTables:
    """The tables that `resolve` uses, as JSON data: `{"card": {…}, "topic": {…}}`. See also `cached_name_tables`."""
    aliases = [(row["name"], [row["card"]]) for row in kb.names.get("aliases", ())]
    ambiguous = [(row["name"], row["cards"]) for row in kb.names.get("ambiguous", ())]
    cards = [(card.id, card.title) for card in kb.cards]
    trademarks = [(spelled, [title]) for _, title in cards if (spelled := _with_trademark(title)) != ids.fold(title)]
    return {
        "card": build_name_table(cards, [*aliases, *trademarks], ambiguous),
        "topic": build_name_table([(topic.id, topic.title) for topic in kb.topics], [], []),
    }


def _with_trademark(title: str) -> str:
    """The folded title with the letters of its trademark, if any: `Bakdoor [TM]` → `bakdoor tm`."""
    return ids.fold(title.replace("[", " ").replace("(", " "))


def build_name_table(
    entities: list[tuple[str, str]], aliases: list[tuple[str, list[str]]], ambiguous: list[tuple[str, list[str]]]
) -> NameTable:
    """The table of the names of cards or topics. `entities`: (id, title); the other two: (name, titles it means)."""
    position_of = {title: position for position, (_, title) in enumerate(entities)}
    table: NameTable = {
        "ids": [id for id, _ in entities],
        "titles": [title for _, title in entities],
        "exact": {},
        "aliases": {},
        "variants": {},
        "words": {},
        "initials": {},
        "sorted": [],
    }
    for position, (_, title) in enumerate(entities):
        _add_title(table, ids.fold(title), position)
    for alias, titles in [*aliases, *ambiguous]:
        positions = [position_of[title] for title in titles if title in position_of]
        if positions:
            table["aliases"][ids.fold(alias)] = positions
    for alias, positions in table["aliases"].items():
        if len(alias) >= MIN_JOINED_ALIAS_LENGTH:
            table["variants"].setdefault(alias.replace(" ", ""), positions)
    table["sorted"] = sorted({*table["exact"], *table["aliases"]})
    return table


def _add_title(table: NameTable, name: str, position: int) -> None:
    """Adds a folded title to the table: itself, its other spellings, its words and its initials."""
    words = name.split()
    _add(table["exact"], [name], position)
    _add(table["variants"], sorted(_other_spellings(name)), position)
    _add(table["words"], sorted({form for word in words for form in (word, singular(word))}), position)
    _add(table["initials"], _initials(words), position)


def _add(index: dict[str, list[int]], keys: Iterable[str], position: int) -> None:
    for key in keys:
        positions = index.setdefault(key, [])
        if position not in positions:
            positions.append(position)


def _initials(words: list[str]) -> list[str]:
    """The initials of all words and of those that are no stop words, if there are at least three."""
    main_words = [word for word in words if word not in STOP_WORDS]
    initials = ["".join(word[0] for word in chosen) for chosen in (words, main_words)]
    return [letters for letters in initials if len(letters) > 2]


def _other_spellings(name: str) -> set[str]:
    """Spelling variants of a folded title: without The, without spaces, in any word order, with numbers as figures."""
    bare = name.removeprefix("the ")
    figures = f" {bare} "
    for word, figure in sorted(NUMBERS.items(), key=lambda pair: -len(pair[0])):
        figures = figures.replace(f" {word} ", f" {figure} ")
    spaced = f" {bare} "
    forms = {
        form.strip() for form in (bare, figures, spaced.replace(" r and d ", " rnd "), spaced.replace(" and ", " "))
    }
    return {key for form in forms for key in (form, form.replace(" ", ""), _in_any_order(form))}


def _in_any_order(name: str) -> str:
    """A key shared by all orders of the same words, without plurals and stop words; it starts with `=`."""
    words = sorted(singular(word) for word in name.split())
    return "=" + " ".join([word for word in words if word not in STOP_WORDS] or words)


class ResolvedName:
    """What a typed name means: ids and titles of the cards (or topics) it may mean; if none, the closest titles.

    `outcome`: `found` (one), `ambiguous` (several) or `none`. `titles` are parallel to `ids`; `nearest`: best first.
    It is not a dataclass because a look-up by name imports it, and importing `dataclasses` takes as long as a look-up.
    """

    __slots__ = ("ids", "nearest", "titles")

    def __init__(self, ids: list[str], titles: list[str], nearest: list[str]) -> None:
        self.ids, self.titles, self.nearest = ids, titles, nearest

    @property
    def outcome(self) -> Literal["found", "ambiguous", "none"]:
        """Whether the name means exactly one card or topic, several, or none."""
        return "none" if not self.ids else "found" if len(self.ids) == 1 else "ambiguous"


def resolve(
    tables: NameTables, typed: str, kind: constants.SubjectKind = "card", allow_typos: bool = True
) -> ResolvedName:
    """What the typed name of a card or topic means.

    Tried in this order, and the first that finds anything decides: title, alias, spelling variant, prefix, words,
    initials, typo (`allow_typos`).
    """
    table = tables[kind]
    name = ids.fold(typed[:MAX_NAME_LENGTH])
    if not name:
        return ResolvedName([], [], [])
    suggestions: list[int] = []
    positions = (
        direct_positions(table, name)
        or _by_prefix(table, name)
        or _by_words(table, name)
        or table["initials"].get(name, [])
    )
    if not positions and allow_typos:
        positions, suggestions = _by_edit_distance(table, name)
    if len(positions) > MAX_AMBIGUOUS_NAMES:
        positions = _shortest(table, positions)
    titles = table["titles"]
    return ResolvedName(
        [table["ids"][position] for position in positions],
        [titles[position] for position in positions],
        [] if positions else [titles[position] for position in suggestions],
    )


def direct_matches(tables: NameTables, typed: str, kind: constants.SubjectKind = "card") -> list[str]:
    """The ids found by title, alias or spelling variant of a title, which `resolve` tries first."""
    return [
        tables[kind]["ids"][position] for position in direct_positions(tables[kind], ids.fold(typed[:MAX_NAME_LENGTH]))
    ]


def direct_positions(table: NameTable, name: str) -> list[int]:
    """Positions of a folded name found without a search: an exact title, an alias, a spelling variant of a title."""
    bare = name.removeprefix("the ")
    positions: list[int] = (
        table["exact"].get(name)
        or table["aliases"].get(name)
        or table["variants"].get(bare)
        or table["aliases"].get(bare)
        or table["variants"].get(bare.replace(" ", ""))
        or (table["variants"].get(_in_any_order(bare)) if " " in bare else None)
        or []
    )
    return positions


def _by_prefix(table: NameTable, name: str) -> list[int]:
    """Names that begin with what was typed, ending at a word.

    Only if there are none, and at least two letters were typed, those where it ends inside a word.
    """
    ending_at_word: dict[int, None] = {}
    ending_within_word: dict[int, None] = {}
    for key in table["sorted"]:
        if key.startswith(name):
            positions = table["exact"].get(key) or table["aliases"][key]
            matching = ending_at_word if key[len(name) : len(name) + 1] == " " else ending_within_word
            matching.update(dict.fromkeys(positions))
    return list(ending_at_word) or (list(ending_within_word) if len(name) > 1 else [])


def _by_words(table: NameTable, name: str) -> list[int]:
    """Titles with all the typed words in any order; if there are none, titles with words that begin with them."""
    words = [word for word in name.split() if word not in STOP_WORDS] or name.split()
    positions = _with_all_words(table, words, False)
    if not positions and all(len(word) > 2 for word in words):
        positions = _with_all_words(table, words, True)
    return positions


def _with_all_words(table: NameTable, words: Iterable[str], as_prefixes: bool) -> list[int]:
    """Titles with all these words, or if `as_prefixes`, with words that begin with them."""
    shared: set[int] | None = None
    for word in words:
        matching = set(table["words"].get(word, ())) | set(table["words"].get(singular(word), ()))
        if as_prefixes:
            for known, positions in table["words"].items():
                if known.startswith(word):
                    matching.update(positions)
        shared = matching if shared is None else shared & matching
        if not shared:
            return []
    return sorted(shared or ())


def _shortest(table: NameTable, positions: list[int]) -> list[int]:
    return sorted(positions, key=lambda position: len(table["titles"][position]))[:MAX_AMBIGUOUS_NAMES]


def _by_edit_distance(table: NameTable, name: str) -> tuple[list[int], list[int]]:
    return intended_positions(table, name)


def cached_name_tables(kb: knowledge.Knowledge) -> NameTables:
    """The result of `tabulate_names`, computed once for each knowledge base and kept in `kb.derived`."""
    tables: NameTables | None = kb.derived.get("name_tables")
    if tables is None:
        tables = kb.derived["name_tables"] = tabulate_names(kb)
    return tables


# Names that are not a card's → the topic, keyword, card type, authority or document they mean; and common words.

_MIN_RULINGS = 5  # a word that at least this many rulings use outside names of cards is a common word
_MIN_NAME_LENGTH = 4  # letters of a single first or last name that is understood as the person


def build_meanings(kb: knowledge.Knowledge) -> Meanings:
    """The meanings of names (the first that `_other_names` yields for each), and the common words."""
    names: dict[str, list[str]] = {}
    for kind, id, title, forms in _other_names(kb):
        for form in forms:
            names.setdefault(ids.fold(form), [kind, id, title])
    return {"names": names, "common": _common_words(kb)}


def cached_meanings(kb: knowledge.Knowledge) -> Meanings:
    """The result of `build_meanings`, compiled or computed once for each knowledge base."""
    found: Meanings | None = kb.derived.get("meanings")
    if found is None:
        found = kb.derived["meanings"] = build_meanings(kb)
    return found


def _other_names(kb: knowledge.Knowledge) -> Iterator[tuple[str, str, str, list[str]]]:
    """Kind, id and title of everything else that has a name, and the forms of its name."""
    for topic in kb.topics:
        yield "topic", topic.id, topic.title, [topic.title, topic.id]
    keywords = {keyword for card in kb.cards for keyword in card.keywords}
    for keyword in sorted(keywords):
        yield "keyword", keyword.lower(), keyword, plural_forms(keyword)
    for card_type in sorted({card.type for card in kb.cards}):
        yield "type", card_type.lower(), card_type, [card_type, f"{card_type}s"]
    for name, authority in authority_names(kb.authorities):
        yield "authority", authority.id, authority.name, [name]
    for document in kb.documents:
        yield "document", document.id, document.title, [document.title, document.id, document.short]


def authority_names(authorities: Iterable[entities.Authority]) -> Iterator[tuple[str, entities.Authority]]:
    """All names and ids of authorities, each with its authority; then first and last names that only one person has."""
    for authority in authorities:
        for name in (authority.name, authority.id, authority.person or authority.name, *authority.names):
            yield name, authority
    people: dict[str, list[entities.Authority]] = {}
    for authority in authorities:
        name = f"{authority.name} {authority.person or ''}"
        for word in {*ids.fold(name).split(), *map(ids.fold, name.split())}:  # of Keith-Stanley all three forms
            if len(word) >= _MIN_NAME_LENGTH and authority.kind == "person":
                people.setdefault(word, []).append(authority)
    yield from ((word, bearers[0]) for word, bearers in sorted(people.items()) if len(bearers) == 1)


def plural_forms(keyword: str) -> list[str]:
    """What may stand for a keyword: itself, and with `s` and `es`; one of these is its plural."""
    return [keyword, f"{keyword}s", f"{keyword}es"]


def _common_words(kb: knowledge.Knowledge) -> list[str]:
    """The words that several rulings contain outside the names of cards, in alphabetical order."""
    counts: dict[str, int] = {}
    for ruling in kb.rulings:
        words = ""
        position = 0
        for mention in sorted(ruling.mentions, key=lambda m: m.span):
            start, end = mention.span
            words += ruling.printed[position:start] + " " if start >= position else ""
            position = max(position, end)
        for word in set(ids.fold(words + ruling.printed[position:]).split()):
            counts[word] = counts.get(word, 0) + 1
    return sorted(word for word, count in counts.items() if count >= _MIN_RULINGS)


def is_address(typed: str) -> bool:
    """Whether an address of the site was typed, whole (`https://…`) or from its root (`/cards/dr-dreff/`)."""
    return typed.strip().lower().startswith(("/", "http://", "https://", "file://"))


def other_meaning(meanings: Meanings, names: NameTables, typed: str) -> list[str] | None:
    """`[kind, id, title]` of what the name means, or None; also None if it is exactly the name of a card."""
    meaning: list[str] | None = meanings["names"].get(ids.fold(typed))
    return meaning if meaning and not direct_matches(names, typed) else None


def is_only_common_words(meanings: Meanings, names: NameTables, typed: str, title: str = "") -> bool:
    """Whether only common words were typed, and they are neither the name of a card nor the beginning of `title`."""
    name = ids.fold(typed)
    common = set(meanings["common"])
    return (
        bool(name)
        and all(word in common for word in name.split())
        and not f"{ids.fold(title)} ".startswith(f"{name} ")
        and not direct_matches(names, typed)
    )


_TOPIC_LETTERS = 4  # that tell a topic from the others


def find_subject(kb: knowledge.Knowledge, name: str, kind: constants.SubjectKind) -> str:
    """The id of the card or topic that a name means, whatever else it may mean.

    Raises `NotFound` or `Ambiguous`, both with the `nearest` titles.
    """
    resolved = resolve_subject(kb, kb.current_id(name), kind)
    if resolved.outcome == "found":
        return resolved.ids[0]
    if resolved.outcome == "ambiguous":
        raise errors.Ambiguous(
            f"“{ids.shortened(name)}” may mean {formatting.joined_with_or(resolved.titles)}",
            name,
            tuple(zip(resolved.ids, resolved.titles, strict=True)),
        )
    raise not_found(f"no {kind}", name, resolved.nearest)


def resolve_subject(kb: knowledge.Knowledge, typed: str, kind: constants.SubjectKind) -> ResolvedName:
    """What `resolve` finds. There are few topics, so another form of its first word (`trace`) is enough for one."""
    resolved = resolve(cached_name_tables(kb), typed, kind)
    if kind == "topic" and resolved.outcome == "none":
        beginning = ids.fold(typed)[:_TOPIC_LETTERS]
        topics = [topic for topic in kb.topics if ids.fold(topic.title).startswith(beginning)]
        if len(topics) == 1 and len(beginning) == _TOPIC_LETTERS and topics[0].title in resolved.nearest:
            return ResolvedName([topics[0].id], [topics[0].title], [])
    return resolved


def find_ruling(kb: knowledge.Knowledge, id: str) -> entities.Ruling:
    """The ruling with that id, current or former."""
    known = kb.rulings_by_id
    return known.get(kb.current_id(id)) or _raise("no ruling", id, known)


def find_section(kb: knowledge.Knowledge, id: str) -> entities.Section:
    """The section with that id, current or former."""
    known = kb.sections_by_id
    return known.get(kb.current_id(id)) or _raise("no section", id, known)


def find_step(kb: knowledge.Knowledge, number: int | str) -> entities.Step:
    """The step of the run chart with that number or id (`run-chart-13`)."""
    for step in kb.steps:
        if str(number).strip().lower() in (str(step.number), step.id):
            return step
    raise not_found("no step", str(number), [], f"; the run chart has steps 1 to {len(kb.steps)}")


def find_authority(kb: knowledge.Knowledge, name: str) -> tuple[entities.Authority, bool]:
    """The authority with that name, id or person, or the beginning of one; and whether the name was misspelt."""
    wanted = ids.fold(name)
    with_names = [(a, {*map(ids.fold, (a.id, a.name, a.person or "", *a.names))}) for a in kb.authorities]
    exact = [authority for authority, names in with_names if wanted and wanted in names]
    matches = exact or [
        authority for authority, names in with_names if wanted and any(all_begin_words(wanted, name) for name in names)
    ]
    misspelt = None if matches else misspelt_authority(kb, name)
    if misspelt:
        matches = [authority for authority in kb.authorities if authority.id == misspelt[0]]
    if len(matches) == 1:
        return matches[0], bool(misspelt)
    if matches:
        raise ambiguous("authorities", name, [(authority.id, authority.name) for authority in matches])
    names = [authority.name for authority in kb.authorities]
    raise not_found("no authority", name, similar_words(name, names, 1), f"\nthe authorities are {', '.join(names)}")


def misspelt_authority(kb: knowledge.Knowledge, typed: str) -> tuple[str, str] | None:
    """Id and name of the authority that this may be a misspelling of (name, first or last name), or None."""
    names = cached_meanings(kb)["names"]
    known = {name: (id, title) for name, (kind, id, title) in names.items() if kind == "authority"}
    nearest = corrections(ids.fold(typed).replace(" ", ""), sorted(known))
    return known[nearest[0]] if nearest else None


def ambiguous(things: str, typed: str, choices: list[tuple[str, str]]) -> errors.Ambiguous:
    """The error for a typed name that several `things` (`cards`) have. `choices`: the id and title of each."""
    lines = "".join(f"\n  {id}  {title}" for id, title in choices)
    return errors.Ambiguous(f"“{ids.shortened(typed)}” may mean several {things}:{lines}", typed, tuple(choices))


def all_begin_words(wanted: str, name: str) -> bool:
    """Whether each word of `wanted` is the beginning of a word of `name`; both are folded."""
    return all(any(word.startswith(beginning) for word in name.split()) for beginning in wanted.split())


def _raise(what: str, id: str, known: Iterable[str]) -> NoReturn:
    raise not_found(what, id, similar_words(id, known, 3))
