"""The words of queries that mean something of their own: those of lists, statuses, fillers, names
that are ordinary words. The page uses them too: `site/search_data.py`.
"""

from __future__ import annotations

_EVERYDAY_WORDS = (
    "a about after all also an and any are as at be because been before but by can could did do does for from had has "
    "have he her his how i if in into is it its just like me my no not of on one only or other our over s should so "
    "some such t than that the their them then there these they this those to too was we were what when where which "
    "while who whose why will with would you your"
)
# Words that occur everywhere: they are not highlighted, and alone tell nothing of what is asked
EVERYDAY_WORDS = frozenset(_EVERYDAY_WORDS.split())
ARTICLES = ("a", "an", "the", "my", "your", "his", "her", "our", "their", "this", "that")
# Words that say nothing beside others; beside one they ask what it is
FILLERS = (*ARTICLES, "of", "is", "be", "what", "if")
# Words that say only that something is asked for, as everyday ones do: `list of errata`
ASKING_WORDS = (
    "all", "anyone", "anything", "define", "ever", "every", "everything", "explain", "find", "full", "give",
    "list", "me", "mean", "overview", "please", "show", "tell", "whole",
)  # fmt: skip  # in a few lines
# Words between the names of two cards
JOINERS = ("and", "with", "vs", "versus", "v", "against", "x", "on", "plus")
# Nicknames that in the rulings are mostly ordinary words, and in a query always
ORDINARY_NICKNAMES = (
    "backdoor", "brain", "campaign", "datafort", "executive", "fetch", "hi", "jack", "pile", "priority", "private",
    "project", "purge", "remote", "rig", "self", "shift", "solo", "sub", "wall ice", "wallice", "water",
)  # fmt: skip  # in a few lines

# Lists

# Value of `is:` that may be asked for beside a name, by the words of that field → what has it
ASKED_STATUSES = {
    "errata": "erratum",
    "superseded": "superseded ruling",
    "disputed": "disputed ruling",
    "unofficial": "unofficial ruling",
    "restored": "restored ruling",
}
# Kinds of words that only ask for something; with those for a status
ASKING_KINDS = frozenset(("idle", "count", "being", "question", "ruling"))
STATUS_KINDS = ASKING_KINDS | {"status"}
# Kinds of words that a citation or mark has
CITED_KINDS = ("person", "time", "status")
# Kinds of words that ask for more than a status
TELLING_KINDS = ("fact", "facts", "edition", "other")

# Lists that are asked for in words, which are only text: `newest errata by sparky, not on agendas`.
# Each word has a kind, by which `answerability` tells a list from a question:
#
#   ruling, status         what is listed: `rulings`, `errata`
#   person, time, edition  of which: `sparky`, `1996`, `proteus`
#   fact, facts            of what cards: `agenda`, `cost`, `3`; `agendas`
#   bound                  until when, or how much: `before`, `until`
#   denial, omission       which not: `not`, `except`; `skipping`, which may be a word of the game
#   newest, most, count    in which order, or how many: `latest`; `strongest`; `total`
#   question, being, idle  `can`; `is`; and what says nothing in a list
#   source                 `official`, after a denial
#   other                  all else

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
    "status": "errata erratum erratad superseded reversed overruled overturned outdated disputed contradicted "
    "contested unofficial restored doubtful",
    "ruling": "ruling clarification verdict",
    "time": "1994 1995 1996 1997 1998 1999 2000 2001 2002 2003 94 95 96 97 98 99 january february march april "
    "june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec "
    "spring summer autumn winter",
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
    "biggest largest greatest smallest longest shortest sorted",
    "count": "many number count total",
    "question": "can could must do does should will would if when why no",
    "being": "be is are was were",
    "source": "netrunner official rulebook faq v l",
    "idle": "each given worth made said out via ones exist happen may",
}  # fmt: skip  # the kinds in a few lines
