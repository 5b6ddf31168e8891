"""The errors that users see: what is wrong, with file and line if known, and what to
do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from rulings.model.entities import Reference


class RulingsError(Exception):
    """Unreadable or inconsistent input, or a name that nothing has. Its message is for
    users.

    The command line exits with 2, or with 1 if it is `NotFound`. `kind`: what sort of
    error it is, in the JSON of errors.
    """

    kind: ClassVar[str] = "unreadable"


class RulingsWarning(UserWarning):
    """A warning: the answer is right, but something is wrong, such as a damaged
    compiled file.
    """


class NotFound(RulingsError, LookupError):
    """Nothing has that name. `candidates`: what may be meant, best first; `query`: the
    query of the search that the sentence suggests, if it suggests one.
    """

    kind: ClassVar[str] = "not-found"

    def __init__(
        self,
        sentence: str,
        candidates: tuple[Reference, ...] = (),
        query: str = "",
    ) -> None:
        super().__init__(sentence)
        self.candidates = candidates
        self.query = query

    @property
    def nearest(self) -> tuple[str, ...]:
        """The titles of the candidates; for a ruling, its id. Each once."""
        names = (
            candidate.id if candidate.is_ruling else candidate.title
            for candidate in self.candidates
        )
        return tuple(dict.fromkeys(names))


class Ambiguous(NotFound):
    """Several cards, topics, rulings … have that name: the `candidates`."""

    kind: ClassVar[str] = "ambiguous"
