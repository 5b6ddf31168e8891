"""The regular expressions of the query language. The page uses them too:
`site/search_data.py`.
"""

from __future__ import annotations

_FIELD = r'[A-Za-z][A-Za-z_-]*:(?:"[^"]*(?:"|$)|[^\s"():/][^\s"()]*)'
FIELD_PATTERN = (
    r'(^|[\s(])(-?)([A-Za-z][A-Za-z_-]*):("[^"]*(?:"|$)|[^\s"():/][^\s"()]*)'
)
OR_PATTERN = r"\S\s+OR\s+\S"
OR_OF_FIELDS_PATTERN = (
    rf"({FIELD_PATTERN})\s+or(?=\s+-?[A-Za-z]+:\S)"  # case-insensitive, as above
)
AND_PATTERN = r"(\S)\s+AND\s+(?=\S)"  # in a short query, the same as a space
# The same as `-`: before a field in any query, in capitals or not; before a word in a
# short one
NOT_FIELD_PATTERN = rf"(^|\s)NOT\s+(?={_FIELD})"
# A lone `!dreff` is a name, as on other sites
NOT_PATTERN = r"(^|\s)(?:NOT\s+(?=[^\s-])|(?!^!\S+$)!(?=[^\W\d_]))"
# Comparisons of numbers and dates in a field: `>3`, `!=3`, `3+`, `3-5`; and other
# spellings of the signs
COMPARING_SIGN_PATTERN = "=[<>]|<>|[<>=!]=|[<>=]"
COMPARING_SIGNS = {"==": "=", "=<": "<=", "=>": ">=", "<>": "!="}
# A field in any shape: `+by:sparky`, `type != ice`, `after: June 1998`. The signs before
# it, its name, the sign of the comparison, the value, and further words that may belong
# to the value
TYPED_FIELD_PATTERN = (
    r'(^|\s)([^\w\s"]*_*)([A-Za-z][A-Za-z_-]*)'
    rf"(\s*(?::\s*)?(?:{COMPARING_SIGN_PATTERN})\s*|\s*:\s*)"
    r'("[^"]*(?:"|$)|[^\s"():/][^\s"()]*)'
    r'((?:\s+[^\W_][^\s"():=<>!]*(?=[\s)]|$)(?!\s*[:=<>!])){0,3})'
)
EXCLUDING_PATTERN = r"[-!][(\[{']*$"  # signs before an excluded field
# Words that look like a field, known or not, and its name: `x:3`, `-x:y`, `x > 3`
ANY_FIELD_PATTERN = (
    r"(?:^|[^\w-])-{0,2}(([A-Za-z][A-Za-z_-]*)(?::{1,2}(?=\(?[^\s():/*])"
    rf"|\s*(?:{COMPARING_SIGN_PATTERN})\s*(?=-?[0-9])"
    rf'|(?:{COMPARING_SIGN_PATTERN})(?=[^\s()]))[^\s()"]*)'
)
RANGE_PATTERN = r"\.{2,3}"  # between two numbers or dates
COMPARISON_PATTERN = (
    r"([<>]=?|!?=)(-?[0-9]{1,9})|([0-9]{1,9})\+"
    rf"|([0-9]{{1,9}})(?:-|{RANGE_PATTERN})([0-9]{{1,9}})"
)
# These are meaningless in other values (`Sparky!` is a name) and at the start of names.
SIGN_PATTERN = r"[<>=+±]|!(?!!*$)|^-|-$"
# After the title of a page of the site, as in a bookmark
SITE_NAME_PATTERN = r"(\S)\s+[·|-]\s+Netrunner rulings\s*$"  # case-insensitive
# Punctuation of a sentence; a comma before an excluded word is none
PUNCTUATION_PATTERN = r"[.!?;…](?:\s|$)|,(?:\s(?!\s*-[^\W\d_])|$)|\.\.\.|\s-{1,2}\s"
ABBREVIATION_PATTERN = (
    r"\b(?:dr|inc|ph\.d|vs)\."  # whose period does not end a sentence
)
# The beginning of a phrase; a minus before a letter; a word with `*`
OPERATOR_PATTERN = (
    r'(?:^|\s)(?:-?"(?=\S)|-(?=[^\W\d_]))|(?:^|[^\w*])[^\W_]{2,}\*(?=[\s)]|$)'
)
TOKEN_PATTERN = (  # tokens of the query language; parentheses separate tokens
    r'(?P<minus>-(?=[^\s0-9-]))?(?:(?P<field>[A-Za-z][A-Za-z_-]*):(?P<value>"[^"]*(?:"|$)|[^\s"():/][^\s"()]*)'
    r'|(?P<text>"[^"]*"|[^\s()"]+))'
)
