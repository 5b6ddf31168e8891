"""The numbers of the search. The search in the page uses them too:
`site/search_data.py`.

The weights of the ranking are in `weights.yaml`, words in `query_words`, regular
expressions in `query_patterns`.
"""

from __future__ import annotations

from typing import get_args

from rulings.model import vocabulary

# Kinds of documents
ENTRY_KINDS = vocabulary.ENTRY_KINDS  # the entries, which are found by their words
# All kinds; documents other than entries are found by name and by fields
DOCUMENT_KINDS = get_args(vocabulary.HitKind)
# Short name of a source with other rules → what it is about
VARIANTS = {"variant": "a variant for teams"}
# Values of `is:` that are shown with a hit
SHOWN_NATURES = ("errata", "reversal", "unofficial", "see")

# How much a document is about a card or topic (0–1)
# Rulings filed under it, naming it, inherited by it
ABOUT_SUBJECT, ABOUT_NAMED, ABOUT_INHERITED = 1.0, 0.62, 0.5
# Rulings on another card that a note compares with a ruling on this one; too little to
# decide an order
ABOUT_TIED = 0.05
# `card:` and `topic:` find only documents whose `about` exceeds this, not inherited
# rulings.
FOUND_BY_FIELD = 0.55

# Texts
UNSEARCHED_MONTH = "05"  # *may*, which is a word of the rules
MAX_WORD_LENGTH = 40  # letters; a longer word is cut. The longest real one has 16.
# Characters; in the rest of a query, only ids and addresses are read
MAX_QUERY_LENGTH = 2000
MAX_PASTED_LENGTH = 8000  # characters; the longest citation has less than half
MAX_WORDS = 160  # words of a query that are used for ranking
MAX_SYNONYM_WORDS = 4  # words of the longest phrase that has synonyms

# The query language
SHORT_QUERY_WORDS = 6  # a query with more words, outside phrases, is read as a sentence
MAX_PARTS = 48  # words, phrases and fields in a query that uses the query language
MAX_WILDCARD_WORDS = 400  # words that a word with `*` can match
MAX_FIGURES = 3  # digits of a number on a card

# Names of cards in a query

# Words beside one or two names of cards; a query with more asks for a ruling
MAX_BESIDE_NAMES = 1
FEW_WORDS = 4  # words beside names of cards, as people type on a phone

# Query expansion
# A word in no more questions, and not in the sources, may be a misspelt name
FEW_QUESTIONS = 3

# Results
# Entries below this share of the best score are listed only if they have every word.
MIN_SHARE_OF_BEST = 0.42
# A synonym is highlighted in a hit if it matches a word of the query at least this
# closely
HIGHLIGHTED_SYNONYM_WEIGHT = 0.7
# An entry on this game with this share of the best score comes before entries on the
# other game: `deck size`.
NEAR_SHARE = 0.8
# The same for a query with more words than a topic: `what if the corp has no cards left
# to draw`
EQUAL_SHARE = 0.95
# An official entry with this share of the best score comes before an unofficial one.
OFFICIAL_SHARE = 0.98
MAX_TOPIC_WORDS = 4  # words of a query that may be just a topic
# A passage is shown with the best one of its section if it has this share of its score,
# apart from status.
JOINED_SHARE = 0.7
MAX_JOINED = 4  # passages that are shown as one hit
MAX_PASSAGE_LENGTH = 300  # characters of several passages; one may be longer
MAX_PASSAGE_LINES = 8  # lines of several passages; a list has short ones
MAX_OTHER_TITLE_WORDS = 6  # words of a title of the other game inside a query
MAX_NOTES = 6  # more would hide the answer
MAX_SHOWN_LENGTH = 400  # characters of a query that are shown with the results
MAX_NOTE_QUOTE_LENGTH = 40  # characters of a word or value quoted in a note
MAX_LISTED = 6  # words or values listed in a note
# A note lists the values of a field if it has at most this many
MAX_KNOWN_VALUES = 16
# Words of a query for which similar names are suggested if nothing is found
MAX_NEAREST_WORDS = 6
MAX_UNRULED_CARDS = 2  # cards without rulings that get a note
