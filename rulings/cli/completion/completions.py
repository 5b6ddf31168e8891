"""The words typed so far → completions of the last one, with descriptions, for every shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, cast

from rulings.cli.grammar import command_position
from rulings.cli.specification import CARD, COMMANDS, OPTIONS_WITH_VALUE, SHELLS, Command, Option
from rulings.cli.view_store import ViewStore
from rulings.model.ids import fold
from rulings.model.printable import one_line
from rulings.model.selecting import cited_dates
from rulings.search.fields import BY_NAME, FIELDS, Field

Completions = list[tuple[str, str]]
FILES = ":files"  # tells the shell to complete names of files
FOLDERS = ":folders"  # tells it to complete names of folders


def complete(store: ViewStore, words: list[str]) -> Completions:
    """Completions of the last of `words` (all words after the name of the program), which may be empty."""
    words = _rejoined(words) or [""]
    previous_words = words[:-1]
    partial = words[-1].lstrip("\"'").replace("\\", "")
    name = next(iter(previous_words[command_position(previous_words, OPTIONS_WITH_VALUE) :]), "")
    command = COMMANDS.get(name, CARD)
    options = command.options_by_name
    with_value = {option_name for option_name, option in options.items() if option.metavar}
    option_name, equals, value = partial.partition("=")
    if equals and option_name in options:
        values = _values(options[option_name], store, value)
        return [(f"{option_name}={completion}", meaning) for completion, meaning in values]
    if previous_words and previous_words[-1] in with_value:
        return _values(options[previous_words[-1]], store, partial)
    if partial.startswith("-"):
        return [
            (o.name, o.help) for o in command.options if o.name.startswith(partial) and o.name not in previous_words
        ]
    arguments = [
        word
        for before, word in pairwise(["", *previous_words])
        if not word.startswith("-") and before not in with_value
    ]
    if command.name == name:
        return _arguments(command, store, arguments[1:], partial)
    if arguments:
        return _cards(store, arguments, partial)
    commands = [(c.name, c.summary) for c in COMMANDS.values() if c.name.startswith(partial.lower())]
    return [*commands, *_cards(store, [], partial)] if partial else commands


def _rejoined(words: list[str]) -> list[str]:
    """Joins words that bash splits: `--color=al` and `is:er` arrive as three."""
    joined: list[str] = []
    for word in words:
        is_option = joined and (word == "=" or joined[-1].endswith("=")) and joined[-1].startswith("--")
        if is_option or (joined and (word == ":" or (joined[-1].endswith(":") and joined[-1][:-1] in BY_NAME))):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _values(option: Option, store: ViewStore, partial: str) -> Completions:
    """Completions of the value of an option: what its metavar stands for, or else its choices."""
    if option.metavar in _VALUES:
        return _VALUES[option.metavar](store, partial)
    return [(value, "") for value in option.choices if value.startswith(partial.lower())]


def _arguments(command: Command, store: ViewStore, previous_words: list[str], partial: str) -> Completions:
    """Completions of an argument of the command. `previous_words`: its arguments so far; `partial`: the one begun."""
    return _ARGUMENTS[command.name](store, previous_words, partial) if command.name in _ARGUMENTS else []


def _query(store: ViewStore, previous_words: list[str], partial: str) -> Completions:
    """Completions of a field, of the value of a field, or of a card's name."""
    name, colon, value = partial.partition(":")
    if not colon:
        fields = [(f"{f.name}:", f.help) for f in FIELDS if partial and f.name.startswith(partial.lower())]
        return [*fields, *_cards(store, [word for word in previous_words if ":" not in word], partial)]
    field = BY_NAME.get(name.lower())
    if field is None:
        return []
    return [(f"{name}:{completion}", meaning) for completion, meaning in _field_values(field, store, value)]


def _field_values(field: Field, store: ViewStore, partial: str) -> Completions:
    names = {"card": _cards, "topic": _topics, "by": _authorities}.get(field.name)
    if names is not None:
        return names(store, [], partial)
    values = field.choices or [value.replace(" ", "-") for value in _values_of_cards(store, field.attribute)]
    return [(value, "") for value in values if value.startswith(partial.lower())]


def _values_of_cards(store: ViewStore, attribute: str) -> list[str]:
    """The values of a fact of cards (a key of their JSON), in lower case and in order."""
    facts = (cast("Mapping[str, Any]", card).get(attribute) for card in store.cards)
    values = {value for fact in facts for value in (fact if isinstance(fact, list) else [fact]) if value is not None}
    return sorted(str(value).lower() for value in values)


def _keywords(store: ViewStore, partial: str) -> Completions:
    return [(keyword, "") for keyword in _values_of_cards(store, "keywords") if keyword.startswith(partial.lower())]


def _steps(store: ViewStore) -> Completions:
    return [(str(step["number"]), one_line(step["text"])) for step in store.steps]


def _years(store: ViewStore) -> list[str]:
    """The years in which something was ruled."""
    return sorted({date[:4] for ruling in store.rulings().values() for date in cited_dates(ruling["citations"])})


def _documents(store: ViewStore, previous_words: list[str], partial: str) -> Completions:
    documents = store.documents
    if not previous_words:
        return [(d["short"], d["title"]) for d in documents if d["short"].startswith(partial.lower())]
    document = next((d for d in documents if d["short"] == previous_words[0].lower()), None)
    if document is None or len(previous_words) > 1:
        return []
    sections = [s for s in store.sections if s["document"] == document["id"]]
    typed = partial.lower()
    bare = {s["id"]: s["id"].removeprefix(f"{document['short']}-") for s in sections}
    matches = [s for s in sections if s["id"].startswith(typed) or bare[s["id"]].startswith(typed)]
    matches = matches or [s for s in sections if len(typed) > 1 and f"-{typed}" in f"-{bare[s['id']]}"]  # a later word
    return [(s["id"], s["title"]) for s in matches]


def _site(store: ViewStore, previous_words: list[str], partial: str) -> Completions:
    if previous_words:
        return [(FOLDERS, "")] if previous_words == ["build"] else []
    actions = [("build", "write the site into a folder"), ("serve", "show it on this machine")]
    return _beginning_with(partial, actions)


def _first_argument(values: Completions, previous_words: list[str], partial: str) -> Completions:
    """The values that begin with what was typed, if this is the only argument."""
    return [] if previous_words else _beginning_with(partial, values)


def _beginning_with(partial: str, values: Completions) -> Completions:
    return [(value, meaning) for value, meaning in values if value.startswith(partial)]


def _topics(store: ViewStore, previous_words: list[str], partial: str) -> Completions:
    return _matching_names([(topic["id"], topic["title"]) for topic in store.topics], previous_words, partial)


def _authorities(store: ViewStore, previous_words: list[str], partial: str) -> Completions:
    names = [(authority["id"], authority["name"]) for authority in store.authorities]
    return _matching_names(names, previous_words, partial)


def _cards(store: ViewStore, previous_words: list[str], partial: str) -> Completions:
    return _matching_names([(card["id"], card["title"]) for card in store.cards], previous_words, partial)


def _matching_names(pairs: list[tuple[str, str]], previous_words: list[str], partial: str) -> Completions:
    """Ids, which need no quotes, or titles if a capital letter was typed and some begin with what was typed."""
    if not previous_words and partial[:1].isupper():
        titled = [(title, "") for _, title in pairs if title.startswith(partial)]
        if titled:
            return titled
    start = " ".join(previous_words).strip()
    skipped = len(fold(start).split()) if start else 0
    matches = matching_pairs(pairs, " ".join([*previous_words, partial]))
    return [(value, title) for id, title in matches if (value := "-".join(id.split("-")[skipped:]))]


def matching_pairs(pairs: list[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """The (id, title) pairs whose ids begin with the typed text, or else have a word that does."""
    typed = fold(typed)
    matches = [(id, title) for id, title in pairs if id.replace("-", " ").startswith(typed)]
    if not matches and len(typed) > 2:
        matches = [(id, title) for id, title in pairs if f" {typed}" in f" {id.replace('-', ' ')}"]
    return matches


# What the metavar of an option stands for → the completions of its value. Other options have choices or none.
_VALUES: dict[str, Callable[[ViewStore, str], Completions]] = {
    "DATE": lambda store, partial: _beginning_with(partial, [(year, "") for year in _years(store)]),
    "DIR": lambda store, partial: [(FOLDERS, "")],
    "FILE": lambda store, partial: [(FILES, "")],
    "KEYWORD": _keywords,
    "N": lambda store, partial: _beginning_with(partial.lower(), [("all", "every one")]),
    "OTHER": lambda store, partial: _cards(store, [], partial),
    "STEP": lambda store, partial: _beginning_with(partial, _steps(store)),
    "TOPIC": lambda store, partial: _topics(store, [], partial),
}
# Command → the completions of an argument, after those before it. For the other commands there are none.
_ARGUMENTS: dict[str, Callable[[ViewStore, list[str], str], Completions]] = {
    "card": _cards,
    "completion": lambda store, before, partial: _first_argument(
        [*((shell, "completion script") for shell in SHELLS), ("man", "manual page")], before, partial
    ),
    "deck": lambda store, before, partial: [(FILES, "")],
    "document": _documents,
    "run": lambda store, before, partial: _first_argument(_steps(store), before, partial),
    "search": _query,
    "site": _site,
    "topic": _topics,
    "who": _authorities,
}
