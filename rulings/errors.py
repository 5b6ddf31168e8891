"""The errors that users see: one sentence each, with file and line if there is one, and what to do."""

from __future__ import annotations


class RulingsError(Exception):
    """Unreadable or inconsistent input. Its message is for users; the command line exits with 2."""


class NotFound(LookupError):
    """No card, topic or section has that name. `nearest`: the closest titles, best first."""

    def __init__(self, sentence: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.nearest = nearest


class Ambiguous(NotFound):
    """A name that may mean several cards. `nearest`: their titles."""
