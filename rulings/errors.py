"""The errors that users see: what is wrong, with file and line if known, and what to
do.
"""

from __future__ import annotations


class RulingsError(Exception):
    """Unreadable or inconsistent input, or a name that nothing has. Its message is for
    users.

    The command line exits with 2, or with 1 if it is `NotFound`.
    """


class RulingsWarning(UserWarning):
    """A warning: the answer is right, but something is wrong, such as a damaged
    compiled file.
    """


class NotFound(RulingsError, LookupError):
    """Nothing has that name. `nearest`: the closest titles, best first, if there are
    any; `query`: the query of the search that the sentence suggests, if it suggests
    one.
    """

    def __init__(
        self,
        sentence: str,
        nearest: tuple[str, ...] = (),
        query: str = "",
    ) -> None:
        super().__init__(sentence)
        self.nearest = nearest
        self.query = query


class Ambiguous(NotFound):
    """A name that may mean several cards, topics, documents … `nearest`: their titles.

    `typed`: the name; `choices`: id and title of each.
    """

    def __init__(
        self,
        sentence: str,
        typed: str = "",
        choices: tuple[tuple[str, str], ...] = (),
    ) -> None:
        super().__init__(sentence, tuple(title for _, title in choices))
        self.typed = typed
        self.choices = choices
