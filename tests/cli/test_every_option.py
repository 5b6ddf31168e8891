"""Each command with each option that it declares: the option changes what comes, is refused, or
what it leaves undone is told.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulings import naming
from rulings.api import KnowledgeBase
from rulings.cli.specification import COMMANDS, OUTPUT_FORMATS
from rulings.model.entities import Ruling
from support.command_line import CommandResult, run_cli

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
    "list",
    *(f"list {name}" for name in naming.LISTS),
    "deck DECK",
)
# Values of which each answer may need another
VALUES = {
    "--with": ["marionette", "mystery-box"],
    "--since": ["1998", "2035"],
    "--side": ["corp", "runner"],
    "--type": ["ice", "agenda"],
    "--game": ["netrunner", "android-netrunner"],
    "--limit": ["1", "2"],
    "--against": ["OTHER"],
    "--topic": ["tracing"],
    "--step": ["13"],
    "--keyword": ["virus"],
    "--deck": ["DECK"],
}
FORMATS = [f"--{name}" for name in OUTPUT_FORMATS]


@pytest.fixture(scope="session")
def short_lists(kb: KnowledgeBase) -> KnowledgeBase:
    """An eighth of the knowledge base, for lists: rulings with their cards, and sections."""

    def is_kept(ruling: Ruling) -> bool:
        is_contradicted = ruling.status in ("superseded", "disputed")
        is_rare = ruling.reversal is not None or not ruling.official
        return is_contradicted or is_rare or ruling.id[-1] in "01"

    rulings = tuple(filter(is_kept, kb.rulings))
    subjects = {ruling.subject.id for ruling in rulings}
    cards = tuple(card for card in kb.cards if card.id in subjects)
    return kb.replaced(cards=cards, rulings=rulings, sections=kb.sections[::8])


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


def is_checked(line: str, form: str, option: str) -> bool:
    """Whether an option has to do or say something: a colour is set once for whatever is printed,
    and only a terminal shows it; -n says how much at most, and one ruling is no more.
    """
    if option in ("--help", *FORMATS) or (option == "--color" and form):
        return False
    return (line, option) != ("card 601afce4", "--limit") or form == "--web"


@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=pytest.mark.xdist_group(line)) for line in LINES]
)
def test_every_option_does_something_or_says_that_it_does_not(
    line: str, files: dict[str, str], short_lists: KnowledgeBase
) -> None:
    kb = short_lists if line.startswith("list") else None

    def answer(*words: str) -> CommandResult:
        return run_cli(*(files.get(word, word) for word in words if word), kb=kb)

    options = {option.name: option for option in COMMANDS[line.split()[0]].options}
    idle = list[tuple[str, str]]()
    for form in ("", *(name for name in FORMATS if name in options)):
        words = [*line.split(), form]
        without = answer(*words)
        if without.status == 2:
            continue  # the format is refused
        for name, option in options.items():
            values = VALUES.get(name, [*option.choices] or [""])
            answers = [answer(*words, name, value) for value in values]
            told = [a for a in answers if f"is the same without --{name[2:]}\n" in a.err]
            assert [a for a in told if a.out != without.out] == []
            if all(a == without for a in answers) and is_checked(line, form, name):
                idle.append((form, name))
    assert idle == []


def test_standard_input_is_read_once_whatever_is_asked_without_an_option() -> None:
    result = run_cli("deck", "-", "--since", "1990", stdin="3 Dr. Dreff\n")
    assert (result.status, result.err) == (
        0,
        "rulings: note: the answer is the same without --since\n",
    )
