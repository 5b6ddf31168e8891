"""Shows long output in the pager that the user chose (`RULINGS_PAGER`, `PAGER`, else `less`).

click's pager is not used because it ignores `RULINGS_PAGER`, runs `less` for an empty `PAGER` (which means none), and
does not make `less` end at once after short output (`LESS=FRX`).

The value is split into words as by a shell, but not run by one: `;`, `|` and `$(…)` have no special meaning.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys

from rulings.cli.render.terminal import print_error
from rulings.model.printable import shortened


def page(text: str) -> bool:
    """Shows the text in a pager and waits for it to end. False if there is none: the caller prints the text."""
    command = pager_command()
    if not command:
        return False
    environment = {"LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c", **os.environ}
    for name in ("LESSOPEN", "LESSCLOSE"):  # commands that less would run in a shell
        environment.pop(name, None)
    sys.stdout.flush()
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
    except (OSError, ValueError) as error:
        print_error(f"the pager “{shortened(command[0])}” cannot be run ({getattr(error, 'strerror', None) or error})")
        return False
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pager handles Ctrl-C itself
    try:
        process.communicate(text.encode("utf-8", "replace"))
    finally:
        signal.signal(signal.SIGINT, handler)
    return True


def pager_command() -> list[str]:
    """The path and arguments of the pager; empty for none. Prints an error if the chosen pager does not exist."""
    if os.environ.get("TERM") == "dumb":
        return []  # no pager works there
    for name in ("RULINGS_PAGER", "PAGER"):
        if name in os.environ:
            try:
                words = shlex.split(os.environ[name], posix=os.name != "nt")
            except ValueError:
                print_error(f"{name} is not a command line: “{shortened(os.environ[name])}”")
                return []
            if not words or words == ["cat"]:
                return []
            program = shutil.which(words[0])
            if program is None:
                print_error(f"{name} names the pager “{shortened(words[0])}”, which was not found")
                return []
            return [os.path.abspath(program), *words[1:]]  # noqa: PTH100 - `resolve` would follow links
    less = shutil.which("less")
    return [less] if less else []
