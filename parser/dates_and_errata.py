"""A parsed ruling and what hand-edited files say about it → likely dates, doubts, and errata without the label.

`dates.yaml` and `errata.yaml` name rulings by id, so they are applied after the words were read. They may also replace
or remove a doubt that the parser found. The printed words never change.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rulings.model.entities import Authority, Citation
from rulings.model.files import RowData
from rulings.model.printed_entry import Wording
from rulings.parser.citations import was_in_office

_IMPLAUSIBLE = ("before-release", "outside-term")


class DatesAndErrata:
    """The rows of `dates.yaml` and `errata.yaml`, by the citations and rulings that they are about."""

    def __init__(self, dates: RowData, errata: Iterable[RowData], authorities: Iterable[Authority]) -> None:
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

    def apply(self, ruling: str, wording: Wording) -> Wording:
        """The wording of the ruling with that id, changed as the two files say."""
        changed = replace(wording, citations=tuple(self._citation(ruling, c) for c in wording.citations))
        reason = self._errata.get(ruling)
        return replace(changed, kind="errata", errata_because=reason) if reason else changed

    def _citation(self, ruling: str, citation: Citation) -> Citation:
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
