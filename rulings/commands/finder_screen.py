"""Rows that change while one types → the one that was chosen: the finder's screen, drawn by prompt_toolkit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, FormattedTextControl, HSplit, Layout, VSplit, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from .finder import Row, fitted

_PROMPT = "Find: "
_STYLE = Style.from_dict({"prompt": "bold", "chosen": "reverse", "behind": "ansimagenta", "help": ""})


class _State:
    def __init__(self, rows_for: Callable[[str], list[Row]]) -> None:
        self.rows_for, self.rows, self.at = rows_for, list[Row](), 0

    def typed(self, buffer: Buffer) -> None:
        self.rows, self.at = self.rows_for(buffer.text), 0

    def move(self, by: int) -> None:
        self.at = (self.at + by) % len(self.rows) if self.rows else 0

    def text(self) -> StyleAndTextTuples:
        width = get_app().output.get_size().columns - 3
        shown: StyleAndTextTuples = []
        for number, row in enumerate(self.rows):
            words, behind = fitted(row.words, row.behind, width)
            chosen = number == self.at
            shown.append(("class:chosen" if chosen else "", f"{'▸' if chosen else ' '} {words}"))
            shown.append(("class:behind", f"  {behind}" if behind else ""))
            shown.append(("", "\n"))
        return shown


def choose(rows_for: Callable[[str], list[Row]], coloured: bool) -> Row | None:
    """Asks on the terminal; None if it was left without a choice."""
    state = _State(rows_for)
    buffer = Buffer(multiline=False, on_text_changed=state.typed)
    help_line = "Enter opens · ↑ ↓ move · Esc leaves"
    body = HSplit(
        [
            VSplit(
                [
                    Window(FormattedTextControl([("class:prompt", _PROMPT)]), width=len(_PROMPT), height=1),
                    Window(BufferControl(buffer), height=1),
                ]
            ),
            Window(FormattedTextControl(state.text), dont_extend_height=True, wrap_lines=False),
            Window(FormattedTextControl(lambda: [("class:help", _said(buffer.text, state.rows, help_line))]), height=1),
        ]
    )
    application: Application[Row | None] = Application(
        Layout(body),
        key_bindings=_keys(state),
        style=_STYLE if coloured else None,
        erase_when_done=True,
        color_depth=None if coloured else ColorDepth.DEPTH_1_BIT,
    )
    application.ttimeoutlen = 0.05  # Esc leaves at once; only the rest of an arrow key is waited for
    return application.run()


def _said(typed: str, rows: list[Row], help_line: str) -> str:
    return "Nothing has these words yet" if typed.strip() and not rows else help_line


def _keys(state: _State) -> KeyBindings:
    keys = KeyBindings()

    def bind(names: tuple[str, ...], does: Callable[[KeyPressEvent], Any]) -> None:
        for name in names:
            keys.add(name, eager=True)(does)

    bind(("down", "c-n", "tab"), lambda event: state.move(1))
    bind(("up", "c-p", "s-tab"), lambda event: state.move(-1))
    bind(("enter",), lambda event: event.app.exit(result=state.rows[state.at]) if state.rows else None)
    bind(("escape", "c-c", "c-d", "c-g"), lambda event: event.app.exit(result=None))
    return keys
