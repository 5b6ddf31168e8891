"""The saved progress of the quiz: one JSON file in the user's state folder, which is replaced as a whole."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.quiz.constants import PROGRESS_VERSION, REVIEW_INTERVALS_DAYS
from rulings.quiz.leitner import no_progress
from rulings.quiz.views import ProgressView

_MAX_BYTES = 4 * 1024 * 1024


def path() -> Path:
    """The path of the file, which may not exist. `RULINGS_STATE` overrides its folder."""
    override = os.environ.get("RULINGS_STATE")
    if override:
        return Path(override) / "quiz.json"
    from platformdirs import user_state_path

    return user_state_path("netrunner-rulings", appauthor=False) / "quiz.json"


def read() -> ProgressView:
    """The saved progress, empty if there is none. Raises `RulingsError` if it cannot be read, and keeps the file."""
    file = path()
    try:
        with file.open("rb") as stream:
            content = stream.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return no_progress()
    except OSError as error:
        raise RulingsError(f"{file}: cannot be read ({error.strerror})") from None
    try:
        if len(content) > _MAX_BYTES:
            raise ValueError
        return _validated(json.loads(content))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RulingsError(
            f"{file}: is not valid quiz progress; repair it, or delete it with `rulings quiz --forget`"
        ) from None


def _validated(progress: Any) -> ProgressView:
    if progress["version"] != PROGRESS_VERSION or not isinstance(progress["questions"], dict):
        raise ValueError
    for id, record in progress["questions"].items():
        due = date.fromisoformat(record["due"])
        numbers = (record["box"], record["asked"], record["known"])
        if (
            not isinstance(id, str)
            or any(type(n) is not int or n < 0 for n in numbers)
            or not 1 <= record["box"] <= len(REVIEW_INTERVALS_DAYS)
            or record["known"] > record["asked"]
            or record["due"] != due.isoformat()
        ):
            raise ValueError
    return {"version": PROGRESS_VERSION, "questions": progress["questions"]}


def write(progress: ProgressView) -> None:
    """Replaces the file in one step: a crash leaves the old one or the new one. Raises `RulingsError` if that fails."""
    file = path().absolute()
    temporary = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("w", encoding="utf-8") as stream:
                json.dump(progress, stream, indent=1, sort_keys=True)
                stream.write("\n")
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise RulingsError(
            f"{file}: the answer cannot be saved ({error.strerror}); set RULINGS_STATE to use another folder"
        ) from None


def delete() -> bool:
    """Deletes the file. Returns False if there was none."""
    try:
        path().unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise RulingsError(f"{path()}: cannot be deleted ({error.strerror})") from None
    return True
