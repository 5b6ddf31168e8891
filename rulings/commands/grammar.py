"""The description of a command → its options read from the command line, and its help.

The language of a search has `-word`, and a card's name may stand between options; argparse reads both wrong, and with
dataclasses it would cost more than the answer. So the words are read here, by plain classes.
"""

from __future__ import annotations

from rulings.terminal import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class UsageError(Exception):
    """A command line that cannot be meant. Its text is a sentence; the exit status is 2."""


class Option:
    """`--name` or `--name VALUE`. `values` lists what VALUE may be, if that is known."""

    def __init__(self, name: str, help: str, value: str = "", short: str = "", values: tuple[str, ...] = ()) -> None:
        self.name, self.help, self.value, self.short, self.values = name, help, value, short, values

    @property
    def shown(self) -> str:
        """`-n, --limit N`, the long names below each other."""
        long = f"{self.name} {self.value}".rstrip()
        return f"{self.short}, {long}" if self.short else f"    {long}"


class Command:
    """One command: how it is typed, what it does, real examples, options. `loose`: a `-word` may be an argument."""

    def __init__(
        self,
        name: str,
        summary: str,
        usage: tuple[str, ...],
        examples: tuple[tuple[str, str], ...],
        about: tuple[str, ...] = (),
        options: tuple[Option, ...] = (),
        loose: bool = False,
    ) -> None:
        self.name, self.summary, self.usage, self.examples = name, summary, usage, examples
        self.about, self.options, self.loose = about, options, loose


class Typed:
    """What was typed: option name without dashes → value (or True), and the arguments."""

    def __init__(self, options: dict[str, str | bool] | None = None, arguments: list[str] | None = None) -> None:
        self.options, self.arguments = options or {}, arguments or []

    def __getitem__(self, name: str) -> str | bool | None:
        return self.options.get(name)

    def text(self, name: str) -> str | None:
        """An option's value, or None where it was not given."""
        value = self.options.get(name)
        return value if isinstance(value, str) else None


def read(command: Command, words: Iterable[str]) -> Typed:
    """The words after the command's name. `UsageError` for an option it does not have or a value that is missing."""
    typed, waiting = Typed(), list(words)
    known = {o.name: o for o in command.options} | {o.short: o for o in command.options if o.short}
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            typed.arguments += waiting
            break
        if not word.startswith("-") or word == "-":
            typed.arguments.append(word)
            continue
        name, equals, value = word.partition("=")
        option = known.get(name)
        if option is None and not word.startswith("--") and word[:2] in known and known[word[:2]].value:
            option, equals, value = known[word[:2]], "=", word[2:]
        if option is None:
            if not word.startswith("--") and (command.loose or word[1:2].isdigit()):
                typed.arguments.append(word)
                continue
            raise UsageError(_unknown(command, name))
        if not option.value:
            if equals:
                raise UsageError(f"{option.name} takes no value")
            typed.options[option.name[2:]] = True
            continue
        if not equals:
            if not waiting:
                raise UsageError(f"{option.name} needs a value: {option.name} {option.value}")
            value = waiting.pop(0)
        if option.values and value.lower() not in option.values:
            raise UsageError(f"{option.name} is one of {', '.join(option.values)}, not “{value[:60]}”")
        typed.options[option.name[2:]] = value.lower() if option.values else value
    return typed


def _unknown(command: Command, name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, [o.name for o in command.options], n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"`rulings {command.name}` has no option {name[:60]}{hint} (rulings {command.name} --help)"


def show_help(screen: Screen, command: Command) -> None:
    """Examples first, then usage, what it does, and the options."""
    screen.text(f"rulings {command.name}: {command.summary}", "title")
    screen.blank()
    screen.text("Examples", "strong")
    for line, meaning in command.examples:
        screen.text(line, "", "  $ ", "      ")
        screen.text(meaning, "dim", "      ")
    screen.blank()
    screen.text("Usage", "strong")
    for usage in command.usage:
        screen.text(usage, "", "  ", "      ")
    for paragraph in command.about:
        screen.blank()
        screen.text(paragraph)
    show_options(screen, command.options)


def show_options(screen: Screen, options: Iterable[Option]) -> None:
    """Two columns where they fit, else the meaning below the option."""
    rows = list(options)
    if not rows:
        return
    screen.blank()
    screen.text("Options", "strong")
    left = min(max(len(o.shown) for o in rows), 24) + 4
    for option in rows:
        if screen.width >= 60 and len(option.shown) + 4 <= left:
            screen.text(option.help, "", f"  {option.shown}".ljust(left), " " * left)
        else:
            screen.text(f"  {option.shown}".rstrip(), "", "", "      ")
            screen.text(option.help, "", " " * 10)
