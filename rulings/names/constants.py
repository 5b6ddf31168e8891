"""The numbers and words by which names are recognized. The page uses them too: `site/export/script_constants.py`.

Lengths are in letters, without spaces, unless they say otherwise. The longest title has 28. Imports slow down
look-ups by name, so there are none here.
"""

from __future__ import annotations

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
