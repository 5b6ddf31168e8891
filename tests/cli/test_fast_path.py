"""Tests of the fast path that shows a card by name: cached views, their recorded screens, and how the program ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.cli import fast_path
from rulings.cli.render.card import show_card
from rulings.cli.render.screen import DRAWING_METHODS, RecordedScreen, Screen, replay
from rulings.cli.specification import COMMANDS
from rulings.cli.view_store import cached_store, shipped_store
from rulings.model.serializing import card_page_view, topic_page_view
from rulings.storage.cache import cache_path
from rulings.storage.cache_keys import cache_key
from rulings.storage.json_text import to_json
from rulings.storage.opening import SHIPPED
from support.command_line import CommandResult, run_cli


@pytest.mark.parametrize(
    "line", ["dreff", "card dr dreff", "DR. DREFF", "dr-dreff", "--color never dreff", "dreff --color=never"]
)
def test_a_card_is_found_however_it_is_typed(line: str) -> None:
    result = run_cli(*line.split())
    assert result.status == 0
    assert result.out.startswith("Dr. Dreff\nCorp upgrade")


def test_the_fast_path_prints_what_the_card_command_prints(kb: KnowledgeBase) -> None:
    for card in kb.cards[::46]:
        for form in ([], ["--json"], ["--plain"]):
            fast = run_cli(card.id, *form)
            slow = run_cli("card", "--color", "never", card.id, *form)  # the fast path does not handle --color
            assert fast_path.look_up(["--color", "never", card.id]) is None
            assert fast == slow


def test_the_fast_path_leaves_every_command_name_alone() -> None:
    for form in ([], ["--json"], ["--plain"]):
        assert [name for name in (*COMMANDS, "help") if fast_path.look_up([name, *form]) is not None] == []
        assert fast_path.look_up(["card", "deck", *form]) == 0


@pytest.mark.parametrize(
    "words", [["dreff"], ["search", "jack out"], ["no such card at all"], ["run", "21"], ["--version"]]
)
def test_the_installed_program_prints_everything_before_it_ends(words: list[str]) -> None:
    code = "from rulings.cli.main import run; run()"  # as the script `rulings` does
    process = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=False)
    result = CommandResult(process.returncode, process.stdout.decode(), process.stderr.decode())
    assert result == run_cli(*words)
    assert result.out or result.err


def test_cached_pages_hold_json_and_recorded_screens(kb: KnowledgeBase) -> None:
    store = shipped_store()
    for card in kb.cards:
        page = card_page_view(kb, card)
        assert store.stored_text(f"card:{card.id}") == to_json(page)
    for topic in kb.topics:
        assert store.get(f"topic:{topic.id}") == json.loads(to_json(topic_page_view(kb, topic)))
    for card in kb.cards[::19]:
        for columns, coloured in ((20, False), (57, True), (100, False)):
            rendered, drawn = Screen(columns, coloured), Screen(columns, coloured)
            show_card(rendered, card_page_view(kb, card))
            replay(drawn, store.get(f"screen:{card.id}"))
            assert str(drawn) == str(rendered)
    assert store.get("card:nobody") is None
    assert "card:nobody" not in store


def test_a_recorded_screen_replays_every_screen_method() -> None:
    def paint(screen: Screen) -> None:
        screen.text("words " * 30, "strong", prefix="- ", indent="  ", bar=True)
        screen.blank()
        screen.text_with_id("left", "right-hand-side")
        screen.labelled(("ERRATA", "errata"), ("words " * 30, "question"))
        screen.banner("Another game", "not this one")
        screen.row((("a", "title"), ("b", "")))

    recorded = RecordedScreen()
    painted = Screen(50, True)
    replayed = Screen(50, True)
    paint(recorded)
    paint(painted)
    replay(replayed, json.loads(json.dumps(recorded.calls)))
    assert str(replayed) == str(painted) != ""
    assert recorded.lines == []
    assert {name for name, *_ in recorded.calls} == set(DRAWING_METHODS)


def test_pages_damaged_while_open_are_rebuilt(empty_cache: Path) -> None:
    intact = shipped_store()
    expected = {key: intact.get(key) for key in ("cards", "name-tables", "card:dr-dreff", "topic:tracing")}
    path = Path(cache_path("views", cache_key(str(SHIPPED))))
    store = shipped_store()
    assert store.cards == expected["cards"]
    content = path.read_bytes()
    path.write_bytes(content[:8192] + bytes(len(content) - 8192))  # the file that `store` has open
    assert {key: store.get(key) for key in expected} == expected
    rebuilt = cached_store()
    assert rebuilt is not None
    assert rebuilt.name_tables == expected["name-tables"]
