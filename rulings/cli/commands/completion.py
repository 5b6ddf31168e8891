"""`rulings completion SHELL`: a completion script or the manual page. The scripts call `completion words`."""

from __future__ import annotations

from rulings.api import open as open_knowledge_base
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.render import terminal
from rulings.cli.specification import SHELLS
from rulings.model.printable import one_line, shortened


def completion(args: Arguments) -> int:
    """Prints the script, the page or the completions, and returns 0."""
    words = args.positional
    if words[:1] == ["words"]:
        from rulings.cli.completion.completions import complete

        for value, meaning in complete(open_knowledge_base(), words[1:]):
            terminal.write(f"{one_line(value)}\t{shortened(meaning)}".rstrip("\t") + "\n")
        return 0
    if words == ["man"]:
        from rulings.cli.manual_page import manual

        terminal.write(manual())
        return 0
    if len(words) != 1 or words[0] not in SHELLS:
        raise UsageError("name a shell: rulings completion bash, zsh or fish (or man, for the manual page)")
    from rulings.cli.completion.shells import SCRIPTS

    terminal.write(SCRIPTS[words[0]])
    return 0
