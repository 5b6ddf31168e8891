"""The words typed so far → what the last of them may become, each with a short meaning: the same for every shell."""

from __future__ import annotations

from rulings.compiled import Pages
from rulings.search.names import fold
from rulings.terminal import one_line

from .grammar import Command, Option
from .spec import CARD, COMMANDS, SHELLS

Candidates = list[tuple[str, str]]
FOLDERS = ":folders"  # instead of candidates: the shell completes names of folders itself


def complete(pages: Pages, words: list[str]) -> Candidates:
    """`words`: all after the program's name; the last is the one being typed and may be empty."""
    words = _joined(words) or [""]
    before, partial = words[:-1], words[-1].lstrip("\"'").replace("\\", "")
    name = next((word for word in before if not word.startswith("-")), "")
    command = COMMANDS.get(name, CARD)
    options = {o.name: o for o in command.options} | {o.short: o for o in command.options if o.short}
    if "=" in partial and partial.partition("=")[0] in options:
        option, _, value = partial.partition("=")
        return [(f"{option}={found}", meaning) for found, meaning in _values(options[option], pages, value)]
    if before and before[-1] in options and options[before[-1]].value:
        return _values(options[before[-1]], pages, partial)
    if partial.startswith("-"):
        return [(o.name, o.help) for o in command.options if o.name.startswith(partial) and o.name not in before]
    arguments = [
        word
        for at, word in enumerate(before)
        if not word.startswith("-") and not (at and before[at - 1] in options and options[before[at - 1]].value)
    ]
    if command.name == name:
        return _arguments(command, pages, arguments[1:], partial)
    commands = (
        [(c.name, c.summary) for c in COMMANDS.values() if c.name.startswith(partial.lower())] if not arguments else []
    )
    return [*commands, *(_cards(pages, arguments, partial) if partial or arguments else [])]


def _joined(words: list[str]) -> list[str]:
    """bash hands over `--color=al` as three words."""
    joined: list[str] = []
    for word in words:
        if joined and (word == "=" or joined[-1].endswith("=")) and joined[-1].startswith("--"):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _values(option: Option, pages: Pages, partial: str) -> Candidates:
    if option.value == "DIR":
        return [(FOLDERS, "")]
    if option.value == "OTHER":
        return _cards(pages, [], partial)
    return [(value, "") for value in option.values if value.startswith(partial.lower())]


def _arguments(command: Command, pages: Pages, before: list[str], partial: str) -> Candidates:
    if command.name in ("card", "search"):
        return _cards(pages, before, partial)
    if command.name == "topic":
        return _names([(row["id"], row["title"]) for row in pages.get("topics")], before, partial)
    if command.name == "document":
        return _documents(pages, before, partial)
    if before:
        return [(FOLDERS, "")] if command.name == "site" and before == ["build"] else []
    fixed = {
        "run": [(str(step["number"]), step["text"]) for step in pages.get("steps")],
        "site": [("build", "write the site into a folder"), ("serve", "show it on this machine")],
        "completion": [*((shell, "completion script") for shell in SHELLS), ("man", "manual page")],
    }
    return [(value, one_line(meaning)) for value, meaning in fixed.get(command.name, []) if value.startswith(partial)]


def _documents(pages: Pages, before: list[str], partial: str) -> Candidates:
    documents = pages.get("documents")
    if not before:
        return [(d["short"], d["title"]) for d in documents if d["short"].startswith(partial.lower())]
    short = next((d for d in documents if d["short"] == before[0].lower()), None)
    if short is None or len(before) > 1:
        return []
    sections = [s for s in pages.get("sections") if s["document"] == short["id"]]
    return [
        (s["id"], s["title"])
        for s in sections
        if s["id"].startswith(partial.lower()) or s["id"].removeprefix(f"{short['short']}-").startswith(partial.lower())
    ]


def _cards(pages: Pages, before: list[str], partial: str) -> Candidates:
    return _names([(card["id"], card["title"]) for card in pages.get("cards")], before, partial)


def _names(things: list[tuple[str, str]], before: list[str], partial: str) -> Candidates:
    """Ids that begin so, which need no quotes; titles where a capital was typed; words within a title, if neither."""
    if not before and partial[:1].isupper():
        titled = [(title, "") for _, title in things if title.startswith(partial)]
        if titled:
            return titled
    start = " ".join(before).strip()
    skipped = len(fold(start).split()) if start else 0
    found = matching(things, " ".join([*before, partial]))
    return [(value, title) for id, title in found if (value := "-".join(id.split("-")[skipped:]))]


def matching(things: list[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """The (id, title) whose ids begin with the words typed; where none does, those with a word that begins so."""
    typed = fold(typed)
    found = [(id, title) for id, title in things if id.replace("-", " ").startswith(typed)]
    if not found and len(typed) > 2:
        found = [(id, title) for id, title in things if f" {typed}" in f" {id.replace('-', ' ')}"]
    return found
