"""Finds the words with which a ruling says that it takes back another:
`(REVERSEs a previous ruling)`, `Sparky's answer no longer holds`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulings.model import vocabulary

# A verb of taking back, before what it takes back
_TAKES_BACK = (
    r"revers(?:es?|ed|ing|al\s+of)|overrul(?:es?|ed|ing)|overturn(?:s|ed|ing)?|"
    r"supersed(?:es?|ed|ing)|retract(?:s|ed|ing)?|rescind(?:s|ed|ing)?|"
    r"revok(?:es?|ed|ing)|withdr(?:aws?|awing|ew)|t(?:akes?|aking|ook)\s+back|"
    r"replac(?:es?|ed|ing)|cancel(?:s|l?ed|l?ing)?|annul(?:s|led|ling)?|"
    r"correct(?:s|ed|ing)?|disregard(?:s|ed|ing)?|contrary\s+to"
)
# After what is taken back
_IS_TAKEN_BACK = (
    r"reversed|overruled|overturned|superseded|retracted|rescinded|revoked|withdrawn|"
    r"taken\s+back|replaced|cancell?ed|annulled|void|obsolete|wrong"
)
_NO_LONGER = (
    r"(?:no\s+longer\s+(?:holds?|stands?|appl(?:y|ies)|counts?)"
    r"|(?:is\s+|are\s+)?no\s+longer\s+(?:is\s+|are\s+)?"
    r"(?:valid|right|in\s+force|in\s+effect|official)"
    r"|do(?:es)?(?:\s+not|n['’]t)\s+(?:hold|stand|apply|count)\s+any\s*(?:more|longer))"
)
# Words for a ruling without its id or author
_UNNAMED_RULING = (
    r"(?:rulings?|answers?|(?:earlier|previous|prior|former)\s+ones?)\b"
    r"|what\s+(?:\w+\s+){1,3}?(?:said|ruled(?!\s+out)|written|wrote|answered|decided)\b"
)
# Words between the verb and the statement: `reverses all of the earlier rulings`
_BEFORE = (
    r"(?:(?:the|an?|this|that|these|those|all|any|both|of|my|our|his|her|their|what|"
    r"earlier|previous|prior|former|old|older|first|last|original|official)\s+)*"
)
# Words between the statement and the verb: `Sparky's answer of May 1996 is withdrawn`.
# With more of them, the statement is hardly the subject of the verb.
_AFTER = r"(?:['’]s?)?(?:\s+[^\s,;:]+){0,3}?\s+"
_BE = r"(?:is|are|was|were|has\s+been|have\s+been)\s+(?:now\s+|hereby\s+)?"
# Nothing is taken back: `nothing reverses …`, `a card that reverses …`, `its reversal of …`
_NEGATION = re.compile(
    r"(?:\b(?:no|not|never|nothing|nobody|none|neither|nor|cannot)\b|n['’]t\b)[^,;:]*$"
    r"|\b(?:which|who|that|its|their|whose|if)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?:[^.;!?()]|(?<=\bDr)\.|[.!?](?!\s|$|[()”\"]))+[.;!?]?")


class ReversalFinder:
    """Finds the sentence of a ruling that takes back another."""

    def __init__(self, names: Iterable[str]) -> None:
        """`names`: the names of authorities, whose statements may be taken back."""
        longest_first = sorted(map(re.escape, names), key=len, reverse=True)
        any_name = rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)"
        by_name = rf"ones?\s+(?:by|of|from|in)\s+(?:the\s+)?{any_name}"
        former_ruling = (
            rf"(?:\b{vocabulary.RULING_ID}\b|{any_name}|{by_name}|{_UNNAMED_RULING})"
        )
        self._pattern = re.compile(
            rf"\b(?:{_TAKES_BACK})\s+{_BEFORE}{former_ruling}"
            rf"|{former_ruling}{_AFTER}(?:{_BE}(?:{_IS_TAKEN_BACK})|{_NO_LONGER})\b"
            r"|\bno\s+longer\s+has\s+an\s+erratum\b|\bis\s+a\s+reversal\b(?!\s+of\b)",
            re.IGNORECASE,
        )

    def find(self, text: str, other_names: Iterable[str]) -> str:
        """The first such sentence, or an empty string. `other_names`: words of the text
        that name cards or documents and only look like the name of an authority.
        """
        masked = text
        for name in other_names:
            masked = masked.replace(name, "_" * len(name))
        for match in _SENTENCE.finditer(masked):
            sentence = match[0]
            if sentence.endswith("?"):
                continue
            for reversal in self._pattern.finditer(sentence):
                if not _NEGATION.search(sentence[: reversal.start()]):
                    return text[match.start() : match.end()].strip(" .;!")
        return ""
