"""The options of a search and of the commands: which rulings pass, how many of them, and in which order."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Options:
    """The conditions that a result must meet (None: no condition), and how many there are, in which order."""

    limit: int | None = 10  # None: all
    side: str | None = None
    type: str | None = None
    game: str | None = None
    as_of: str | None = None  # a day, `1996-06-30`: only what was first said by then
    official: bool = False
    by_date: bool = False  # the newest first

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 0:
            raise ValueError(f"limit must be 0 or more, or None for all, not {self.limit}")

    @property
    def has_conditions(self) -> bool:
        """Whether a result must meet any condition."""
        return replace(self, limit=None, by_date=False) != Options(limit=None)
