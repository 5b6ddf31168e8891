"""The words of an added ruling and the citations found in them → what is wrong with its citation, in words."""

from __future__ import annotations

import re

from rulings.errors import quoted
from rulings.model.printed_entry import Wording
from rulings.parser.dates import is_date

_FORM = "(Who, Where, 2035-01-31)"
_LAST_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]?[.\s]*$")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_DIGIT = re.compile(r"\d")


def find_citation_fault(printed: str, wording: Wording, is_uncited: bool) -> str | None:
    """The part at fault and what to write instead; None if nothing is wrong.

    A reference to other rulings (`See …`) needs no citation.
    """
    for citation in wording.citations:
        if citation.doubt != "truncated" and citation.date_printed and not is_date(citation.date):
            return f"{citation.date_printed} is not a date"
    last = _LAST_BRACKETS.search(printed)
    ends_with_citation = bool(wording.citations) and wording.citations[-1].doubt != "truncated"
    words = last[0].strip(". ") if last else ""
    if words and not (ends_with_citation and words.endswith(wording.citations[-1].printed.lstrip("( "))):
        looks_like_citation = not ends_with_citation and not is_uncited and not wording.is_see_entry
        if looks_like_citation or _ISO_DATE.search(words):
            return _fault_in(words)
    if is_uncited and wording.citations:
        return f"`citation: none`, but {quoted(wording.citations[0].printed)} is a citation; delete one of them"
    if wording.citations or is_uncited or wording.is_see_entry:
        return None
    return f"it has no citation; end it with one like {_FORM}, or add `citation: none`"


def _fault_in(words: str) -> str:
    """What is wrong with words in brackets that are to be a citation."""
    if words[0] == "[" or words[-1] == "]":
        return f"the citation {quoted(words)} must be in parentheses: {_FORM}"
    if words[-1] != ")":
        return f"the closing parenthesis of {quoted(words)} is missing"
    parts = [part.strip() for part in words[1:-1].split(",")]
    if "," not in words and ";" in words:
        return f"{quoted(words)} has semicolons, which separate citations; write commas: {_FORM}"
    date = _ISO_DATE.search(words)
    if date is None and _DIGIT.search(parts[-1]):
        return f"{quoted(parts[-1])} is not a date like 2035-01-31, in the citation {quoted(words)}"
    if date is None:
        return f"{quoted(words)} is not a citation like {_FORM}; write one, or add `citation: none`"
    if parts[-1] != date[0]:
        return f"the date {date[0]} must be the last part of the citation {quoted(words)}, after a comma"
    if re.search(r"&|\band\b", parts[0]):
        return f"{quoted(parts[0])} must be one name; a second one follows the date, after a semicolon"
    return f"{quoted(parts[0])} is not the name of an authority, in the citation {quoted(words)}"
