"""The regular expressions of the query language, with an example → groups above each.
The page uses them too: `site/search_data.py`.
"""

from __future__ import annotations

_FIELD_NAME = "[A-Za-z][A-Za-z_-]*"
_WORD = r'[^\s"():/][^\s"()]*'
_QUOTED = '"[^"]*"'
_VALUE = rf'"[^"]*(?:"|$)|{_WORD}'  # a phrase may lack its closing quotation mark
_FIELD = f"{_FIELD_NAME}:(?:{_VALUE})"
_LETTER = r"[^\W\d_]"
# Comparisons of numbers and dates in a field, and other spellings of their signs
COMPARING_SIGN_PATTERN = "=[<>]|<>|[<>=!]=|[<>=]"
COMPARING_SIGNS = {"==": "=", "=<": "<=", "=>": ">=", "<>": "!="}

# Fields

# `(-card:"dr dreff"` → before (, minus -, name card, value "dr dreff"
FIELD_PATTERN = (
    rf"(?P<before>^|[\s(])(?P<minus>-?)(?P<name>{_FIELD_NAME}):(?P<value>{_VALUE})"
)
# `+type != ice or` → signs +, name type, operator " != ", value ice, next_words " or";
# up to six more words may belong to the value: `artist:Kevin T. Phillips`
TYPED_FIELD_PATTERN = (
    rf'(?P<before>^|\s)(?P<signs>[^\w\s"]*_*)(?P<name>{_FIELD_NAME})'
    rf"(?P<operator>\s*(?::\s*)?(?:{COMPARING_SIGN_PATTERN})\s*|\s*:\s*)"
    rf"(?P<value>{_VALUE})"
    r'(?P<next_words>(?:\s+(?:&|[\x27’]?[^\W_][^\s"():=<>!]*)(?=[\s)]|$)'
    r"(?!\s*[:=<>!])){0,6})"
)
# `-(` at the end of signs: the field after them is excluded
EXCLUDING_PATTERN = r"[-!][(\[{']*$"
# Words that look like a field, known or not: `-x > 3` → typed "x > 3", name x
ANY_FIELD_PATTERN = (
    rf"(?:^|[^\w-])-{{0,2}}(?P<typed>(?P<name>{_FIELD_NAME})(?::{{1,2}}(?=\(?[^\s():/*])"
    rf"|\s*(?:{COMPARING_SIGN_PATTERN})\s*(?=-?[0-9])"
    rf'|(?:{COMPARING_SIGN_PATTERN})(?=[^\s()]))[^\s()"]*)'
)
# `before:1997 or date:1998` → field before:1997; in any case
OR_OF_FIELDS_PATTERN = rf"(?P<field>{FIELD_PATTERN})\s+or(?=\s+-?[A-Za-z]+:\S)"
# ` NOT ` before by:wylie → before " "; the same as `-`, in any query and in any case
NOT_FIELD_PATTERN = rf"(?P<before>^|\s)NOT\s+(?={_FIELD})"

# Values

RANGE_PATTERN = r"\.{2,3}"  # between two numbers or dates
# `>=3` → sign >=, bound 3; `3+` → least 3; `3-5` → lowest 3, highest 5
COMPARISON_PATTERN = (
    r"(?P<sign>[<>]=?|!?=)(?P<bound>-?[0-9]{1,9})|(?P<least>[0-9]{1,9})\+"
    rf"|(?P<lowest>[0-9]{{1,9}})(?:-|{RANGE_PATTERN})(?P<highest>[0-9]{{1,9}})"
)
# Signs that no value contains. A name may have them after its start: `Sparky+`
SIGN_PATTERN = r"[<>=+±]|!(?!!*$)|^-|-$"

# Operators

# `ice OR virus`: in any query
OR_PATTERN = r"\S\s+OR\s+\S"
# `ice AND virus` → before e; in a short query, the same as a space
AND_PATTERN = r"(?P<before>\S)\s+AND\s+(?=\S)"
# ` NOT ` or ` !` before a word → before " "; in a short query, the same as `-`. A lone
# `!dreff` is a name, as on other sites
NOT_PATTERN = rf"(?P<before>^|\s)(?:NOT\s+(?=[^\s-])|(?!^!\S+$)!(?={_LETTER}))"
# The beginning of a phrase; a minus before a letter; a word with `*`
OPERATOR_PATTERN = (
    rf'(?:^|\s)(?:-?"(?=\S)|-(?={_LETTER}))|(?:^|[^\w*])[^\W_]{{2,}}\*(?=[\s)]|$)'
)
# `-card:dreff` → minus -, name card, value dreff; `"jack out"`, `trace*` → text.
# Parentheses only separate
TOKEN_PATTERN = (
    r"(?P<minus>-(?=[^\s0-9-]))?"
    rf'(?:(?P<name>{_FIELD_NAME}):(?P<value>{_VALUE})|(?P<text>{_QUOTED}|[^\s()"]+))'
)

# Sentences

# `Tracing · Netrunner rulings`, a bookmark of the site → before g; in any case
SITE_NAME_PATTERN = r"(?P<before>\S)\s+[·|-]\s+Netrunner rulings\s*$"
# `Netrunner`, `Netrunner (1996)`; in any case
GAME_PATTERN = r"\bnetrunner\b(?:\W{1,2}(?:19)?96\b)?"
# `Why? ` or `ice, ` is in a sentence, but not the commas of `ice, -virus`, `May, 1997`
PUNCTUATION_PATTERN = (
    rf"[.!?;…](?:\s|$)|,(?:\s(?!\s*(?:-{_LETTER}|[0-9]{{4}}))|$)|\.\.\.|\s-{{1,2}}\s"
)
# `Dr.`, `T.`, `Sept.`: its period does not end a sentence
ABBREVIATION_PATTERN = (
    r"\b(?:dr|inc|ph\.d|vs|[a-z]|jan|feb|mar|apr|ju[nl]|aug|sept?|oct|nov|dec)\."
)
