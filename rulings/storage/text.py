"""A text file → its text and lines, which end in the same way for documents, YAML and the pages that quote them."""

from __future__ import annotations

import codecs
import re
import stat
from pathlib import Path

from rulings.errors import RulingsError

MAX_BYTES = 64 * 1024 * 1024  # all rulings take 0.2 MB
_LINE_END = re.compile(r"\r\n|\r|\n")


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends. Only CR, LF and CRLF end a line, not a form feed or U+2028."""
    lines = _LINE_END.split(text)
    if not lines[-1]:
        lines.pop()
    return lines


def line_at(text: str, index: int) -> int:
    """The number, from 1, of the line that contains the character at `index`."""
    return len(_LINE_END.findall(text, 0, index)) + 1


def read_text(path: Path) -> str:
    """The text of a UTF-8 file without its byte-order mark. Raises `RulingsError` with the file and the line."""
    try:
        status = path.stat()
        if stat.S_ISFIFO(status.st_mode) or stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            raise RulingsError(f"{path}: is not an ordinary file")
        if status.st_size > MAX_BYTES:
            raise RulingsError(f"{path}: is larger than {MAX_BYTES >> 20} MB; divide it into several files")
        raw = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except FileNotFoundError:
        raise RulingsError(f"{path}: the file is missing; put it back or restore it from version control") from None
    except OSError as error:
        raise RulingsError(f"{path}: cannot be read ({error.strerror})") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = line_at(raw[: error.start].decode("utf-8", "replace"), error.start)
        raise RulingsError(
            f"{path}, line {line}: byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8"
        ) from None
