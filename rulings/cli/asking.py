"""Asks on a terminal which of several things a name means."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def ask_which(sentence: str, titles: Sequence[str]) -> int | None:
    """Asks which of the titles is meant; None if the answer is none of them. `sentence`: why it is asked."""
    sys.stderr.write(f"{sentence}\n")
    for number, title in enumerate(titles, 1):
        sys.stderr.write(f"  {number}  {title}\n")
    sys.stderr.write("Which one? (number; Enter to skip) ")
    sys.stderr.flush()
    answer = sys.stdin.readline(20).strip()
    return int(answer) - 1 if answer.isascii() and answer.isdigit() and 0 < int(answer) <= len(titles) else None
