"""A parsed ruling and what hand-edited files say about it → likely dates, doubts, and errata without the label.

`dates.yaml` and `errata.yaml` name rulings by id, so they are applied after the words were read. They may also replace
or remove a doubt that the parser found. The printed words never change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rulings import errors
from rulings.model import constants, entities, loading, rows
from rulings.parser import sources

# The words of an entry → its citations, with their positions: `(Tom Wylie via JD Wiker, Netrunner-L, 3/11/96)`.

# Patterns for `re.VERBOSE`, in which a space is written `[ ]`
_NAME = r"[A-Z][\w.'’-]*(?:[ ](?:de[ ]|van[ ]|von[ ])?[A-Z][\w.'’-]*){0,3}"
_VENUE = r"Netrunner-L|NR-L|Pacificon|pp?\.?[ ]?\d+(?:-\d+)?|[A-Z][\w.-]+(?:[ ][A-Z0-9][\w.-]*){0,3}"
_ISO_DATE = r"\d{4}-\d\d-\d\d"
_ADDED_NAME = r"(?:(?![ ](?:&|and|via|on)[ ])[^,;()&])+(?=\s*,|\s+(?:via|on)\s)"
_ADDED_VENUE = rf"[^;()]+?(?=\s*,\s*{_ISO_DATE}\s*[;)])"
_MAX_LENGTH = 500  # characters of a citation; anything longer is text


class CitationReader:
    """Recognizes citations by the names in `authorities.yaml`, and unknown names by the form of the citation.

    `added`: whether in added rulings.
    """

    def __init__(
        self, authorities: Iterable[entities.Authority], orders: tuple[sources.DateOrder, ...], added: bool = False
    ) -> None:
        self.orders = orders
        self._by_name = {_normalized(name): a for a in authorities for name in (a.name, *a.names)}
        known_names = "|".join(
            re.escape(n).replace(r"\ ", r"\s+") for n in sorted(self._spellings(authorities), key=len, reverse=True)
        )
        who = f"(?:{known_names})!*" if known_names else r"(?!x)x"
        name, venue = (f"{_NAME}|{_ADDED_NAME}", f"{_ADDED_VENUE}|{_VENUE}") if added else (_NAME, _VENUE)
        self._part = re.compile(
            rf"""
            \s*(?P<who>{who}|(?:{name})(?=[^()]*(?:\d/\d|\d{{4}}-\d\d)))  # a known name, or any name before a date
            (?:\s+via\s+(?P<via>(?:{name})!*))?
            (?:\s+on\s+(?P<about>[^,;()]+?))?
            (?:\s*,\s*(?P<venue>{venue}))?
            (?:\s*,?\s*\(?(?P<date>{loading.CITATION_DATE}))?
            (?:\s*(?=[;)])|(?P<open>\s*,))  # the end, or a comma after which the rest is lost
            """,
            re.VERBOSE,
        )

    @staticmethod
    def _spellings(authorities: Iterable[entities.Authority]) -> set[str]:
        return {name.rstrip("!") for a in authorities for name in (a.name, *a.names)}

    def find(self, printed: str, restored_spans: Sequence[tuple[int, int, str]] = ()) -> list[loading.CitationSpan]:
        """All citations, in order. `restored_spans`: those of `printed`, each with its evidence."""
        spans, position = [], 0
        while (position := printed.find("(", position)) >= 0:
            span = self._read(printed, position, restored_spans)
            if span:
                spans.append(span)
            position = span.end if span else position + 1
        return spans

    def _read(
        self, printed: str, start: int, restored_spans: Sequence[tuple[int, int, str]]
    ) -> loading.CitationSpan | None:
        """The citations in the parenthesis at `start`; None if it has none. `restored_spans`: as for `find`.

        It has none if it breaks the grammar, or if nothing shows that it cites: a known name, a venue, a date or a
        comma after which the rest is lost. Several citations are separated by semicolons.
        """
        pieces: list[tuple[re.Match[str], int, int]] = []
        position = start + 1
        piece_start = start
        while match := self._part.match(printed, position, position + _MAX_LENGTH):
            next_character = printed[match.end() : match.end() + 1]
            if next_character == ";":
                pieces.append((match, piece_start, match.end() + 1))
                position = piece_start = match.end() + 1
                continue
            if next_character == ")":
                pieces.append((match, piece_start, match.end() + 1))
            elif match["open"] and not match["date"]:  # the end is lost: `(Sparky, Netrunner-L,`
                pieces.append((match, piece_start, match.end("open")))
            else:
                return None
            break
        else:
            return None
        if not any(m["date"] or m["venue"] or m["open"] or self._authority(m["who"]) for m, _, _ in pieces):
            return None
        end = pieces[-1][2]
        citations = tuple(
            self._citation(m, printed[a:b].strip(), _evidence(restored_spans, a, b)) for m, a, b in pieces
        )
        return loading.CitationSpan(start, end, citations)

    def _citation(self, match: re.Match[str], printed: str, restored: str | None) -> entities.Citation:
        """The citation in a match of `self._part`. `restored`: the evidence for it, if it was lost from the source."""
        authority = self._authority(match["who"])
        via = match["via"]
        relay = self._authority(via) if via else None
        date, doubt = None, None
        if match["date"]:
            read = sources.read_date(match["date"], self.orders)
            date, doubt = read.iso, read.doubt
            if doubt is None and date and not was_in_office(authority, date):
                doubt = "outside-term"
        elif match["open"]:
            doubt = "truncated"
        return entities.Citation(
            printed=printed,
            authority=authority.name if authority else " ".join(match["who"].split()),
            person=authority.person if authority else None,
            via=(relay.name if relay else " ".join(via.split())) if via else None,
            about=" ".join(match["about"].split()) if match["about"] else None,
            venue=match["venue"],
            date=date,
            date_printed=match["date"],
            doubt=doubt,
            restored=restored,
            official=authority.official if authority else False,
            standing=authority.standing if authority else None,
        )

    def _authority(self, name: str) -> entities.Authority | None:
        return self._by_name.get(_normalized(name))


def was_in_office(authority: entities.Authority | None, date: str) -> bool:
    """Whether the date (ISO 8601) lies in the authority's term of office. True if the term is unknown."""
    return authority is None or (authority.start or "") <= date <= (authority.end or constants.FAR_FUTURE)


def _normalized(name: str) -> str:
    return " ".join(name.split()).rstrip("!").lower()


def _evidence(restored_spans: Iterable[tuple[int, int, str]], start: int, end: int) -> str | None:
    return next((evidence for a, b, evidence in restored_spans if start <= a and b <= end), None)


# The words of an added ruling and the citations found in them → what is wrong with its citation, in words.

_FORM = "(Who, Where, 2035-01-31)"
_LAST_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]?[.\s]*$")
_ISO_DATE_CITATION_FAULTS = re.compile(r"\d{4}-\d\d-\d\d")
_DIGIT = re.compile(r"\d")


def find_citation_fault(printed: str, wording: loading.Wording, is_uncited: bool) -> str | None:
    """The part at fault and what to write instead; None if nothing is wrong.

    A reference to other rulings (`See …`) needs no citation.
    """
    for citation in wording.citations:
        if citation.doubt != "truncated" and citation.date_printed and not sources.is_date(citation.date):
            return f"{citation.date_printed} is not a date"
    last = _LAST_BRACKETS.search(printed)
    ends_with_citation = bool(wording.citations) and wording.citations[-1].doubt != "truncated"
    words = last[0].strip(". ") if last else ""
    if words and not (ends_with_citation and words.endswith(wording.citations[-1].printed.lstrip("( "))):
        looks_like_citation = not ends_with_citation and not is_uncited and not wording.is_see_entry
        if looks_like_citation or _ISO_DATE_CITATION_FAULTS.search(words):
            return _fault_in(words)
    if is_uncited and wording.citations:
        return f"`citation: none`, but {errors.quoted(wording.citations[0].printed)} is a citation; delete one of them"
    if wording.citations or is_uncited or wording.is_see_entry:
        return None
    return f"it has no citation; end it with one like {_FORM}, or add `citation: none`"


def _fault_in(words: str) -> str:
    """What is wrong with words in brackets that are to be a citation."""
    if words[0] == "[" or words[-1] == "]":
        return f"the citation {errors.quoted(words)} must be in parentheses: {_FORM}"
    if words[-1] != ")":
        return f"the closing parenthesis of {errors.quoted(words)} is missing"
    parts = [part.strip() for part in words[1:-1].split(",")]
    if "," not in words and ";" in words:
        return f"{errors.quoted(words)} has semicolons, which separate citations; write commas: {_FORM}"
    date = _ISO_DATE_CITATION_FAULTS.search(words)
    if date is None and _DIGIT.search(parts[-1]):
        return f"{errors.quoted(parts[-1])} is not a date like 2035-01-31, in the citation {errors.quoted(words)}"
    if date is None:
        return f"{errors.quoted(words)} is not a citation like {_FORM}; write one, or add `citation: none`"
    if parts[-1] != date[0]:
        return f"the date {date[0]} must be the last part of the citation {errors.quoted(words)}, after a comma"
    if re.search(r"&|\band\b", parts[0]):
        return f"{errors.quoted(parts[0])} must be one name; a second one follows the date, after a semicolon"
    return f"{errors.quoted(parts[0])} is not the name of an authority, in the citation {errors.quoted(words)}"


_IMPLAUSIBLE = ("before-release", "outside-term")


class DatesAndErrata:
    """The rows of `dates.yaml` and `errata.yaml`, by the citations and rulings that they are about."""

    def __init__(
        self, dates: rows.RowData, errata: Iterable[rows.RowData], authorities: Iterable[entities.Authority]
    ) -> None:
        # The keys: ruling, authority, date as printed.
        self._misprinted = {
            (ruling, row["authority"], row["printed"]): row
            for row in dates.get("misprinted", ())
            for ruling in row["rulings"]
        }
        self._doubts = {(row["ruling"], row["authority"], row["printed"]): row for row in dates.get("doubtful", ())}
        self._not_doubtful = {
            (row["authority"], printed) for row in dates.get("not_doubtful", ()) for printed in row["printed"]
        }
        self._errata = {row["ruling"]: row["reason"] for row in errata}
        self._authorities = {authority.name: authority for authority in authorities}

    def apply(self, ruling: str, wording: loading.Wording) -> loading.Wording:
        """The wording of the ruling with that id, changed as the two files say."""
        changed = replace(wording, citations=tuple(self._citation(ruling, c) for c in wording.citations))
        reason = self._errata.get(ruling)
        return replace(changed, kind="errata", errata_because=reason) if reason else changed

    def _citation(self, ruling: str, citation: entities.Citation) -> entities.Citation:
        printed = citation.date_printed or ""
        misprinted = self._misprinted.get((ruling, citation.authority, printed))
        if misprinted:
            likely = misprinted["likely"]
            is_outside_term = not was_in_office(self._authorities.get(citation.authority), likely)
            citation = replace(
                citation,
                likely=likely,
                likely_because=misprinted["reason"],
                doubt="outside-term" if is_outside_term else None if citation.doubt in _IMPLAUSIBLE else citation.doubt,
            )
        elif citation.doubt in _IMPLAUSIBLE and (citation.authority, printed) in self._not_doubtful:
            citation = replace(citation, doubt=None)
        doubt = self._doubts.get((ruling, citation.authority, printed))
        return replace(citation, doubt=doubt["doubt"], doubt_because=doubt["reason"]) if doubt else citation
