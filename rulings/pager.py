"""More lines than a terminal holds → the pager the user chose (`RULINGS_PAGER`, `PAGER`, else `less`)."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys


def page(text: str) -> bool:
    """Shows the text in a pager and waits for it. False where there is none: the caller writes the text itself."""
    command = _command()
    if not command:
        return False
    environment = {"LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c", **os.environ}
    sys.stdout.flush()
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    while True:
        try:
            process.communicate(text.encode("utf-8", "replace"))
            return True
        except KeyboardInterrupt:
            continue  # the pager has its own use for Ctrl-C
        except (BrokenPipeError, ValueError):
            process.wait()
            return True


def _command() -> list[str]:
    if os.environ.get("TERM") == "dumb":
        return []  # no pager can draw there
    for name in ("RULINGS_PAGER", "PAGER"):
        if name in os.environ:
            try:
                words = shlex.split(os.environ[name], posix=os.name != "nt")
            except ValueError:
                return []
            return words if words and words != ["cat"] and shutil.which(words[0]) else []
    return ["less"] if shutil.which("less") else []
