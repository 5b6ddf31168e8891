"""`rulings completion SHELL`: the script for a shell, or the manual page; `completion words` answers the scripts."""

from __future__ import annotations

from rulings import terminal
from rulings.terminal import one_line, shortened

from . import printing
from .grammar import Typed, UsageError
from .spec import SHELLS


def completion(typed: Typed) -> int:
    """Prints it and returns 0."""
    words = typed.arguments
    if words[:1] == ["words"]:
        from .complete import complete

        for value, meaning in complete(printing.pages(), words[1:]):
            terminal.put(f"{one_line(value)}\t{shortened(meaning)}".rstrip("\t") + "\n")
        return 0
    if words == ["man"]:
        from .manual import manual

        terminal.put(manual())
        return 0
    if len(words) != 1 or words[0] not in SHELLS:
        raise UsageError("for which shell? rulings completion bash, zsh or fish (or man, the manual page)")
    from .shells import SCRIPTS

    terminal.put(SCRIPTS[words[0]])
    return 0
