"""Sentences about many lines of a file → the first ten about each file, and how many more there are."""

from __future__ import annotations

import re
from collections.abc import Iterable


def first_of_each_file(sentences: Iterable[str], limit: int = 10) -> list[str]:
    """At most `limit` sentences about each file. Each begins with the name of the file, then `: ` or `, line N: `."""
    shown, counts, ends = list[str](), dict[str, int](), dict[str, int]()
    for sentence in sentences:
        file = re.split(r", line |: ", sentence, maxsplit=1)[0]
        counts[file] = counts.get(file, 0) + 1
        if counts[file] <= limit:
            shown.append(sentence)
            ends[file] = len(shown)
    for file in sorted(ends, key=ends.__getitem__, reverse=True):
        if counts[file] > limit:
            shown.insert(ends[file], f"{file}: and {counts[file] - limit:,} more like these")
    return shown
