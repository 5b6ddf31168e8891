"""The screen of the finder, drawn by prompt_toolkit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Point
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Dimension,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from rulings.cli.finder.finder import Row, fitted
from rulings.cli.render.text import wrap
from rulings.model.printable import one_line

_PROMPT = "Find: "
_STYLE = Style.from_dict({"prompt": "bold", "chosen": "reverse", "detail": "ansimagenta", "help": "", "preview": ""})
_MIN_PREVIEW_WIDTH = 110  # columns of a terminal with room for a preview beside the list
_LIST_SHARE = 0.5  # of the columns, for the list, if there is a preview
_MAX_LIST_LINES = 16  # if the terminal is high enough
_HELP = "Enter: open · ↑ ↓: move · Esc: quit"


class State:
    """What was typed, what was found, and which row is chosen. It is kept while the user reads a chosen page."""

    def __init__(self, rows_for: Callable[[str], list[Row]], preview: Callable[[Row, int], str]) -> None:
        self.rows_for, self.preview = rows_for, preview
        self.typed, self.index = "", 0
        self.rows: list[Row] = []
        self._previews: dict[tuple[Row, int], str] = {}

    def search(self, buffer: Buffer) -> None:
        """Searches for the text in the buffer, if it changed."""
        if buffer.text != self.typed:
            self.typed = buffer.text
            self.rows = self.rows_for(buffer.text)
            self.index = 0

    def move(self, step: int) -> None:
        """Chooses the row that many steps further; the first follows the last."""
        self.index = (self.index + step) % len(self.rows) if self.rows else 0

    def chosen(self) -> Row | None:
        """The row that Enter opens."""
        return self.rows[self.index] if self.rows else None

    def text(self) -> StyleAndTextTuples:
        """The rows, each on a line; the chosen one in full, on as many lines as it takes."""
        fragments: StyleAndTextTuples = []
        width = self._width()
        for number, row in enumerate(self.rows):
            if number == self.index and len(one_line(row.text)) > width:
                for line, text in enumerate(wrap(one_line(row.text), width)):
                    fragments += [("class:chosen", f"{'  ' if line else '▸ '}{text}"), ("", "\n")]
                continue
            text, detail = fitted(row.text, row.detail, width)
            fragments.append(
                ("class:chosen" if number == self.index else "", f"{'▸' if number == self.index else ' '} {text}")
            )
            fragments.append(("class:detail", f"  {detail}" if detail else ""))
            fragments.append(("", "\n"))
        return fragments

    def cursor(self) -> Point:
        """The position of the last line of the chosen row, so that the window scrolls to it."""
        height = 1
        if self.rows:
            height = max(len(wrap(one_line(self.rows[self.index].text), self._width())), 1)
        return Point(0, self.index + height - 1)

    def preview_text(self) -> str:
        """The preview of the chosen row, or nothing."""
        row = self.chosen()
        if row is None:
            return ""
        width = get_app().output.get_size().columns - self._width() - 7
        if (row, width) not in self._previews:
            self._previews[row, width] = self.preview(row, width)
        return self._previews[row, width]

    @staticmethod
    def _width() -> int:
        columns = get_app().output.get_size().columns
        return (int(columns * _LIST_SHARE) if columns >= _MIN_PREVIEW_WIDTH else columns) - 3


def choose(state: State, coloured: bool) -> Row | None:
    """Runs the finder on the terminal; returns the chosen row, or None."""
    buffer = Buffer(
        document=Document(state.typed, len(state.typed)), multiline=False, on_text_changed=lambda b: state.search(b)
    )
    has_preview_width = Condition(lambda: get_app().output.get_size().columns >= _MIN_PREVIEW_WIDTH)
    rows = Window(
        FormattedTextControl(state.text, get_cursor_position=state.cursor, show_cursor=False),
        height=Dimension(max=_MAX_LIST_LINES),
        dont_extend_height=True,
        wrap_lines=False,
    )
    preview = ConditionalContainer(
        VSplit(
            [
                Window(width=1, char="│"),
                Window(width=1),
                Window(FormattedTextControl(lambda: [("class:preview", state.preview_text())]), wrap_lines=False),
            ],
            height=lambda: Dimension(max=_MAX_LIST_LINES, preferred=_MAX_LIST_LINES if state.rows else 0),
        ),
        filter=has_preview_width & Condition(lambda: bool(state.rows)),
    )
    body = HSplit(
        [
            VSplit(
                [
                    Window(FormattedTextControl([("class:prompt", _PROMPT)]), width=len(_PROMPT), height=1),
                    Window(BufferControl(buffer), height=1),
                ]
            ),
            VSplit([rows, preview]),
            Window(FormattedTextControl(lambda: [("class:help", _status(buffer.text, state))]), height=1),
        ]
    )
    application: Application[Row | None] = Application(
        Layout(body),
        key_bindings=_keys(state),
        style=_STYLE if coloured else None,
        erase_when_done=True,
        color_depth=None if coloured else ColorDepth.DEPTH_1_BIT,
    )
    application.ttimeoutlen = 0.05  # seconds to wait after Esc for the rest of an arrow key
    return application.run()


def _status(typed: str, state: State) -> str:
    if typed.strip() and not state.rows:
        return "No results"
    return f"{state.index + 1} of {len(state.rows)} · {_HELP}" if state.rows else _HELP


def _keys(state: State) -> KeyBindings:
    keys = KeyBindings()

    def bind(names: tuple[str, ...], handler: Callable[[KeyPressEvent], Any]) -> None:
        for name in names:
            keys.add(name, eager=True)(handler)

    bind(("down", "c-n", "tab"), lambda event: state.move(1))
    bind(("up", "c-p", "s-tab"), lambda event: state.move(-1))
    bind(("enter",), lambda event: event.app.exit(result=state.chosen()) if state.rows else None)
    bind(("escape", "c-c", "c-d", "c-g"), lambda event: event.app.exit(result=None))
    return keys
