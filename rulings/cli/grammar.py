"""Reads the options and arguments of a command.

argparse and click are not used. Both read the `-net damage` of a query as the option
`-n`; argparse drops a leading `--`, although a name may continue after an option
(`rulings dr --json dreff`); and click takes long to import.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulings.cli import specification
from rulings.model import plain_text
from rulings.search import fields

if TYPE_CHECKING:
    from rulings.model import knowledge


class UsageError(Exception):
    """An invalid command line. Its message is for users; the exit status is 2."""

    kind = "usage"


class Arguments(Struct):
    """A parsed command line: options by name without dashes (value, values or True),
    and positional arguments.

    `command_was_typed`: whether the line names the command, as in `rulings card dreff`.
    `output_format`: `screen`, or one of `specification.OUTPUT_FORMATS`. `heading`: the
    name of the list, if results are listed. `opened`: the knowledge base once `kb` has
    opened it; `used`: the names of the options that were read. Copies of the arguments
    share both.
    """

    options: dict[str, Any] = {}
    positional: list[str] = []
    command_was_typed: bool = False
    output_format: str = "screen"
    heading: str = ""
    opened: list[knowledge.Knowledge] = []
    used: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        """The value of an option, or None if it was not given."""
        self.used.add(name)
        return self.options.get(name)

    @property
    def kb(self) -> knowledge.Knowledge:
        """The shipped knowledge base. A command line opens it once."""
        from rulings import api

        if not self.opened:
            self.opened.append(api.open_knowledge())
        return self.opened[0]

    @property
    def typed(self) -> str:
        """The positional arguments, joined by spaces."""
        return " ".join(self.positional).strip()


def command_position(words: Sequence[str]) -> int:
    """The index of the word that may name a command: the first after options and their
    values. If there are only options, it is `len(words)` or more.
    """
    index = 0
    while index < len(words):
        word = words[index]
        if word == "--" or not word.startswith("-"):
            break
        index += 2 if word in specification.OPTIONS_WITH_VALUE else 1
    return index


def parse_arguments(command: specification.Command, words: Sequence[str]) -> Arguments:
    """Parses the words after the name of the command. Raises `UsageError` for an
    unknown option or an invalid value.
    """
    args = Arguments()
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            args.positional += waiting
            break
        option, value = _option(command, word, words)
        if option is None:
            args.positional.append(word)
            continue
        typed_option = option.name if word.startswith("--") else option.short
        if option.name[2:] in args.options and not option.repeats:
            raise UsageError(f"{typed_option} is given twice")
        if option.metavar:
            if value is None and waiting and waiting[0] not in command.options_by_name:
                value = waiting.pop(0)
            if value is None or not value.strip():
                example = f"{typed_option} {option.metavar}"
                raise UsageError(f"{typed_option} needs a value: {example}")
            _read_value(args, option, value, waiting)
        elif value is None:
            args.options[option.name[2:]] = True
        else:
            raise UsageError(f"{option.name} takes no value")
    return args


def _read_value(
    args: Arguments,
    option: specification.Option,
    value: str,
    waiting: list[str],
) -> None:
    """Adds the value of an option to `args`; a name may go on in the `waiting` words.
    Raises `UsageError` if the value is not among the choices.
    """
    is_open = option.is_name and args.positional
    while is_open and waiting and not waiting[0].startswith("-"):
        value += f" {waiting.pop(0)}"
    if option.choices:
        value = value.lower()
        if value not in option.choices:
            choices = ", ".join(option.choices)
            quote = plain_text.quoted(value)
            raise UsageError(f"{option.name} must be one of {choices}, not {quote}")
    name = option.name[2:]
    if option.repeats:
        args.options[name] = [*(args[name] or ()), value]
    else:
        args.options[name] = value


def _option(
    command: specification.Command,
    word: str,
    words: Sequence[str],
) -> tuple[specification.Option | None, str | None]:
    """The option that a word is, and the value in the same word, if any: `--limit=5`,
    `-n5`. An argument gives None. Raises `UsageError` for an option that the command
    does not have. `words`: everything typed after the command.
    """
    options = command.options_by_name
    name, equals, value = word.partition("=")
    if word.startswith("—") and (option := f"--{name[1:]}") in options:
        quote = plain_text.quoted(name)
        raise UsageError(f"{quote} begins with another dash; type {option}")
    if not word.startswith("-") or word == "-":
        return None, None
    if name in options:
        return options[name], value if equals else None
    # `-5`, as `head` accepts; never `-net`
    limit = re.fullmatch(r"-(\d+)|-n(\d+|all)", word)
    if limit and "-n" in options:
        return options["-n"], limit[1] or limit[2]
    may_be_argument = command.allows_dashed_words or word[1:2].isdigit()
    if may_be_argument and not word.startswith("--"):
        return None, None
    words = [name, value] if equals else words
    raise UsageError(_unknown_option_message(command, name, words))


def require_no_arguments(args: Arguments, name: str) -> None:
    """Raises `UsageError` if there is an argument. `name`: the name of the command."""
    if args.positional:
        quote = plain_text.quoted(args.positional[0])
        raise UsageError(f"`rulings {name}` takes no arguments, but got {quote}")


def reject_unused_options(args: Arguments) -> None:
    """Raises `UsageError` for an option that the answer did not use. Formats and colour
    apply to every answer.
    """
    for name in args.options:
        if name not in args.used.union(specification.OUTPUT_FORMATS, ("color",)):
            raise UsageError(f"--{name} changes nothing in this answer")


# Words typed as options → the condition of a query that means the same
_FLAGS = {"--official": "is:official", "--ruled": "ruled>0"}


def _unknown_option_message(
    command: specification.Command,
    name: str,
    words: Sequence[str],
) -> str:
    """The message for an option that a command does not have. It names the nearest
    option or the field of a search that means the same.
    """
    hint = ""
    query = _FLAGS.get(name, "")
    if name[2:] in fields.BY_NAME and not query:
        index = words.index(name) + 1
        value = words[index : index + 1] or "…"
        query = fields.field_query(name[2:], *value)
    if nearest := _nearest_options(command, name):
        hint = f"; did you mean {' or '.join(nearest[:2])}?"
    elif query:
        from shlex import quote

        hint = f"; in a query it is a field: rulings search … {quote(query)}"
    is_unnamed = command is specification.NAME_COMMAND
    owner = "rulings" if is_unnamed else f"rulings {command.name}"
    shown_name = plain_text.shortened(name)
    return f"`{owner}` has no option {shown_name}{hint} ({owner} --help)"


def _nearest_options(command: specification.Command, name: str) -> list[str]:
    """The command's options that begin with a name or else resemble it."""
    from rulings.names import edit_distance

    known_options = [*command.options_by_name]
    if command is specification.NAME_COMMAND:
        known_options.append("--version")
    begun = [option for option in known_options if option.startswith(name)]
    # `--c` alone begins too many
    if begun and len(name) > 3:
        return begun
    return edit_distance.corrections(name, known_options)
