"""The numbers and patterns of the search. The search in the page uses them too: `site/export/script_constants.py`.

The weights of the ranking are in `weights.yaml`.
"""

from __future__ import annotations

# Kinds of documents
ENTRY_KINDS = ("ruling", "section", "step")  # the entries, which are found by their words
DOCUMENT_KINDS = (*ENTRY_KINDS, "card", "topic")  # the last two are found by name and by fields
SHOWN_NATURES = ("errata", "reversal", "unofficial", "see")  # values of `is:` that are shown with a hit

# How much a document is about a card or topic (0–1)
ABOUT_SUBJECT, ABOUT_NAMED, ABOUT_INHERITED = 1.0, 0.62, 0.5  # rulings filed under it, naming it, inherited by it
# `card:` and `topic:` find only documents whose `about` exceeds this, so inherited rulings are not found.
FOUND_BY_FIELD = 0.55

# Texts
MAX_WORD_LENGTH = 40  # letters; a longer word is cut. The longest real one has 17.
MAX_QUERY_LENGTH = 2000  # characters; the rest of a query is not read
MAX_WORDS = 160  # words of a query that are used for ranking
MAX_SYNONYM_WORDS = 4  # words of the longest phrase that has synonyms
QUESTION_FREQUENCY = 0.5  # how much a term's occurrence in a question adds to its frequency in the text

# The query language
SHORT_QUERY_WORDS = 6  # a query with more words than this, outside phrases, is read as a sentence
MAX_PARENTHESES_DEPTH = 12  # nested parentheses
MAX_PARTS = 48  # words, phrases and fields in a query that uses the query language
MAX_PATTERNS = 8  # words with `*` or `~` among them: each can match hundreds of words
MAX_PATTERN_WORDS = 400  # words that one such pattern can match
MAX_FUZZY_EDITS = 2  # edits between a word with `~` and a word that it matches
FIELD_PATTERN = r'(?<![^\s(])(-?)([A-Za-z][A-Za-z_-]*):("[^"]*"|[^\s"():/][^\s"()]*)'
ADDRESS_PATTERN = r"\b(?:https?://|www\.)\S+"  # case-insensitive
ID_PATTERN = r"\b[a-z0-9]+(?:-[a-z0-9]+)+\b"  # what may be the id of a ruling, section or step
OR_PATTERN = r"(?<=\S)\s+OR\s+(?=\S)"
AND_PATTERN = r"(?<=\S)\s+AND\s+(?=\S)"  # in a short query, the same as a space
NOT_PATTERN = r"(?<!\S)NOT\s+(?=[^\s-])"  # in a short query, the same as `-`
BETWEEN_FIELDS_PATTERN = r"(\s+)(and not|and|or|not)\s+(?=-?[A-Za-z]+:\S)"  # after a field
COMPARED_FIELD_PATTERN = r"(?<![^\s(])(-?)(cost|rez|strength|str) ?([<>]=?|=) ?(?=\d)"  # `cost>10` for `cost:>10`
COMPARISON_PATTERN = r"([<>]=?|=) *(\d{1,9})|(\d{1,9})\+"  # of numbers, in a field: `>3`, `=3`, `3+`
SIGN_PATTERN = r"[<>=+±]|!(?!!*$)|^-|-$"  # meaningless in other values (`Sparky!` is a name) and at the start of names
PUNCTUATION_PATTERN = r"[.!?;,…](?:\s|$)|\.\.\.|[–—]|(?<=\s)-{1,2}(?=\s)"  # of a sentence
NEWEST_PATTERN = (  # case-insensitive; then words, as in `latest rulings on ice`, or fields, as in `newest by:sparky`
    r"\s*(?:the\s+)?(?:newest|latest|most\s+recent)"
    r"(?:\s+(rulings?|errata)(?:\s+(?:on|about|for|of)(?=\s))?((?:\s+[^\s?!]+){0,8})"
    r'|((?:\s+-?[A-Za-z]+:(?:"[^"]*"|[^\s"]\S*))*))\s*'
)

# Names of cards in a query; a confidence is the estimated probability that a name is meant as the card
MAX_NAME_WORDS = 7  # words of the longest name that is looked for
MAX_PARTIAL_NAME_WORDS = 5  # a query of more words is not taken for a part of a name or a misspelt one
MIN_JOINED_LENGTH = 7  # words of at least this length together (with spaces) are also looked up as one word
CLEAR_CONFIDENCE = 0.95  # of a title of several words, which hardly ever means anything else
EVERYDAY_PHRASE_CONFIDENCE = 0.85  # in a title of several words that is also an everyday phrase
UNUSED_CONFIDENCE = 0.9  # of another name, if no ruling uses it
EXPECTED_SHARE = 0.8  # prior for the share of rulings in which a name means its card; weighs as much as one ruling
TYPO_FACTOR = 0.85  # a corrected name has this share of the confidence of a correctly spelled one
MIN_CONFIDENCE = 0.3  # names with less are ignored
NAME_QUERY_CONFIDENCE = 0.45  # a query that consists of one name with at least this is about that card
UNRULED_CONFIDENCE = 0.75  # if a card is named with at least this and has no rulings, a note says so
MAX_TYPOS = 8  # unknown words of a query that are tried as misspelt names
MAX_TYPO_QUERY_WORDS = 59  # words; misspelt names are not looked for in a longer query
TYPO_WINDOW = 3  # words before and after an unknown word that may belong to the same misspelt name
MIN_TYPO_LENGTH, MAX_TYPO_LENGTH = 4, 30  # letters of a word that may be misspelt; the maximum is not for names

# Query expansion
COMMON_SHARE = 0.1  # a concept in more of the documents retrieves candidates only if the rarer ones find too few
MIN_WORD_SHARE = 0.05  # a word of a card's name is ignored if less than this share of its weight is left
MIN_SPLIT_LENGTH = 3  # letters of each of two words that may have been run together
FEW_QUESTIONS = 3  # a word in at most this many questions of ours, but not in the sources, may be a misspelt name

# Results
MAX_CANDIDATES = 200  # re-ranked, however many results are wanted, so that the order never depends on that
MIN_SHARE_OF_BEST = 0.5  # share of the best score; below it only entries that have every word typed are listed
MIN_QUOTED_WORDS = 4  # entries that have at least so many words of the query in a row, and no others, come first
MAX_PHRASE_RANK = 3  # the lowest rank of the best entry that has the words of a shorter query in a row
NAME_LEAD = 0.1  # a named card or topic scores this much more than the best other result, or than 1 if that is higher
HIGHLIGHT_CLOSENESS = 0.7  # a synonym is highlighted in a hit if it matches a word of the query at least this closely
UNHIGHLIGHTED_WORDS = (  # not highlighted in a hit, because they occur everywhere
    "a about after all also an and any are as at be because been before but by can could did do does for from had has "
    "have he her his how i if in into is it its just like me my no not of on one only or other our over s should so "
    "some such t than that the their them then there these they this those to too was we were what when where which "
    "while who whose why will with would you your"
)
# If what is on this game has this share of the best score, it comes before what is on another. A few words hardly say
# which game is meant, so the share rises with each word; above 1, the order stays.
OTHER_GAME_SHARE, OTHER_GAME_SHARE_BY_WORD = 0.6, 0.06
JOINED_SHARE = 0.6  # of the best score; the statements of a section above it answer together
MAX_JOINED = 4  # statements that are shown as one hit
MAX_PASSAGE_LENGTH = 420  # characters of several statements; one may be longer
MAX_NOTES = 6  # more would hide the answer
MAX_READINGS = 8  # words, synonyms of each and unknown words that `reading` lists; named cards are all listed
MAX_SHOWN_LENGTH = 400  # characters of a query that are shown with the results
MAX_NOTE_QUOTE_LENGTH = 40  # characters of a word or value quoted in a note
MAX_DATE_QUOTE_LENGTH = 20  # characters of a date quoted in a note
MAX_LISTED = 6  # words or values listed in a note
MAX_KNOWN_VALUES = 12  # a note lists the values of a field if there are no more than this
MAX_NEAREST_WORDS = 6  # words of a query for which similar names are suggested if nothing is found
MAX_UNRULED_CARDS = 2  # cards without rulings that get a note

# A misspelt name among the words of a query, where other words stand beside it
MIN_QUERIED_NAME_LENGTH = 5  # a shorter one is close to too many ordinary words
MAX_QUERIED_NAME_LENGTH = 60  # words with more letters in all cannot be a title
MIN_DISTINCT_NAME_LENGTH = 7  # a shorter name is one edit from many words, so it must begin alike and mean one card

# Any other word of a query
MAX_WORD_EDITS = 2  # beyond this, a correction would be a guess
MIN_EDITED_WORD_LENGTH = 5  # in a shorter word, only swapped letters: too many real words are one edit apart
