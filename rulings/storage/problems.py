"""What is wrong in a file, and where: `Problem`; and many of them → a list that is short enough to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

_MAX_LISTED = 10  # of each file


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a warning about `file` (a path, or the id of a document). `text`: what is wrong and what to do.

    `stale`: a warning about a former id, which is an error as soon as the YAML has been written.
    """

    file: str
    text: str
    line: int | None = None
    stale: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.text}"


def first_of_each_file(problems: Iterable[Problem]) -> list[str]:
    """At most ten problems of each file, followed by how many more it has."""
    problems = list(problems)
    counts = Counter(problem.file for problem in problems)
    shown: Counter[str] = Counter()
    listed: list[str] = []
    for problem in problems:
        shown[problem.file] += 1
        if shown[problem.file] <= _MAX_LISTED:
            listed.append(str(problem))
        if shown[problem.file] == _MAX_LISTED < counts[problem.file]:
            listed.append(f"{problem.file}: and {counts[problem.file] - _MAX_LISTED:,} more like these")
    return listed
