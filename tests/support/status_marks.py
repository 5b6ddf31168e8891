"""Finds the entries that the output of a command shows without the status that must stand before them."""

from __future__ import annotations

import re

from rulings.model.entities import Entry
from rulings.model.formatting import status_after_words, status_before_words, status_line, status_reasons

Flagged = dict[str, tuple[Entry, str]]  # id → an entry that is not (entirely) in force, and its first words
_FIRST_TOKEN = 0xE000  # the first of Unicode's private-use characters


def unmarked_ids(output: str, flagged: Flagged) -> list[str]:
    """Ids of the entries whose words are in the output without their statuses directly before them.

    Status lines are replaced by tokens first, because they may quote the words of an entry. If entries begin with the
    same words, the status of any of them will do. White space is ignored, because a narrow terminal breaks long ids.
    Where only a passage of a section is shown, a short line is enough for the status of words that are not shown.
    Between statuses and words there may be a line saying where the reasons are.
    """
    output = without_whitespace(output)
    if not any(without_whitespace(words) in output for _, words in flagged.values()):
        return []
    tokens = _tokens(flagged)
    output = _with_tokens(output, flagged, tokens)
    return [
        id
        for id, (_, words) in flagged.items()
        for match in re.finditer(re.escape(without_whitespace(words)), output)
        if not any(
            re.search(f"{_valid_marks(other, flagged[other][0], tokens, output)}[“-]*$", output[: match.start()])
            for other in ids_with_same_beginning(words, flagged)
        )
    ]


def first_words(text: str) -> str:
    """The beginning of the first line of a ruling or section, without Markdown, as every view prints it."""
    line = next(line for line in text.split("\n") if line.strip())
    return " ".join(re.sub(r"^[-*] +", "", line).replace("*", "").split())[:60].rstrip()


def on_one_line(output: str) -> str:
    """Terminal output as one line, without bars, bullets, and the numbers and actors of steps."""
    lines = (
        re.sub(r"^(?:┃ )? *(?:[-*•] |\d+  (?:(?:Corp|Runner|Both) *:? +)?)?", "", line) for line in output.split("\n")
    )
    return " ".join(" ".join(lines).split())


def without_whitespace(words: str) -> str:
    return "".join(words.split())


def ids_with_same_beginning(words: str, flagged: Flagged) -> list[str]:
    return [id for id, (_, others) in flagged.items() if others.startswith(words) or words.startswith(others)]


def _tokens(flagged: Flagged) -> dict[str, str]:
    """Every line about a status, without white space → its token, a character that no output contains."""
    lines: dict[str, None] = {}
    for id, (view, _) in flagged.items():
        lines |= dict.fromkeys(line for forms, _ in _status_lines(view) for line in forms)
        lines |= dict.fromkeys(_short_lines(id))
    return {line: chr(_FIRST_TOKEN + number) for number, line in enumerate(lines)}


def _with_tokens(output: str, flagged: Flagged, tokens: dict[str, str]) -> str:
    """The output with tokens for the lines about statuses, and without the lines with reasons or saying where they are."""
    reasons = (reason for view, _ in flagged.values() for reason in status_reasons(view))
    for line in sorted(map(without_whitespace, map(status_after_words, reasons)), key=len, reverse=True):
        output = output.replace(line, "") if line else output
    for id in flagged:
        output = output.replace(without_whitespace(f"why: rulings {id}"), "")
    for line in sorted(tokens, key=len, reverse=True):
        output = output.replace(line, tokens[line])
    return output


def _valid_marks(id: str, view: Entry, tokens: dict[str, str], output: str) -> str:
    """A regular expression for what may stand before an entry: the tokens of its statuses, in order.

    The status of words that the output does not show may be left out if the short lines that the output has follow.
    """
    all_statuses = shown_statuses = ""
    for forms, quoted in _status_lines(view):
        status = f"[{''.join(tokens[line] for line in forms)}]"
        all_statuses += status
        shown_statuses += status if quoted in output else f"{status}?"
    short = "".join(tokens[line] for line in _short_lines(id) if tokens[line] in output)
    return f"(?:{all_statuses}|{shown_statuses}{short})" if short else all_statuses


def _status_lines(view: Entry) -> list[tuple[list[str], str]]:
    """Each status of an entry: its line in full and as results show it, and the words it is about (empty for all)."""
    return [
        (
            [
                without_whitespace(line)
                for line in (
                    status_line(reason),
                    status_line(reason, max_ids=1),
                    status_line(reason, max_ids=1, with_why=False),
                    status_before_words(reason),
                )
            ],
            without_whitespace(reason.quoted or ""),
        )
        for reason in status_reasons(view)
    ]


def _short_lines(id: str) -> list[str]:
    """The lines about the status of words that are not shown."""
    return [
        without_whitespace(f"{sign} other words here are {kind}: rulings {id}")
        for sign, kind in (("✗", "superseded"), ("⇄", "disputed"))
    ]
