"""The words with a special meaning in queries: fillers, words of lists and natures,
and names that are ordinary words. The page uses them too: `site/search_data.py`.

Each list of words that count less has a role of its own, and most share words:

- `EVERYDAY_WORDS`: not highlighted, and alone they do not show the subject of a query
- `FILLERS`, of these `ARTICLES`: not searched for beside other words of a short query
- `KIND_WORDS`: what a word asks for, beside names or in a list
- `name_table.JOINERS`: they join the names of two cards, in a look-up and a query
- `spelling.TITLE_STOP_WORDS`: they do not distinguish titles
- `numbering.LINKING_WORDS`: they do not count in `5th step of a run`
- `dates.DATE_FILLERS`: they do not count in `the 6th of August, 1996`
- `NameTable.common`: many rulings have them, so they name no card by a part or a typo
"""

from __future__ import annotations

from typing import Literal

_EVERYDAY_WORDS = (
    "a about after all also an and any are as at be because been before but by can could did do does for from had has "
    "have he her his how i if in into is it its just like me my no not of on one only or other our over s should so "
    "some such t than that the their them then there these they this those to too was we were what when where which "
    "while who whose why will with would you your"
)
# Words that occur everywhere: they are not highlighted, and alone they do not show what
# a query is about
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
# Nicknames that are mostly ordinary words in the rulings, and always in a query
ORDINARY_NICKNAMES = (
    "backdoor", "brain", "campaign", "datafort", "executive", "fetch", "hi", "jack", "pile", "priority", "private",
    "project", "purge", "remote", "rig", "self", "shift", "solo", "sub", "wall ice", "wallice", "water",
)  # fmt: skip  # in a few lines

# Words beside names

# Value of `is:` → the name of an entry with it, for those that may be asked for beside
# a name: `rabbit errata`
ASKED_NATURES = {
    "errata": "erratum",
    "superseded": "superseded ruling",
    "disputed": "disputed ruling",
    "unofficial": "unofficial ruling",
    "restored": "restored ruling",
}
# What a word asks for, beside names or in a list: nothing by itself, entries, entries
# with a nature, an order, a limit, an exception, who said it, where and when it was
# said; `other`: for what it means
WordKind = Literal[
    "asking", "ruling", "nature", "order", "limit", "denial", "person", "cited", "other"
]  # fmt: skip  # in a line
# Kinds of words that only ask for entries, and the same with words for a nature
ASKING_KINDS = frozenset[WordKind](("asking", "ruling"))
NATURE_KINDS = ASKING_KINDS | frozenset[WordKind](("nature",))
# Kinds of words that limit a list
LIMITING_KINDS: tuple[WordKind, ...] = ("order", "limit", "denial")
# Field → the kind of the words of its values
KINDS_BY_FIELD: dict[str, WordKind] = {
    "by": "person",
    "via": "person",
    "venue": "cited",
    ".date": "cited",
}
# Kind → more such words; everyday words are `asking`
KIND_WORDS: dict[WordKind, str] = {
    "asking": "all anyone anything define ever every everything explain find full give list me mean overview please "
    "show tell whole must many number count total be being each given worth made said out via ones exist happen may "
    "topic keyword um uh ah er oh ok okay she him us put good well really actually",
    "nature": "errata erratum erratad superseded reversed overruled overturned outdated disputed contradicted "
    "contested unofficial restored doubtful",
    "ruling": "ruling clarification verdict",
    "order": "newest oldest latest earliest chronologically timeline recent last most least stronger weaker cheaper "
    "strongest weakest cheapest fewest highest lowest biggest largest greatest smallest longest shortest sorted",
    "limit": "before after since until till prior between older newer earlier later other post pre",
    "denial": "besides but except excluding minus non none nor not nothing than without",
    "cited": "1994 1995 1996 1997 1998 1999 2000 2001 2002 2003 95 96 97 98 99 january february march april june july "
    "august september october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn "
    "winter official netrunner faq rulebook v l",
    "other": "one over 0 1",
}  # fmt: skip  # the kinds in a few lines
