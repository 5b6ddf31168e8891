"""The sentences that a search says of a query and of its results (`SENTENCES`), and the
`Note` that has one of them.

A decision asks for the kind of a note and never reads its sentence. The page has the same
table, and `note` in `site/theme/js/engine/sentences.js`.
"""

from __future__ import annotations

from typing import NamedTuple

# Kind of a note → its sentence, with `{}` for each value
SENTENCES = {
    # How the query was read
    "query cut": "only the first {} characters were read",
    "parts cut": "only the first {} parts of the query were read",
    "open quotation": "an unmatched quotation mark was ignored",
    "not exact": (
        "nothing matches the query exactly; its words were searched for instead"
    ),
    "read as query": "read as {}",
    "read as card": "read as the card {}",
    "words read": "“{}” was read as {}",
    "word corrected": "“{}” was read as “{}”",
    "field read": "{} was read as {}",
    "field as words": "“{}” was read as words; a field looks like by:sparky",
    "no field": "there is no field “{}:”",
    "no field but": "there is no field “{}:”; did you mean “{}:”?",
    "no order": "results cannot be sorted by “{}” (known: {})",
    "second order": "“{}” was ignored: the order is already by {}",
    # A condition that nothing meets
    "no name": "no {} is called “{}”",
    "no name but": "no {} is called “{}”; the nearest: {}",
    "no value": "nothing matches {}",
    "no value but": "nothing matches {}; did you mean {}:{}?",
    "known values": "nothing matches {} (known: {})",
    "no date": (
        "nothing matches {} (a date is 1996, 1996-08, 1996-08-06 or 1996..1997)"
    ),
    # Nothing was found
    "no words": "the query has no words to search for",
    "order alone": (
        "sort: only orders results; add words or a field: kind:ruling sort:-date"
    ),
    "no match": "nothing matches the entire query",
    "no match of all": "nothing matches all of these: {}",
    "unknown words": "no ruling, section or step contains {}",
    # The results may not answer
    "other card": "{} is a card of {}; these rulings are about the 1996 game",
    "other term": "“{}” is a term of {}; these rulings are about the 1996 game",
    "other rules": "the best match is about {}",
    "unanswered": "nothing here answers this question",
    "no nature": "no {} on {}",
    "list": (
        "for a list, use fields, not words: is:errata after:1996 before:1998 -by:sparky"
    ),
    "unruled": "nothing was ever ruled on {}",
    "unruled but": "nothing was ever ruled on {}; rulings on its keywords: {}",
    "not on both": "no ruling concerns both {}",
    "not on all": "no ruling concerns all of {}",
    "other cards": "the best match is not about {}",
    "lacking words": "the best match does not contain {}",
    "no clear answer": "no ruling, section or step here clearly answers this",
    "read closely": "results may not answer; read closely",
    # A sentence from elsewhere: of a name, or of the rulebook
    "said": "{}",
}


class Note(NamedTuple):
    """A sentence above the results."""

    kind: str
    sentence: str


Notes = list[Note]


def note(kind: str, *values: object) -> Note:
    """The note of this kind with these values."""
    return Note(kind, SENTENCES[kind].format(*values))
