"""The regular expressions of the query language, with an example → groups above each.
The page uses them too: `site/search_data.py`.
"""

from __future__ import annotations

_FIELD_NAME = "[A-Za-z][A-Za-z_-]*"
_VALUE = (
    r'"[^"]*(?:"|$)|[^\s"():/][^\s"()]*'  # a phrase may lack its closing quotation mark
)
_LETTER = r"[^\W\d_]"
# Comparisons of numbers and dates, and other spellings of their signs; empty: the same
# as a colon, `before=1997`
COMPARING_SIGN_PATTERN = "=[<>]|<>|[<>=!]=|[<>=]"
COMPARING_SIGNS = {"=": "", "==": "", "=<": "<=", "=>": ">=", "<>": "!="}

# Tokens

# In any text: `not +type != ice or` → signs "not +", name type, operator " != ", value
# ice, next_words " or". Up to six more words may belong to the value: `by:tom wylie`
FIELD_PATTERN = (
    rf'(?:^|\s)(?P<signs>(?:[Nn][Oo][Tt]\s+)?[^\w\s"]*_*)(?P<name>{_FIELD_NAME})'
    rf"(?P<operator>\s*(?::\s*)?(?:{COMPARING_SIGN_PATTERN})\s*|\s*:\s*)"
    rf"(?P<value>{_VALUE})"
    r'(?=(?P<next_words>(?:\s+(?:&|[\x27’]?[^\W_][^\s"():=<>!]*)(?=[\s)]|$)'
    r"(?!\s*[:=<>!])){0,6}))"
)
# `not ` before signs, `-(` at their end: the field after them is excluded
EXCLUDING_PATTERN = r"^[Nn][Oo][Tt]\s|[-!][(\[{']*$"
# In a short query: kind → an example, its pattern. Parentheses only separate
TOKENS = {
    "phrase": ('"jack out"', '"[^"]*"'),
    "wildcard": ("trac*", r'[^\s()"*]*[^\W_]{2,}\*(?=[\s)]|$)'),
    "words": ("card(s)", r'[^\s()"](?:[^\s()"]|\([^\s()]*\))*'),
}
# `-trac*` → excluding -, wildcard trac*; `NOT x` → excluding "NOT ", words x. A lone
# `!dreff` is a name, as on other sites
TOKEN_PATTERN = (
    rf'(?P<excluding>-(?="|{_LETTER})|(?!^!\S+$)!(?={_LETTER})|NOT\s+(?=[^\s(-]))?'
    f"(?:{'|'.join(f'(?P<{kind}>{TOKENS[kind][1]})' for kind in TOKENS)})"
)
# Words that look like a field, known or not: `-x > 3` → typed "x > 3", name x
ANY_FIELD_PATTERN = (
    rf"(?:^|[^\w-])-{{0,2}}(?P<typed>(?P<name>{_FIELD_NAME})(?::{{1,2}}(?=\(?[^\s():/*])"
    rf"|\s*(?:{COMPARING_SIGN_PATTERN})\s*(?=-?[0-9])"
    rf'|(?:{COMPARING_SIGN_PATTERN})(?=[^\s()]))[^\s()"]*)'
)

# Values

# `3-5`, `1996..1997`; numbers and periods, which may lack one of their ends
RANGE_PATTERN = r"\.{2,3}"
NUMBER_RANGE_PATTERN = r"\.{2,3}|(?!^)-(?=[0-9])"
FIGURE_PATTERN = r"(-?[0-9]{1,9})\.?"
ENDING_PATTERN = r"[,;:?!\x27’\]}]+$"  # after a number or date: `which ice has cost:3?`
# Signs that no value contains. A name may have them after its start: `Sparky+`
SIGN_PATTERN = r"[<>=+±]|!(?!!*$)|^-|-$"

# Sentences

OPERATORS = ("AND", "OR", "NOT")  # these do not count as words

# `ice OR virus`: never in a sentence
OR_PATTERN = r"\S\s+OR\s+\S"
# `by:sparky`, `cost>3`, `"jack out"`: no words of a sentence
APART_PATTERN = rf'-?"[^"]*"|(?:^|\s)[^\w\s"]*{_FIELD_NAME}(?::|{COMPARING_SIGN_PATTERN})(?:{_VALUE})'
# `Tracing · Netrunner rulings`, a bookmark of the site → before g; in any case
SITE_NAME_PATTERN = r"(?P<before>\S)\s+[·|-]\s+Netrunner rulings\s*$"
# `Netrunner`, `Netrunner (1996)`; in any case
GAME_PATTERN = r"\bnetrunner\b(?:\W{1,2}(?:19)?96\b)?"
# `Why? ` or `ice, ` is in a sentence, but not the commas of `ice, -virus`, `May, 1997`
PUNCTUATION_PATTERN = (
    rf"[.!?;…](?:\s|$)|,(?:\s(?!\s*(?:-{_LETTER}|NOT\s|[0-9]{{4}}))|$)"
    r"|\.\.\.|\s-{1,2}\s"
)
# `Dr.`, `T.`, `Sept.`: its period does not end a sentence
ABBREVIATION_PATTERN = (
    r"\b(?:dr|inc|ph\.d|vs|[a-z]|jan|feb|mar|apr|ju[nl]|aug|sept?|oct|nov|dec)\."
)
