"""Runs a command line and returns an exit status: 0 found, 1 nothing found (in a check:
something is wrong), 2 usage error or unreadable input.
"""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from io import UnsupportedOperation

from rulings import __version__, errors
from rulings.cli import grammar, layout, specification
from rulings.model import plain_text

# Running a command

_VERSION_OPTIONS = (["--version"], ["-V"], ["-v"])


def execute(words: list[str]) -> int:
    """Runs `rulings WORDS…`, prints its errors, and returns its exit status."""
    layout.configure_output()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", errors.RulingsWarning)
            warnings.showwarning = lambda message, *_: layout.print_note(str(message))
            return _execute(words)
    except (grammar.UsageError, errors.RulingsError) as error:
        options = words[: words.index("--")] if "--" in words else words
        if "--json" in options:  # the line itself may be wrong
            _print_error_as_json(error)
        layout.print_error(str(error))
        return 1 if isinstance(error, errors.NotFound) else 2
    finally:
        layout.flush_notes()


def _execute(words: list[str]) -> int:
    is_version_word = [word.lower() for word in words] == ["version"]
    if is_version_word or words[:1] in _VERSION_OPTIONS:
        layout.write(f"rulings {__version__}\n")
        return 0
    command, arguments, was_typed = command_of(words)
    args = grammar.parse_arguments(command, arguments)
    args.command_was_typed = was_typed
    has_no_words = not was_typed and not args.positional
    if has_no_words and args.options.keys() <= {"color", "help"}:
        return _show_help(args)
    # Promised: what `rulings site` no longer does, such as `serve`, is refused
    is_site_build = args.positional[:1] in ([], ["build"])
    is_refused = command is specification.SITE and not is_site_build
    if args["help"] and not is_refused:
        return _show_help(args, specification.COMMANDS[command.name])
    args.output_format = _output_format(args)
    return _answer(command, args)


def _show_help(
    args: grammar.Arguments, command: specification.Command | None = None
) -> int:
    """Shows the help of a command, or else the overview of all commands."""
    from rulings.cli import help

    screen = layout.Screen(coloured=layout.use_colour(args["color"]))
    if command:
        help.show_help(screen, command)
    else:
        help.show_overview(screen, bool(args["help"]))
    layout.print_paged(str(screen))
    return 0


def _output_format(args: grammar.Arguments) -> str:
    formats = [name for name in specification.OUTPUT_FORMATS if args[name]]
    if len(formats) > 1:
        raise grammar.UsageError(
            f"--{formats[0]} and --{formats[1]} cannot be combined"
        )
    return formats[0] if formats else "screen"


def _answer(command: specification.Command, args: grammar.Arguments) -> int:
    """Runs a command, prints its answer and returns the exit status. Some commands
    print their own output.
    """
    # `--version` and `--help` need no knowledge base
    from rulings.cli import dispatch, output

    # A wrong number is reported even if something else cannot be read
    output.limit_of(args)
    args.used.clear()
    if args.positional and not args.typed.strip():
        raise grammar.UsageError("the name or query is empty")
    outcome = dispatch.run_or_search(command, args)
    if isinstance(outcome, output.Answer):
        if not outcome.empty_message:
            grammar.reject_unused_options(args)
        return output.print_answer(args, outcome)
    return outcome


def _print_error_as_json(error: grammar.UsageError | errors.RulingsError) -> None:
    """Prints an error in the one shape that all errors have."""
    from rulings.cli import output

    candidates = getattr(error, "candidates", ())
    data = {
        "kind": error.kind,
        "message": str(error),
        "candidates": [candidate.to_dict() for candidate in candidates],
    }
    output.print_json({"error": data})


def command_of(
    words: list[str],
) -> tuple[specification.Command, list[str], bool]:
    """The command of a line, the words that belong to it, and whether it was typed. If
    it was not, the command is the one for any name.
    """
    if words and words[0].lower() == "help":
        name = " ".join(words[1:])
        if name.lower() in ("", "help", "--help", "-h"):
            return specification.NAME_COMMAND, ["--help"], False
        if name.lower() in specification.COMMANDS:
            return specification.COMMANDS[name.lower()], ["--help"], True
        from rulings.cli import dispatch  # help needs no knowledge base

        hint = dispatch.search_hint(" ".join(words))
        raise grammar.UsageError(
            f"no command {plain_text.quoted(name)}; rulings help lists them{hint}"
        )
    index = grammar.command_position(words)
    name = "".join(words[index : index + 1]).lower()
    if name in specification.COMMANDS:
        arguments = words[:index] + words[index + 1 :]
        return specification.COMMANDS[name], arguments, True
    return specification.NAME_COMMAND, words, False


def main(arguments: list[str] | None = None) -> int:
    """Runs one command. A closed pipe, Ctrl-C or SIGTERM ends it silently."""
    words = sys.argv[1:] if arguments is None else arguments
    words = [_decodable(word) for word in words]
    # The caller has closed standard output. The null device is opened for reading, so a
    # write raises an error; it stays open.
    if sys.stdout is None:
        sys.stdout = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    try:
        status = execute(words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _discard_output()
        return 0
    except KeyboardInterrupt as interrupt:
        import signal  # a look-up does not need this import

        number = interrupt.args[0] if interrupt.args else signal.SIGINT
        _discard_output()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
        return 128 + int(number)
    except MemoryError:
        _discard_output()
        layout.print_error("there is not enough memory")
        return 2
    except UnsupportedOperation:
        layout.print_error("standard output is closed")
        return 2
    except OSError as error:
        _discard_output()
        # Only the current folder is looked up without a file name.
        is_nowhere = isinstance(error, FileNotFoundError) and not error.filename
        label = (
            "the current folder"
            if is_nowhere
            else error.filename or "cannot read or write"
        )
        layout.print_error(f"{label}: {error.strerror or error}")
        return 2


def _decodable(word: str) -> str:
    """A word of the command line, with replacement characters for undecodable bytes and
    lone surrogates.
    """
    try:
        return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return word.encode("utf-8", "replace").decode()


def _discard_output() -> None:
    """Discards unwritten output, so the interpreter exits silently."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, sys.__stdout__.fileno())  # type: ignore[union-attr]
