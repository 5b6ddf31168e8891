"""Tests of the links to the site on the ids that are printed on a terminal."""

from __future__ import annotations

import pytest

from support.command_line import run_cli_process
from support.pseudo_terminal import run_on_terminal


@pytest.mark.parametrize(
    ("environment", "linked"),
    [
        ({"RULINGS_SITE": "https://rules.example", "KITTY_WINDOW_ID": "1"}, True),
        ({"KITTY_WINDOW_ID": "1"}, False),
        ({"RULINGS_SITE": "https://rules.example", "TERM": "foot"}, True),
        ({"RULINGS_SITE": "https://rules.example", "TERM_PROGRAM": "WezTerm"}, True),
        ({"RULINGS_SITE": "https://rules.example", "FORCE_HYPERLINK": "1"}, True),
        ({"RULINGS_SITE": "https://rules.example", "FORCE_HYPERLINK": "0", "KITTY_WINDOW_ID": "1"}, False),
        ({"RULINGS_SITE": "https://rules.example"}, False),
        ({"RULINGS_SITE": "a folder", "FORCE_HYPERLINK": "1"}, False),
    ],
)
def test_ids_are_hyperlinks_on_terminals_that_support_them(environment: dict[str, str], linked: bool) -> None:
    written = run_on_terminal("dr-dreff-504d5230", **{"VTE_VERSION": "", "RULINGS_SITE": "", **environment})
    assert "More on this page: rulings dr-dreff" in written
    assert ("\x1b]8;;https://rules.example/cards/dr-dreff/#dr-dreff-504d5230\x1b\\" in written) is linked


def test_nothing_is_a_hyperlink_in_a_pipe() -> None:
    environment = {"RULINGS_SITE": "https://rules.example", "FORCE_HYPERLINK": "1"}
    assert "\x1b]8" not in run_cli_process("dr-dreff-504d5230", env=environment).out
