"""The numbers and patterns of the search, which the search in the page uses too: `site/export/script_constants.py`.

The weights of the ranking are in `weights.yaml`.
"""

from __future__ import annotations

# Kinds of documents
ANSWERS = ("ruling", "section", "step")  # found by their words
DOCUMENT_KINDS = (*ANSWERS, "card", "topic")  # … and those that are found by name and by fields
TAGS = ("errata", "reversal", "unofficial", "see")  # values of `is:` that are shown with a hit

# How much a document is about a card or topic (0–1)
UNDER, NAMES, INHERITED = 1.0, 0.62, 0.5  # it is filed under it, names it, or is inherited by the card
FOUND_BY_FIELD = 0.55  # `card:` and `topic:` find what is so much about one: not what a card only inherits

# Texts
MAX_WORD_LENGTH = 40  # letters of a word that are kept: the longest real one has 17
MAX_QUERY_LENGTH = 2000  # characters of a query that are read
MAX_WORDS = 160  # of a query that are ranked by
MAX_SYNONYM_WORDS = 4  # words

# The query language
SHORT_QUERY_WORDS = 6  # words: a query with more of them outside phrases is a sentence
MAX_DEPTH = 12  # parentheses inside parentheses
MAX_PARTS = 48  # words, phrases and fields of one query that use the language
MAX_PATTERNS = 8  # words with `*` or `~` among them: each may stand for hundreds
MAX_TERMS = 400  # that one pattern may stand for
FIELD = r'(?<![^\s(])(-?)([A-Za-z][A-Za-z_-]*):("[^"]*"|[^\s"():/][^\s"()]*)'
URL = r"\b(?:https?://|www\.)\S+"  # in any case
ID = r"\b[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{8}\b|\brun-chart-\d+\b|\b(?:manual|variant|tournament)(?:-[a-z0-9]+)+\b"
OR = r"(?<=\S)\s+OR\s+(?=\S)"
COMPARISON = r"([<>]=?) *(\d{1,3})|(\d{1,3})\+"  # of numbers, in fields: `>3`, `3+`
SIGN = r"[<>=!+±]|^-|-$"  # in other values of a field: what it means is not known
PUNCTUATION = r"[.!?;,…](?:\s|$)|\.\.\.|[–—]|(?<=\s)-{1,2}(?=\s)"  # of a sentence
NEWEST = (  # in any case, with any fields behind it: `latest errata by:sparky`
    r"\s*(?:the\s+)?(?:newest|latest|most\s+recent)(?:\s+(rulings?|errata))?"
    r'((?:\s+-?\w+:(?:"[^"]*"|[^\s"]\S*))*)\s*'
)

# Names of cards in a query
MAX_NAME_WORDS = 7  # words of a name that are looked at together
CLEAR_CONFIDENCE = 0.95  # the confidence in a name of several words, which is hardly ever meant as anything else
ORDINARY_CONFIDENCE = 0.85  # … unless it is an everyday phrase
TYPO_FACTOR = 0.85  # … and in a corrected name, relative to one that was spelled so
MIN_CONFIDENCE = 0.12  # a name that is meant as a card more rarely than this is no name
NAME_CONFIDENCE = 0.45  # with this confidence, a query that is one name is about that card
NAMED_CONFIDENCE = 0.75  # with this confidence, a query names a card: then it is said if nothing was ruled on it
MAX_TYPOS = 8  # unknown words of a query that are taken for misspelt names

# Query expansion
COMMON_SHARE = 0.1  # a concept that more of the documents have only adds to what a rarer one has found
MIN_SHARE = 0.05  # of a word that stands in the name of a card: below it, the word adds nothing
FEW_QUESTIONS = 3  # a word that stands in so few questions of ours, and not in the sources, may be a misspelt name
SENTENCE_END = r"""(?<=[.!?…])[\s"')\]]+|\n+|\s+(?:--|[–—])\s+"""
ASKS = (  # in any case: how a question begins
    r"(?:(?:so|and|but|or|now|also|then|well),?\s+)*"
    r"(?:can|could|may|do|does|did|is|are|was|will|would|should|must|has|have|"
    r"what|when|where|which|who|whose|why|how|if)\b"
)

# Results
CANDIDATES = 100  # retrieved for the re-ranker
MIN_SCORE = 0.5  # of the best score: what is below it is no answer to the same question
MARKED_SIMILARITY = 0.7  # how closely a synonym must match a word of the query to be marked in a hit
MAX_NOTES = 6  # more would hide the answer
MAX_READINGS = 8  # parts of a query whose reading is told

# Passages of sections
BLOCK = r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)]|\|)\s)|\n(?=.* \| )"  # what separates paragraphs, list items and rows
MARKUP = (  # at any line
    r"^\s*(?:-{3,}\s*$|(?:#+|[-*+•])(?:\s+|$)|\|\s*)"  # a rule, a heading, a list item, a table
    r"|\[([^\]]*)\]\([^)]*\)|(\*\*|__|\*|_|`)(?=\S)(.+?)(?<=\S)\2|^>\s*|</?[a-z][^>]*>"
)
PASSAGE_SENTENCE_END = r"(?<=[.!?])\s+"
MAX_PASSAGE_LENGTH = 420  # characters
MIN_PASSAGE_LENGTH = 40  # characters: a heading is shorter, and shown with what stands below it
CELL = " | "  # between the cells of a table's row
