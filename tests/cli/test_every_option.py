"""Each command with each option that it declares: the option changes what comes, is refused, or
what it leaves undone is told.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulings import naming
from rulings.api import KnowledgeBase
from rulings.cli.specification import COMMANDS, Option
from support.command_line import run_cli

LINES = (  # one of each kind of answer
    "card dr-dreff",
    "card joan-of-arc",
    "card joan-of-arc --with mystery-box",
    "card 601afce4",
    "search trace",
    "topic",
    "topic tracing",
    "run",
    "run 13",
    "why manual-3-setup",
    "why joan-of-arc",
    "document",
    "document manual",
    "who",
    "who wylie",
    "tournament 40",
    "list",
    *(f"list {name}" for name in naming.LISTS),
    "deck DECK",
    "quiz",
)
# Values of which each answer may need another
VALUES = {
    "--with": ["marionette", "mystery-box"],
    "--since": ["1998", "2035"],
    "--side": ["corp", "runner"],
    "--type": ["ice", "agenda"],
    "--game": ["netrunner", "android-netrunner"],
    "--limit": ["1", "2"],
    "--card-texts": ["TEXTS"],
    "--against": ["OTHER"],
    "--topic": ["tracing"],
    "--step": ["13"],
    "--keyword": ["virus"],
    "--deck": ["DECK"],
}
# Where all that there is passes anyway: the last words of lines
VACUOUS = {
    "--ruled": "venues types topics steps sets rarities authorities",
    "--newest": "601afce4 changes",
    "--sort": "601afce4 changes",
    "--limit": "601afce4",
    "--official": "601afce4 dr-dreff joan-of-arc mystery-box wylie tracing topic topics run 13 steps "
    "reversals keywords DECK",
}
FORMATS = ("--json", "--plain", "--csv", "--cite", "--md", "--web")
CELLS = [
    pytest.param(line, option, id=f"{line} {option.name}")
    for line in LINES
    for option in COMMANDS[line.split()[0]].options
    if option.name not in ("--help", "--walk", "--color", *FORMATS)
    and line.split()[-1] not in VACUOUS.get(option.name, "").split()
]


@pytest.fixture
def files(kb: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The files that stand for words of a line."""
    texts = {
        "DECK": "3 Dr. Dreff\n2 Marionette\n1 Joan of Arc\n",
        "OTHER": "3 Mystery Box\n",
        "TEXTS": "title,text\n" + "".join(f'"{card.title}",Words\n' for card in kb.cards),
    }
    monkeypatch.setenv("RULINGS_SITE", "rules.example")
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    monkeypatch.setattr(random, "shuffle", lambda questions: None)
    files = {word: str(tmp_path / f"{word}.csv") for word in texts}
    for word, text in texts.items():
        Path(files[word]).write_text(text, encoding="utf-8")
    return files


@pytest.mark.parametrize(("line", "option"), CELLS)
def test_every_option_does_something_or_says_that_it_does_not(
    line: str, option: Option, files: dict[str, str]
) -> None:
    def answer(*words: str) -> tuple[str, str]:
        result = run_cli(*(files.get(word, word) for word in words))
        return result.out, result.err

    values = VALUES.get(option.name, [*option.choices] or [""])
    for form in ("", "--plain", "--web"):
        words = [*line.split(), *filter(None, [form])]
        without = answer(*words)
        changed = [answer(*words, option.name, *filter(None, [value])) for value in values]
        assert any(other != without for other in changed), form
