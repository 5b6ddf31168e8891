"""The words typed so far → completions of the last one, with descriptions, for every shell."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from rulings.api import KnowledgeBase
from rulings.cli.grammar import command_position
from rulings.cli.specification import CARD, COMMANDS, OPTIONS_WITH_VALUE, SHELLS, Command, Option
from rulings.model.ids import fold
from rulings.model.printable import one_line
from rulings.search.fields import BY_NAME, FIELDS, Field

Completions = list[tuple[str, str]]
FILES = ":files"  # tells the shell to complete names of files
FOLDERS = ":folders"  # tells it to complete names of folders


def complete(kb: KnowledgeBase, words: list[str]) -> Completions:
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
        values = _values(options[option_name], kb, value)
        return [(f"{option_name}={completion}", meaning) for completion, meaning in values]
    if previous_words and previous_words[-1] in with_value:
        return _values(options[previous_words[-1]], kb, partial)
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
        return _arguments(command, kb, arguments[1:], partial)
    if arguments:
        return _cards(kb, arguments, partial)
    commands = [(c.name, c.summary) for c in COMMANDS.values() if c.name.startswith(partial.lower())]
    return [*commands, *_cards(kb, [], partial)] if partial else commands


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


def _values(option: Option, kb: KnowledgeBase, partial: str) -> Completions:
    """Completions of the value of an option: what its metavar stands for, or else its choices."""
    if option.metavar in _VALUES:
        return _VALUES[option.metavar](kb, partial)
    return [(value, "") for value in option.choices if value.startswith(partial.lower())]


def _arguments(command: Command, kb: KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    """Completions of an argument of the command. `previous_words`: its arguments so far; `partial`: the one begun."""
    return _ARGUMENTS[command.name](kb, previous_words, partial) if command.name in _ARGUMENTS else []


def _query(kb: KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    """Completions of a field, of the value of a field, or of a card's name."""
    name, colon, value = partial.partition(":")
    if not colon:
        fields = [(f"{f.name}:", f.help) for f in FIELDS if partial and f.name.startswith(partial.lower())]
        return [*fields, *_cards(kb, [word for word in previous_words if ":" not in word], partial)]
    field = BY_NAME.get(name.lower())
    if field is None:
        return []
    return [(f"{name}:{completion}", meaning) for completion, meaning in _field_values(field, kb, value)]


def _field_values(field: Field, kb: KnowledgeBase, partial: str) -> Completions:
    names = {"card": _cards, "topic": _topics, "by": _authorities}.get(field.name)
    if names is not None:
        return names(kb, [], partial)
    values = field.choices or [value.replace(" ", "-") for value in _values_of_cards(kb, field.attribute)]
    return [(value, "") for value in values if value.startswith(partial.lower())]


def _values_of_cards(kb: KnowledgeBase, attribute: str) -> list[str]:
    """The values of a fact of cards (a key of their JSON), in lower case and in order."""
    facts = (getattr(card, attribute) for card in kb.cards)
    values = {value for fact in facts for value in (fact if isinstance(fact, tuple) else [fact]) if value is not None}
    return sorted(str(value).lower() for value in values)


def _keywords(kb: KnowledgeBase, partial: str) -> Completions:
    return [(keyword, "") for keyword in _values_of_cards(kb, "keywords") if keyword.startswith(partial.lower())]


def _steps(kb: KnowledgeBase) -> Completions:
    return [(str(step.number), one_line(step.text)) for step in kb.steps]


def _years(kb: KnowledgeBase) -> list[str]:
    """The years in which something was ruled."""
    return sorted({date[:4] for ruling in kb.rulings for date in ruling.dates})


def _documents(kb: KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    documents = kb.documents
    if not previous_words:
        return [(d.short, d.title) for d in documents if d.short.startswith(partial.lower())]
    document = next((d for d in documents if d.short == previous_words[0].lower()), None)
    if document is None or len(previous_words) > 1:
        return []
    sections = [s for s in kb.sections if s.document == document.id]
    typed = partial.lower()
    bare = {s.id: s.id.removeprefix(f"{document.short}-") for s in sections}
    matches = [s for s in sections if s.id.startswith(typed) or bare[s.id].startswith(typed)]
    matches = matches or [s for s in sections if len(typed) > 1 and f"-{typed}" in f"-{bare[s.id]}"]  # a later word
    return [(s.id, s.title) for s in matches]


def _site(kb: KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    if previous_words:
        return [(FOLDERS, "")] if previous_words == ["build"] else []
    actions = [("build", "write the site into a folder"), ("serve", "show it on this machine")]
    return _beginning_with(partial, actions)


def _first_argument(values: Completions, previous_words: list[str], partial: str) -> Completions:
    """The values that begin with what was typed, if this is the only argument."""
    return [] if previous_words else _beginning_with(partial, values)


def _beginning_with(partial: str, values: Completions) -> Completions:
    return [(value, meaning) for value, meaning in values if value.startswith(partial)]


def _topics(kb: KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    return _matching_names([(topic.id, topic.title) for topic in kb.topics], previous_words, partial)


def _authorities(kb: KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    names = [(authority.id, authority.name) for authority in kb.authorities]
    return _matching_names(names, previous_words, partial)


def _cards(kb: KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    return _matching_names([(card.id, card.title) for card in kb.cards], previous_words, partial)


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
_VALUES: dict[str, Callable[[KnowledgeBase, str], Completions]] = {
    "DATE": lambda kb, partial: _beginning_with(partial, [(year, "") for year in _years(kb)]),
    "DIR": lambda kb, partial: [(FOLDERS, "")],
    "FILE": lambda kb, partial: [(FILES, "")],
    "PATH": lambda kb, partial: [(FILES, "")],
    "KEYWORD": _keywords,
    "N": lambda kb, partial: _beginning_with(partial.lower(), [("all", "every one")]),
    "OTHER": lambda kb, partial: _cards(kb, [], partial),
    "STEP": lambda kb, partial: _beginning_with(partial, _steps(kb)),
    "TOPIC": lambda kb, partial: _topics(kb, [], partial),
}
# Command → the completions of an argument, after those before it. For the other commands there are none.
_ARGUMENTS: dict[str, Callable[[KnowledgeBase, list[str], str], Completions]] = {
    "card": _cards,
    "completion": lambda kb, before, partial: _first_argument(
        [*((shell, "completion script") for shell in SHELLS), ("man", "manual page")], before, partial
    ),
    "deck": lambda kb, before, partial: [(FILES, "")],
    "document": _documents,
    "run": lambda kb, before, partial: _first_argument(_steps(kb), before, partial),
    "search": _query,
    "site": _site,
    "topic": _topics,
    "who": _authorities,
}
