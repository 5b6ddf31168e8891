"""The program `rulings`, which is also `python -m rulings`."""

# This is the part of `signal` written in C: the rest takes longer to import than
# everything else before `run`.
import _signal  # type: ignore[import-not-found]
import gc
import sys


def run() -> None:
    """Runs one command and ends the process with its status. Ctrl-C ends it at once,
    and silently.

    Python's own handler would raise `KeyboardInterrupt` in the middle of an import, so
    the signal gets its default before anything else is imported. Commands that have
    something to clean up bring the handler back.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    # Most objects live to the end; with the default, a look-up takes a twentieth
    # longer.
    gc.set_threshold(100_000)
    try:
        from rulings.cli.main import main

        status = main()
    except ModuleNotFoundError as error:
        from rulings.cli import layout

        name = str(error.name)
        if name in sys.stdlib_module_names:  # `_sqlite3`: pip cannot install it
            module = name.lstrip("_")
            problem = f"the module {module} of Python itself is missing"
            cure = f"install it from your system, such as its package python3-{module}"
        else:  # another package may have removed it
            problem = f"the package {name} is missing"
            cure = "run `python -m pip install --force-reinstall netrunner-rulings`"
        layout.write_error(f"rulings: {problem}; {cure}\n")
        status = 2
    gc.freeze()  # the process ends, so nothing needs to be collected
    sys.exit(status)


if __name__ == "__main__":
    run()
