"""The numbers and patterns of the search. The search in the page uses them too:
`site/search_data.py`.

The weights of the ranking are in `weights.yaml`.
"""

from __future__ import annotations

from typing import get_args

from rulings.model import vocabulary

# Kinds of documents
ENTRY_KINDS = vocabulary.ENTRY_KINDS  # the entries, which are found by their words
# All kinds; those that are no entries are found by name and by fields
DOCUMENT_KINDS = get_args(vocabulary.HitKind)
# Short name of a source with other rules → what it is about
VARIANTS = {"variant": "a variant for teams"}
# Values of `is:` that are shown with a hit
SHOWN_NATURES = ("errata", "reversal", "unofficial", "see")

# How much a document is about a card or topic (0–1)
# Rulings filed under it, naming it, inherited by it
ABOUT_SUBJECT, ABOUT_NAMED, ABOUT_INHERITED = 1.0, 0.62, 0.5
# Rulings on another card that a note compares with one of its own; this decides no order
ABOUT_TIED = 0.05
# `card:` and `topic:` find only documents whose `about` exceeds this, not inherited rulings.
FOUND_BY_FIELD = 0.55

# Texts
UNSEARCHED_MONTH = "05"  # *may*, which is a word of the rules
MAX_WORD_LENGTH = 40  # letters; a longer word is cut. The longest real one has 17.
MAX_QUERY_LENGTH = 2000  # characters; of the rest of a query only ids and addresses are read
MAX_PASTED_LENGTH = 8000  # characters; the longest citation has half of them
MAX_WORDS = 160  # words of a query that are used for ranking
MAX_SYNONYM_WORDS = 4  # words of the longest phrase that has synonyms

# The query language
SHORT_QUERY_WORDS = 6  # a query with more words, outside phrases, is read as a sentence
MAX_PARTS = 48  # words, phrases and fields in a query that uses the query language
MAX_PATTERN_WORDS = 400  # words that a word with `*` can match
_FIELD = r'[A-Za-z][A-Za-z_-]*:(?:"[^"]*(?:"|$)|[^\s"():/][^\s"()]*)'
FIELD_PATTERN = r'(^|[\s(])(-?)([A-Za-z][A-Za-z_-]*):("[^"]*(?:"|$)|[^\s"():/][^\s"()]*)'
OR_PATTERN = r"\S\s+OR\s+\S"
OR_OF_FIELDS_PATTERN = rf"({FIELD_PATTERN})\s+or(?=\s+-?[A-Za-z]+:\S)"  # case-insensitive, as above
AND_PATTERN = r"(\S)\s+AND\s+(?=\S)"  # in a short query, the same as a space
# The same as `-`: before a field in any query, before a word in a short one
NOT_FIELD_PATTERN = rf"(^|\s)(?:NOT\s+|!)(?={_FIELD})"
NOT_PATTERN = r"(^|\s)(?:NOT\s+(?=[^\s-])|!(?=[^\W\d_]))"
# Comparisons of numbers and dates in a field: `>3`, `!=3`, `3+`; and signs that are typed for others
COMPARING_SIGN_PATTERN = "=[<>]|<>|[<>=!]=|[<>=]"
COMPARING_SIGNS = {"==": "=", "=<": "<=", "=>": ">=", "<>": "!="}
COMPARISON_PATTERN = r"([<>]=?|!?=)(-?[0-9]{1,9})|([0-9]{1,9})\+"
# These are meaningless in other values (`Sparky!` is a name) and at the start of names.
SIGN_PATTERN = r"[<>=+±]|!(?!!*$)|^-|-$"
PUNCTUATION_PATTERN = r"[.!?;,…](?:\s|$)|\.\.\.|\s-{1,2}\s"  # punctuation of a sentence
ABBREVIATION_PATTERN = r"\b(?:dr|inc|ph\.d|vs)\."  # whose period ends no sentence
# The beginning of a phrase; a minus before a letter; a word with `*`
OPERATOR_PATTERN = r'(?:^|\s)(?:-?"(?=\S)|-(?=[^\W\d_]))|(?:^|[^\w*])[^\W_]{2,}\*(?=[\s)]|$)'
TOKEN_PATTERN = (  # tokens of the query language; parentheses stand between tokens
    r'(?P<minus>-(?=[^\s0-9-]))?(?:(?P<field>[A-Za-z][A-Za-z_-]*):(?P<value>"[^"]*(?:"|$)|[^\s"():/][^\s"()]*)'
    r'|(?P<text>"[^"]*"|[^\s()"]+))'
)
# Value of `is:` that is asked for beside a name → what has it, and words that ask for it
ASKED_STATUSES = {
    "errata": ("erratum", "errata erratum erratad"),
    "superseded": ("superseded ruling", "superseded reversed overruled overturned outdated"),
    "disputed": ("disputed ruling", "disputed contradicted contested"),
    "unofficial": ("unofficial ruling", "unofficial"),
}
# Lists that are asked for in words, which are only text: `errata by sparky before 1997`
# Field → the kind of the words of its values; plurals of a `fact` are `facts`
LIST_FIELDS = {
    "by": "person",
    "via": "person",
    "venue": "person",
    ".date": "time",
    "set": "edition",
    "rarity": "edition",
    "keyword": "fact",
    "type": "fact",
    "side": "fact",
}
# Kind → other such words
LIST_WORDS = {
    "status": "restored doubtful",
    "ruling": "ruling clarification verdict",
    "time": "1994 1995 1996 1997 1998 1999 2000 2001 2002 2003 94 95 96 97 98 99 january february march april "
    "june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec "
    "spring summer autumn fall winter",
    "fact": "card cost strength trash difficulty point memory mu artist set keyword type rarity "
    "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 more less fewer under over exactly higher lower "
    "free zero one two three four five six seven eight nine ten bit",
    "bound": "before after since until till prior preceding following older newer younger earlier later "
    "predating past post pre between up",
    "denial": "not non none nothing else never neither nor without o other apart minus omitting "
    "leaving except excepting exception excluding besides",
    "omission": "skipping ignoring outside bar save but left w",
    "newest": "newest oldest latest earliest chronologically timeline",
    "most": "recent last most least stronger weaker cheaper strongest weakest cheapest fewest highest lowest "
    "biggest largest greatest longest shortest sorted",
    "question": "can could must do does should will would if when why no",
    "being": "be is are was were",
    "source": "netrunner official rulebook faq v l",
    "idle": "each number count total many given worth made said out via ones exist happen may",
}  # fmt: skip  # the kinds in a few lines
# The kinds of the words of a query that asks for a list; a `missing` word is not in the best entry
LIST_PATTERN = (
    "^(?=.*bound)(?=.*time)"  # `errata before 1997`
    "|(denial|omission).* (person|time|status|ruling|source)"  # `rulings, not by sparky`
    "|^(?!.*question).*denial( denial| idle| being)* name"  # `errata other than on Cloak`
    "|^(?=.*(newest|most))(?=.*(status|ruling))|^(?=.*newest)(?=.*name)"  # `latest errata`
    # Only such words: `agendas worth 3 points`, `wylie 1998`
    "|^(?!being|.*(other|name|question))(?=.*(facts|edition|bound|newest|most|missing))"
)
MAX_LIST_WORDS = 14  # a longer query tells of a game
# A step by another name, without words of asking: `step 2 of a run`, `run chart 2`
STEP_PATTERN = "(?:(?:run )?(?:chart )?step|run chart) ([0-9]{1,2})(?: run)?(?: chart)?"
MAX_FIGURES = 3  # digits of a number on a card
# Names of cards in a query; a confidence is the estimated probability that a name means the card
EVERYDAY_PHRASE_CONFIDENCE = 0.85  # for a title of several words that is also an everyday phrase
USUAL_CONFIDENCE = 0.9  # for another title of one word, and any other name
# A card is offered first, or said to have no rulings, if its name has at least this confidence.
SURE_CONFIDENCE = 0.75
MAX_BESIDE_NAMES = 1  # words beside the names of one or two cards; with more, a ruling is asked for
# Nicknames that in the rulings are mostly ordinary words, and in a query always
ORDINARY_NICKNAMES = (
    "backdoor", "brain", "campaign", "datafort", "executive", "fetch", "hi", "jack", "pile", "priority", "private",
    "project", "purge", "remote", "rig", "self", "shift", "solo", "sub", "wall ice", "wallice", "water",
)  # fmt: skip  # in a few lines
ARTICLES = ("a", "an", "the", "my", "your", "his", "her", "our", "their", "this", "that")
FEW_WORDS = 4  # words beside the name of a card when people type on a phone
# Words that say nothing beside others; beside one they ask what it is
FILLERS = (*ARTICLES, "of", "is", "be", "what", "if")
# Words that say only that something is asked for, as everyday ones do: `list of errata`
ASKING_WORDS = (
    "all", "anyone", "anything", "define", "ever", "every", "everything", "explain", "find", "full", "give",
    "list", "me", "mean", "overview", "please", "show", "tell", "whole",
)  # fmt: skip  # in a few lines
# Words between the names of two cards
JOINERS = ("and", "with", "vs", "versus", "v", "against", "x", "on", "plus")

# Query expansion
FEW_QUESTIONS = 3  # a word in so many questions, but not in the sources, may be a misspelt name

# Results
# Entries below this share of the best score are listed only if they have all words.
MIN_SHARE_OF_BEST = 0.42
# A synonym is highlighted in a hit if it matches a word of the query at least this closely
HIGHLIGHTED_SYNONYM_WEIGHT = 0.7
_EVERYDAY_WORDS = (
    "a about after all also an and any are as at be because been before but by can could did do does for from had has "
    "have he her his how i if in into is it its just like me my no not of on one only or other our over s should so "
    "some such t than that the their them then there these they this those to too was we were what when where which "
    "while who whose why will with would you your"
)
# Words that occur everywhere: they are not highlighted, and alone tell nothing of what is asked
EVERYDAY_WORDS = frozenset(_EVERYDAY_WORDS.split())
# An entry of this game with this share of the best score comes before those of the other game, as
# for `deck size`.
NEAR_SHARE = 0.8
# The same for a query of more words than a topic has: `what if the corp has no cards left to draw`
EQUAL_SHARE = 0.95
# An official entry with this share of the best score comes before an unofficial one.
OFFICIAL_SHARE = 0.98
MAX_TOPIC_WORDS = 4  # words of a query that is a topic
# A section and its passages answer together if the passages above it have this share of its score,
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
MAX_KNOWN_VALUES = 16  # a note lists the values of a field if there are no more than this
MAX_NEAREST_WORDS = 6  # words of a query for which similar names are suggested if nothing is found
MAX_UNRULED_CARDS = 2  # cards without rulings that get a note
