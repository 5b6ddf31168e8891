"""The errors a person sees: one sentence each, with file and line where there is one, and what to do."""

from __future__ import annotations


class RulingsError(Exception):
    """Unreadable or inconsistent input. Its text is a sentence for a person; the command line exits with 2."""


class NotFound(LookupError):
    """A name that means no card, topic or section. `nearest` holds the closest titles, best first."""

    def __init__(self, sentence: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.nearest = nearest


class Ambiguous(NotFound):
    """A short name that means several cards. `nearest` holds their titles."""
