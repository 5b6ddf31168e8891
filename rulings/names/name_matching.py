"""Reads a typed name with the table of names. `NAME_READERS` are the ways to read one, in
the order in which they are tried, with an example of each.

The functions `with_…` return positions in `NameTable.references`. `first_meaning` reads a
name as typed; all other names are folded. The page has the same table and the same
reader (`site/theme/js/engine/name-matching.js`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from rulings.model import plain_text
from rulings.model.entities import Reference
from rulings.model.vocabulary import RULING_KINDS, ReferenceKind
from rulings.names import edit_distance, spelling
from rulings.names.name_table import (
    KINDS,
    NOTHING,
    MatchKind,
    NameTable,
    Resolution,
)

# The page uses these numbers too.

MAX_NAME_LENGTH = 400  # characters; the rest of a typed name is not read
MAX_MISSPELT_WORDS = 8  # no title has more
MAX_SUGGESTIONS = 3  # names suggested when none is close enough
MIN_SIMILARITY = 65.0  # 0 to 100 (rapidfuzz `ratio`); a name below it is not suggested
# The similarity to one word of a title is reduced by this: a similar title is better
# evidence.
TITLE_WORD_PENALTY = 8
MIN_TYPO_LENGTH = 4  # letters of a word that may be misspelt, or begin a title alone
MIN_TYPO_NAME_LENGTH = 5  # letters of a name that may be misspelt
MIN_PREFIX_LENGTH = 3  # letters of an unfinished word beside other words of a title
MIN_TOPIC_PREFIX_LENGTH = 4  # letters that mean a topic or command: `trace` → Tracing

_KINDS_WITHOUT_LISTS = tuple(kind for kind in KINDS if kind != "page")

Finder = Callable[..., Iterator[Resolution]]  # of a table, a folded name, and kinds


def first_meaning(
    names: NameTable,
    typed_name: str,
    *kinds: ReferenceKind,
    typos: bool = True,
) -> Resolution:
    """The first meaning of a typed name that one of `NAME_READERS` finds.

    `kinds`: look only for these; `typos`: whether the name may be misspelt. Without
    `kinds`, common words count only as an exact name or a clear part of one.
    """
    name = plain_text.fold(typed_name[:MAX_NAME_LENGTH])
    if not name:
        return NOTHING
    is_common = not kinds and names.common.issuperset(name.split())
    suggestions: tuple[Reference, ...] = ()
    for find in NAME_READERS.values():
        if find is _misspelt_name and not typos:
            continue
        for resolution in find(names, name, *kinds):
            references = resolution.references
            may_be_meant = resolution.is_exact or not is_common
            if references and (may_be_meant or _are_clearly_named(references, name)):
                return resolution
            nearest = references[:MAX_SUGGESTIONS] or resolution.suggestions
            suggestions = suggestions or nearest
    return Resolution(suggestions=suggestions)


def _inexact_kinds(name: str) -> tuple[ReferenceKind, ...]:
    """The kinds that a part of a name or a misspelt name can mean. Several words never
    mean a list, because none of them may be ignored.
    """
    return _KINDS_WITHOUT_LISTS if " " in name else KINDS


def _are_clearly_named(references: Sequence[Reference], name: str) -> bool:
    """Whether common words name something clearly. They name one card by the beginning
    of its title, several cards by complete words of their titles, and one reference of
    another kind in any way.
    """
    are_cards = references[0].kind == "card"
    titles = [plain_text.fold(reference.title) for reference in references]
    if len(references) == 1:
        return not are_cards or f"{titles[0]} ".startswith(f"{name} ")
    words = {*name.split()}
    return are_cards and all(words.issubset(title.split()) for title in titles)


def _are_two_cards(names: NameTable, name: str) -> bool:
    """Whether the words are the exact names of two cards: `dreff imp` is not a typo of
    Dr. Dreff.
    """
    words = name.split()
    for split in range(1, len(words)):
        first = names.exact(" ".join(words[:split]), "card")
        second = names.exact(" ".join(words[split:]), "card")
        if first.references and second.references:
            return True
    return False


# Parts of names


def with_prefix(names: NameTable, name: str) -> list[int]:
    """The references with a name that begins with all the typed words; if there are
    none, with an unfinished last word, or without the spaces.
    """
    keys = _keys_with_prefix(names.sorted_names, f"{name} ")
    if not keys and len(name) > 1:
        keys = _keys_with_prefix(names.sorted_names, name)
        keys = [key for key in keys if key != name]
    letters = name.replace(" ", "")
    if keys or len(letters) < MIN_TYPO_LENGTH:
        return names.positions_of(keys)
    for key in _keys_with_prefix(names.sorted_names, name[0]):
        if key.replace(" ", "").startswith(letters):
            keys.append(key)
    return names.positions_of_titles(keys)


def with_title_prefix(names: NameTable, word: str) -> list[int]:
    """The references with a title that begins with a word, if it is not too short."""
    if len(word) < MIN_TYPO_LENGTH:
        return []
    positions: list[int] = []
    for position in dict.fromkeys(with_prefix(names, word)):
        title = plain_text.fold(names.references[position].title)
        if title.removeprefix("the ").startswith(word):
            positions.append(position)
    return positions


def with_words(names: NameTable, name: str) -> set[int]:
    """The references whose titles have all the typed words in any order; if there are
    none, words that begin with them.
    """
    positions = with_complete_words(names, name)
    if positions:
        return positions
    words = spelling.content_words(name.split())
    for word in words:
        if len(word) < MIN_PREFIX_LENGTH and word not in names.words:
            return positions
    return set.intersection(*(with_word_prefix(names, word) for word in words))


def with_complete_words(names: NameTable, name: str) -> set[int]:
    """The references whose titles have all the typed words, in any order."""
    words = spelling.content_words(name.split())
    return set.intersection(*(with_word(names, word) for word in words))


def with_word(names: NameTable, word: str) -> set[int]:
    """The references whose titles have a word, or its singular."""
    same = names.words.get(word, ())
    in_singular = names.words.get(plain_text.singular(word), ())
    return {*same, *in_singular}


def with_word_prefix(names: NameTable, prefix: str) -> set[int]:
    """The references whose titles have a word that begins with this."""
    positions = with_word(names, prefix)
    for word in _keys_with_prefix(names.sorted_words, prefix):
        positions.update(names.words[word])
    return positions


def _keys_with_prefix(sorted_keys: list[str], prefix: str) -> list[str]:
    start = bisect_left(sorted_keys, prefix)
    stop = bisect_left(sorted_keys, prefix + "{")  # which comes after `z`
    return sorted_keys[start:stop]


def _part_finder(
    match_kind: MatchKind,
    find_positions: Callable[[NameTable, str], Iterable[int]],
    *part_kinds: ReferenceKind,
) -> Finder:
    """A finder of the references that a part of a name may mean, one kind after the
    other: of `part_kinds`, or of any kind if there are none. For a single word, others
    with that word in their titles are suggestions.
    """

    def finder(
        names: NameTable, name: str, *kinds: ReferenceKind
    ) -> Iterator[Resolution]:
        positions = find_positions(names, name)
        for kind in kinds or _inexact_kinds(name):
            if part_kinds and kind not in part_kinds:
                continue
            references = names.references_at(positions, (kind,))
            if not references:
                continue
            same_word = () if " " in name else with_word(names, name)
            namesakes = names.references_at(same_word, (kind,))
            with_same_word = [
                reference for reference in namesakes if reference not in references
            ]
            suggestions = tuple(with_same_word[:MAX_SUGGESTIONS])
            yield Resolution(match_kind, references, suggestions)

    return finder


def _only_topic(
    names: NameTable,
    name: str,
    *kinds: ReferenceKind,
) -> Iterator[Resolution]:
    """The only topic whose name begins with the same letters as a word, if only topics
    are looked for.
    """
    allowed_kinds = {"topic", *RULING_KINDS}
    if not kinds or not allowed_kinds.issuperset(kinds):
        return
    if " " in name or len(name) < MIN_TOPIC_PREFIX_LENGTH:
        return
    titles = _keys_with_prefix(names.sorted_names, name[:MIN_TOPIC_PREFIX_LENGTH])
    references = names.references_at(names.positions_of_titles(titles), kinds)
    if len(references) == 1:
        yield Resolution("beginning", references)


# Misspelt names


def _misspelt_name(
    names: NameTable,
    name: str,
    *kinds: ReferenceKind,
) -> Iterator[Resolution]:
    """The references with the nearest names or, if no name is near, with titles that
    have a word near each typed one. Common words and the names of two cards are not
    misspelt.

    If the nearest are all of other kinds, they are only suggested.
    """
    is_common = names.common.issuperset(name.split())
    if is_common or _are_two_cards(names, name):
        return
    distances: dict[int, int] = {}
    for edits, _, positions in sorted(near_names(names, name), reverse=True):
        distances |= dict.fromkeys(positions, edits)  # fewer edits replace more
    distances = distances or _distances_of_words(names, name)
    shortest = min(distances.values(), default=0)
    nearest = [i for i, distance in distances.items() if distance == shortest]
    nearest_references = names.references_at(nearest)
    for kind in kinds or _inexact_kinds(name):
        if references := names.references_at(nearest, (kind,)):
            of_other_kinds = [
                reference for reference in nearest_references if reference.kind != kind
            ]
            yield Resolution("typo", references, tuple(of_other_kinds))
    suggestions = nearest_references or _similar_references(names, name, kinds)
    yield Resolution(suggestions=suggestions)


def near_names(
    names: NameTable,
    name: str,
    first_letter: str = "",
) -> Iterator[tuple[int, str, list[int]]]:
    """The edit distance, name and positions of titles and aliases within `max_edits` of
    all of the typed name.

    `first_letter`: their first letter, if it must be right. Then they also need a
    minimum length, greater by one if a space is left out: `hint` is not *HQ Int*.
    """
    letters = name.replace(" ", "")
    candidates = names.letters_by_name.get(first_letter, {})
    matches = edit_distance.names_within_reach(letters, candidates)
    for edits, near_name in matches:
        is_joined = near_name.count(" ") > name.count(" ")
        min_length = MIN_TYPO_NAME_LENGTH + is_joined if first_letter else 0
        is_long = len(candidates[near_name]) >= min_length
        if is_long and edit_distance.words_could_be_typos(name, near_name):
            yield edits, near_name, names.positions_of([near_name])


def _distances_of_words(names: NameTable, name: str) -> dict[int, int]:
    """Position → summed edit distance, for titles with a word within `max_edits` of
    each typed word. If several words are typed, an unfinished one counts as one edit:
    `aiport loc`.
    """
    words = name.split()
    longest = max(map(len, words))
    if len(words) > MAX_MISSPELT_WORDS or not edit_distance.max_edits(longest):
        return {}
    totals: dict[int, int] = {}
    for number, word in enumerate(words):
        distances: dict[int, int] = {}
        near_words = edit_distance.names_within_reach(word, names.letters_by_word)
        if len(words) > 1 and len(word) >= MIN_PREFIX_LENGTH:
            finished_words = _keys_with_prefix(names.sorted_words, word)
            near_words += [(1, finished_word) for finished_word in finished_words]
        for edits, near_word in sorted(near_words, reverse=True):
            positions = names.words[near_word]
            distances |= dict.fromkeys(positions, edits)  # fewer replace more
        if number:
            in_both = distances.keys() & totals
            distances = {i: totals[i] + distances[i] for i in in_both}
        totals = distances
    return totals


def _similar_references(
    names: NameTable,
    name: str,
    kinds: Sequence[ReferenceKind],
) -> tuple[Reference, ...]:
    """The references with the most similar titles. A single word is also
    compared with each word of a title.
    """
    # These modules are only loaded for an unknown name.
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import extract_iter

    scores = dict[Reference, float]()
    similar_parts = extract_iter(
        name,
        names.title_parts,
        scorer=ratio,
        score_cutoff=MIN_SIMILARITY,
    )
    for _, score, (position, part_number) in similar_parts:
        reference = names.references[position]
        if part_number:
            score = 0.0 if " " in name else score - TITLE_WORD_PENALTY
        if score >= MIN_SIMILARITY and reference.kind in (kinds or ("card",)):
            scores[reference] = max(scores.get(reference, 0.0), score)
    most_similar = sorted(scores, key=scores.__getitem__, reverse=True)
    return tuple(most_similar[:MAX_SUGGESTIONS])


# A name that no reading before this one can read → the reading. Exact names are read kind
# by kind: a card's nickname comes before another kind's title (`sensei`), because a
# look-up is nearly always for a card, and a note names the other. Complete words of
# titles of cards come before the beginnings of other names
NAME_READERS: dict[str, Finder] = {
    "dreff": NameTable.exact_readings,
    "boardw": _part_finder("beginning", with_prefix, "card"),
    "savings account": _part_finder("words", with_complete_words, "card"),
    "trac": _part_finder("beginning", with_prefix),
    "for activa": _part_finder("words", with_words),
    "trace": _only_topic,
    "glacir": _misspelt_name,
}
