"""The folders that options name."""

from __future__ import annotations

from pathlib import Path

from rulings.cli.grammar import Arguments, UsageError
from rulings.errors import RulingsError


def source_folder(args: Arguments, default: Path) -> Path:
    """The folder that `--sources` names, else `default`. Raises `RulingsError` if it does not exist."""
    sources = typed_folder(args, "sources", default)
    if not sources.is_dir():
        raise RulingsError(f"{sources}: no such folder; --sources needs a folder like rulings/sources")
    return sources


def typed_folder(args: Arguments, name: str, default: Path) -> Path:
    """The folder that an option names, else `default`. Raises `UsageError` for an empty name."""
    value = args.text(name)
    if value is not None and not value:
        raise UsageError(f"--{name} needs a folder")
    return Path(value) if value else default
