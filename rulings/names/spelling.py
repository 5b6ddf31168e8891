"""The other ways in which people write a name: without The, without spaces, with its
words in another order or abbreviated.

All names here are folded (`plain_text.fold`). The page has the part of this that it
needs in `site/theme/js/engine/spelling.js`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulings.model import plain_text

# Words that do not distinguish titles
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
_WORD_VARIANTS = {  # words of titles → another way to type them; also the reverse
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
# Characters, including spaces, of an alias (`hq int`) that may be typed without its
# spaces
_MIN_JOINED_ALIAS_LENGTH = 6


def spellings_of_title(title: str) -> set[str]:
    """The other spellings of a title, and the keys of its words in any order."""
    bare = title.removeprefix("the ")
    spaced = with_variants = without_variants = f" {bare} "
    for word, variant in _WORD_VARIANTS.items():
        with_variants = with_variants.replace(f" {word} ", f" {variant} ")
        without_variants = without_variants.replace(f" {variant} ", f" {word} ")
    spellings = {
        bare,
        with_variants.strip(),
        without_variants.strip(),
        spaced.replace(" r and d ", " rnd ").strip(),
        spaced.replace(" and ", " ").strip(),
    }
    words = content_words(bare.split())
    if len(words) > 1:
        spellings.add(" ".join(words))
    without_spaces = {spelling.replace(" ", "") for spelling in spellings}
    keys = {any_order_key(spelling) for spelling in spellings if " " in spelling}
    return (spellings | without_spaces | keys) - {title}


def spellings_of_alias(alias: str) -> set[str]:
    """The other spellings of an alias: with `rnd` for R&D and, if it is long enough,
    without spaces.
    """
    spaced = f" {alias} "
    with_rnd = spaced.replace(" r and d ", " rnd ").replace(" rd ", " rnd ")
    spellings = {with_rnd.strip()}
    if len(alias) >= _MIN_JOINED_ALIAS_LENGTH:
        spellings.add(alias.replace(" ", ""))
    return spellings - {alias}


def any_order_key(name: str) -> str:
    """A key that names with the same words share, in whatever order they are. It begins
    with `=`. Plurals and `TITLE_STOP_WORDS` do not count.
    """
    words = sorted(map(plain_text.singular, name.split()))
    return "=" + " ".join(content_words(words))


def content_words(words: Sequence[str]) -> list[str]:
    """The words that are not `TITLE_STOP_WORDS`; all words if there are no others."""
    words_that_tell = [word for word in words if word not in TITLE_STOP_WORDS]
    return words_that_tell or [*words]
