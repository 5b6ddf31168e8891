"""The words with a special meaning in queries: fillers, words of lists and natures,
and names that are ordinary words. The page uses them too: `site/search_data.py`.
"""

from __future__ import annotations

from typing import Literal

_EVERYDAY_WORDS = (
    "a about after all also an and any are as at be because been before but by can could did do does for from had has "
    "have he her his how i if in into is it its just like me my no not of on one only or other our over s should so "
    "some such t than that the their them then there these they this those to too was we were what when where which "
    "while who whose why will with would you your"
)
# Words that occur everywhere: they are not highlighted, and alone do not tell what is
# asked
EVERYDAY_WORDS = frozenset(_EVERYDAY_WORDS.split())
ARTICLES = (
    "a",
    "an",
    "the",
    "my",
    "your",
    "his",
    "her",
    "our",
    "their",
    "this",
    "that",
)
# Words that say nothing beside several others; beside a single one, they ask what it is
FILLERS = (*ARTICLES, "of", "is", "be", "what", "if", "mean", "means")
# Words that, like everyday ones, say only that something is asked for: `list of errata`
ASKING_WORDS = (
    "all", "anyone", "anything", "define", "ever", "every", "everything", "explain", "find", "full", "give",
    "list", "me", "mean", "overview", "please", "show", "tell", "whole",
)  # fmt: skip  # in a few lines
# Words between the names of two cards
JOINERS = ("and", "with", "vs", "versus", "v", "against", "x", "on", "plus")
# Nicknames that are mostly ordinary words in the rulings, and always in a query
ORDINARY_NICKNAMES = (
    "backdoor", "brain", "campaign", "datafort", "executive", "fetch", "hi", "jack", "pile", "priority", "private",
    "project", "purge", "remote", "rig", "self", "shift", "solo", "sub", "wall ice", "wallice", "water",
)  # fmt: skip  # in a few lines

# Lists

# Value of `is:` that may be asked for beside a name, in the words of that field → an
# entry with it
ASKED_NATURES = {
    "errata": "erratum",
    "superseded": "superseded ruling",
    "disputed": "disputed ruling",
    "unofficial": "unofficial ruling",
    "restored": "restored ruling",
}
# What a word may be in a query that asks for a list; explained at `LIST_FIELDS`
WordKind = Literal[
    "ruling", "nature", "person", "time", "edition", "fact", "facts", "figure", "bound", "denial",
    "omission", "newest", "most", "count", "question", "being", "idle", "source", "other", "name", "lacking",
    "plural", "list",
]  # fmt: skip  # in a few lines
# Kinds of words that only ask for something, without and with words for a nature
ASKING_KINDS = frozenset[WordKind](("idle", "count", "being", "question", "ruling"))
NATURE_KINDS = ASKING_KINDS | frozenset[WordKind](("nature",))
# Kinds of words that a citation or mark has
CITED_KINDS: tuple[WordKind, ...] = ("person", "time", "nature")
# Kinds of words that ask for more than a nature
TELLING_KINDS: tuple[WordKind, ...] = ("fact", "facts", "figure", "edition", "other")

# Queries that ask for a list in words, but are searched as text: `newest errata by
# sparky, not on agendas`. `answerability` tells them from questions by the kinds of
# their words:
#
#   ruling, nature         the entries to list: `rulings`, `errata`
#   person, time, edition  by, from or in: `sparky`, `1996`, `proteus`
#   fact, facts, figure    on which cards: `agenda`, `cost`; `agendas`; `3`
#   bound                  a limit of time or number: `before`, `until`
#   denial, omission       an exception: `not`, `except`; `skipping`, also a game word
#   newest, most, count    the order, or the number: `latest`; `strongest`; `total`
#   question, being, idle  `can`; `is`; words that say nothing in a list
#   source                 `official`, after a denial
#   other                  all other words
#   name                   a word in the name of a card
#   lacking                no word: the best entry lacks a person, time or nature
#   plural, list           no word: a word means several entries; a phrase asks for a list

# Field → the kind of the words of its values; plurals of a `fact` are `facts`
LIST_FIELDS: dict[str, WordKind] = {
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
# Words that ask for a list, as they are typed
LIST_PHRASES = ("all", "every", "list", "which cards", "many cards")
# Kind → more such words
LIST_WORDS: dict[WordKind, str] = {
    "nature": "errata erratum erratad superseded reversed overruled overturned outdated disputed contradicted "
    "contested unofficial restored doubtful",
    "ruling": "ruling clarification verdict",
    "time": "1994 1995 1996 1997 1998 1999 2000 2001 2002 2003 94 95 96 97 98 99 january february march april "
    "june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec "
    "spring summer autumn winter",
    "fact": "card cost strength trash difficulty point memory mu artist set keyword type rarity "
    "more less fewer under over exactly higher lower "
    "free zero one two three four five six seven eight nine ten bit",
    "figure": "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
    "bound": "before after since until till prior preceding following older newer younger earlier later "
    "predating past post pre between up",
    "denial": "not non none nothing else never neither nor without o than apart minus omitting "
    "leaving except excepting exception excluding besides",
    "omission": "skipping ignoring outside bar save but left w",
    "newest": "newest oldest latest earliest chronologically timeline",
    "most": "recent last most least stronger weaker cheaper strongest weakest cheapest fewest highest lowest "
    "biggest largest greatest smallest longest shortest sorted",
    "count": "many number count total",
    "question": "can could must do does should will would if when why no",
    "being": "be is are was were",
    "source": "netrunner official rulebook faq v l",
    "idle": "each given worth made said out via ones exist happen may",
}  # fmt: skip  # the kinds in a few lines
