"""Tests of replacing a file in one step: through no link, with the old file or the new, and nothing
left lying about.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from rulings.storage.files import remove_unfinished, replacing, unfinished_files


def replace_file(path: Path, content: bytes) -> None:
    with replacing(path) as new:
        new.write_bytes(content)


def test_a_file_is_made_or_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    for content in (b"first", b"second"):
        replace_file(tmp_path / "a.json", content)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.json": content}


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    replace_file(tmp_path / "a.json", b"old")
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "a.json") as new:
        new.write_bytes(b"half")
        raise ZeroDivisionError
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.json": b"old"}


@pytest.mark.skipif(os.name != "posix", reason="needs the modes of POSIX")
def test_a_private_file_stays_private(tmp_path: Path) -> None:
    (tmp_path / "a.json").touch(mode=0o600)
    replace_file(tmp_path / "a.json", b"new")
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("link", ["a.json", ".a.json.00000000.rulings-new", "a.json.rulings-new"])
def test_nothing_is_written_through_a_planted_link(
    tmp_path: Path, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even if the new name was guessed: then the file is not replaced."""
    monkeypatch.setattr(os, "urandom", bytes)
    mine = tmp_path / "mine.txt"
    mine.write_text("mine", encoding="utf-8")
    (tmp_path / link).symlink_to(mine)
    if link == ".a.json.00000000.rulings-new":
        with pytest.raises(FileExistsError):
            replace_file(tmp_path / "a.json", b"new")
        assert (tmp_path / link).is_symlink()
    else:
        replace_file(tmp_path / "a.json", b"new")
        assert (tmp_path / "a.json").read_bytes() == b"new"
    assert mine.read_text(encoding="utf-8") == "mine"


def test_what_a_killed_process_left_is_removed_later_but_not_what_another_one_writes_now(
    tmp_path: Path,
) -> None:
    left, other, foreign = (
        tmp_path / name
        for name in (".a.json.0123abcd.rulings-new", ".b.json.0123abcd.rulings-new", ".a.json.swp")
    )
    for path in (left, other, foreign):
        path.touch()
        os.utime(path, (1, 1))
    with replacing(tmp_path / "a.json") as at_the_same_time:
        replace_file(tmp_path / "a.json", b"new")
        assert set(unfinished_files(tmp_path)) == {other, at_the_same_time}
    remove_unfinished(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"a.json", ".a.json.swp"}
