"""The program `rulings`, which is also `python -m rulings`."""

import gc
import signal
import sys


def run() -> None:
    """Runs one command and ends the process with its status. Ctrl-C ends it at once, and silently.

    Python's own handler would raise `KeyboardInterrupt` in the middle of an import, so the signal gets its default
    before anything else is imported. Commands that have something to clean up bring the handler back.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(100_000)  # most objects live to the end; with the default, a look-up takes a twentieth longer
    from rulings.cli.main import main

    sys.exit(main())


if __name__ == "__main__":
    run()
