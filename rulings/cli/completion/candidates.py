"""The words typed so far → completions of the last one, with descriptions, for every shell."""

from __future__ import annotations

from rulings.cli.grammar import Command, Option
from rulings.cli.pages import Pages
from rulings.cli.render.terminal import one_line
from rulings.cli.specification import CARD, COMMANDS, SHELLS
from rulings.model.ids import fold
from rulings.search.fields import BY_NAME, FIELDS, Field

Candidates = list[tuple[str, str]]
FILES = ":files"  # tells the shell to complete names of files
FOLDERS = ":folders"  # tells it to complete names of folders


def complete(pages: Pages, words: list[str]) -> Candidates:
    """Completions of the last of `words` (all words after the name of the program), which may be empty."""
    words = _rejoined(words) or [""]
    previous_words, partial = words[:-1], words[-1].lstrip("\"'").replace("\\", "")
    name = next((word for word in previous_words if not word.startswith("-")), "")
    command = COMMANDS.get(name, CARD)
    options = {o.name: o for o in command.options} | {o.short: o for o in command.options if o.short}
    if "=" in partial and partial.partition("=")[0] in options:
        option, _, value = partial.partition("=")
        return [(f"{option}={completion}", meaning) for completion, meaning in _values(options[option], pages, value)]
    if previous_words and previous_words[-1] in options and options[previous_words[-1]].metavar:
        return _values(options[previous_words[-1]], pages, partial)
    if partial.startswith("-"):
        return [
            (o.name, o.help) for o in command.options if o.name.startswith(partial) and o.name not in previous_words
        ]
    arguments = [
        word
        for index, word in enumerate(previous_words)
        if not word.startswith("-")
        and not (index and previous_words[index - 1] in options and options[previous_words[index - 1]].metavar)
    ]
    if command.name == name:
        return _arguments(command, pages, arguments[1:], partial)
    commands = (
        [(c.name, c.summary) for c in COMMANDS.values() if c.name.startswith(partial.lower())] if not arguments else []
    )
    return [*commands, *(_cards(pages, arguments, partial) if partial or arguments else [])]


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


def _values(option: Option, pages: Pages, partial: str) -> Candidates:
    if option.metavar == "DIR":
        return [(FOLDERS, "")]
    if option.metavar == "FILE":
        return [(FILES, "")]
    if option.metavar == "OTHER":
        return _cards(pages, [], partial)
    if option.metavar == "TOPIC":
        return _matching_names([(row["id"], row["title"]) for row in pages.topics], [], partial)
    if option.metavar == "STEP":
        return [(n, words) for n, words in _steps(pages) if n.startswith(partial)]
    if option.metavar == "KEYWORD":
        return _keywords(pages, partial)
    if option.metavar == "N":
        return [("all", "every one")] if "all".startswith(partial.lower()) else []
    if option.metavar == "DATE":
        return [(str(year), "") for year in _years(pages) if str(year).startswith(partial)]
    return [(value, "") for value in option.choices if value.startswith(partial.lower())]


def _arguments(command: Command, pages: Pages, previous_words: list[str], partial: str) -> Candidates:
    """Completions of an argument of the command. `previous_words`: its arguments so far; `partial`: the one begun."""
    if command.name == "search":
        return _query(pages, previous_words, partial)
    if command.name == "card":
        return _cards(pages, previous_words, partial)
    if command.name == "topic":
        return _matching_names([(row["id"], row["title"]) for row in pages.topics], previous_words, partial)
    if command.name == "document":
        return _documents(pages, previous_words, partial)
    if command.name == "who":
        return _matching_names(
            [(authority["id"], authority["name"]) for authority in pages.authorities], previous_words, partial
        )
    if command.name == "deck":
        return [(FILES, "")]
    if previous_words:
        return [(FOLDERS, "")] if command.name == "site" and previous_words == ["build"] else []
    fixed = {
        "run": _steps(pages),
        "site": [("build", "write the site into a folder"), ("serve", "show it on this machine")],
        "completion": [*((shell, "completion script") for shell in SHELLS), ("man", "manual page")],
    }
    return [(value, one_line(meaning)) for value, meaning in fixed.get(command.name, []) if value.startswith(partial)]


def _query(pages: Pages, previous_words: list[str], partial: str) -> Candidates:
    """Completions of a field, of the value of a field, or of a card's name."""
    name, colon, value = partial.partition(":")
    if not colon:
        fields = [(f"{f.name}:", f.help) for f in FIELDS if partial and f.name.startswith(partial.lower())]
        return [*fields, *_cards(pages, [word for word in previous_words if ":" not in word], partial)]
    field = BY_NAME.get(name.lower())
    if field is None:
        return []
    return [(f"{name}:{completion}", meaning) for completion, meaning in _field_values(field, pages, value)]


def _field_values(field: Field, pages: Pages, partial: str) -> Candidates:
    if field.name == "card":
        return _cards(pages, [], partial)
    if field.name == "topic":
        return _matching_names([(row["id"], row["title"]) for row in pages.topics], [], partial)
    if field.name == "by":
        return _matching_names([(authority["id"], authority["name"]) for authority in pages.authorities], [], partial)
    if field.name == "keyword":
        return [(keyword.replace(" ", "-"), "") for keyword, _ in _keywords(pages, partial)]
    return [(choice, "") for choice in field.choices if choice.startswith(partial.lower())]


def _keywords(pages: Pages, partial: str) -> Candidates:
    keywords = sorted({keyword for card in pages.cards for keyword in card["keywords"]})
    return [(k.lower(), "") for k in keywords if k.lower().startswith(partial.lower())]


def _steps(pages: Pages) -> Candidates:
    return [(str(step["number"]), one_line(step["text"])) for step in pages.steps]


def _years(pages: Pages) -> list[str]:
    """The years in which something was ruled."""
    dates = (c["date"] for ruling in pages.rulings().values() for c in ruling["citations"])
    return sorted({date[:4] for date in dates if date})


def _documents(pages: Pages, previous_words: list[str], partial: str) -> Candidates:
    documents = pages.documents
    if not previous_words:
        return [(d["short"], d["title"]) for d in documents if d["short"].startswith(partial.lower())]
    document = next((d for d in documents if d["short"] == previous_words[0].lower()), None)
    if document is None or len(previous_words) > 1:
        return []
    sections = [s for s in pages.sections if s["document"] == document["id"]]
    typed = partial.lower()
    bare = {s["id"]: s["id"].removeprefix(f"{document['short']}-") for s in sections}
    matches = [s for s in sections if s["id"].startswith(typed) or bare[s["id"]].startswith(typed)]
    matches = matches or [s for s in sections if len(typed) > 1 and f"-{typed}" in f"-{bare[s['id']]}"]  # a later word
    return [(s["id"], s["title"]) for s in matches]


def _cards(pages: Pages, previous_words: list[str], partial: str) -> Candidates:
    return _matching_names([(card["id"], card["title"]) for card in pages.cards], previous_words, partial)


def _matching_names(pairs: list[tuple[str, str]], previous_words: list[str], partial: str) -> Candidates:
    """Ids, which need no quotes, or titles if a capital was typed; their beginning matches, or else a later word."""
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
