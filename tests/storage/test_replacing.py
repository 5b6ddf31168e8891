"""Tests of replacing a file in one step, for everything that writes files: the old file
or the new one is there, nothing is left behind, and only ordinary files are replaced.
"""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable
from contextlib import chdir, closing
from itertools import product
from pathlib import Path

import pytest

from rulings.errors import RulingsError
from rulings.parser.write import write_files
from rulings.site.publishing import FILE_LIST, publish, staging, write_file_list
from rulings.storage import files
from rulings.storage.compiled import write_compiled
from rulings.storage.files import replace_files, replacement
from support.command_line import CommandResult, run_cli


def replace_file(path: Path, content: bytes) -> None:
    with replacement(path) as new:
        new.write_bytes(content)


def test_a_file_is_made_or_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    for content in (b"first", b"second"):
        replace_file(tmp_path / "a.json", content)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
            "a.json": content
        }


@pytest.mark.parametrize("method", ["touch", "write_bytes", "chmod"])
def test_an_interrupt_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    replace_file(tmp_path / "a.json", b"old")
    original = getattr(Path, method)

    def interrupted(*args: object, **kwargs: object) -> None:
        original(*args, **kwargs)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, method, interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace_file(tmp_path / "a.json", b"half")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "a.json": b"old"
    }


@pytest.mark.skipif(os.name != "posix", reason="needs the modes of POSIX")
def test_a_private_file_stays_private(tmp_path: Path) -> None:
    (tmp_path / "a.json").touch(mode=0o600)
    replace_file(tmp_path / "a.json", b"new")
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o600


def test_what_a_link_leads_to_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real/a.json")
    for content in (b"first", b"second"):
        replace_file(tmp_path / "link", content)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "real" / "a.json").read_bytes() == content
    assert [path.name for path in (tmp_path / "real").iterdir()] == ["a.json"]


@pytest.mark.parametrize("link", ["cards", "cards/asp.yaml"])
def test_parse_writes_through_no_link_below_its_folder(
    tmp_path: Path, link: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    folder = tmp_path / "folder"
    (folder / link).parent.mkdir(parents=True)
    if link == "cards":
        elsewhere.mkdir()
    else:
        elsewhere.write_text("mine", encoding="utf-8")
    (folder / link).symlink_to(elsewhere)
    with pytest.raises(OSError, match="a link, so files would be written elsewhere"):
        replace_files(folder, {"imp.yaml": "new", "cards/asp.yaml": "new"}, [])
    assert [*folder.iterdir()] == [folder / "cards"]
    assert elsewhere.is_file() or not [*elsewhere.iterdir()]


def test_nothing_is_written_through_a_link_at_the_new_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    (tmp_path / ".a.json.00000000.rulings-new").symlink_to(tmp_path / "mine.txt")
    with pytest.raises(FileExistsError):
        replace_file(tmp_path / "a.json", b"new")
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "mine"


def make_device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")


def make_socket(path: Path) -> None:
    """Binds it by its name, because its path may have only about a hundred letters."""
    with chdir(path.parent), closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(path.name)


NO_FILES: dict[str, Callable[[Path], object]] = {
    "a device": make_device,
    "a pipe": lambda path: os.mkfifo(path),
    "a socket": make_socket,
    "a folder": lambda path: path.mkdir(),
    "a link to a device": lambda path: path.symlink_to("/dev/null"),
    "a link to a folder": lambda path: path.symlink_to("/"),
}
# Name → (function that writes a file, its path in the folder)
WRITERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "export": (
        lambda folder: run_cli("export", "--format", "sqlite", str(folder / "x.db")),
        "x.db",
    ),
    "parse": (
        lambda folder: run_cli("parse", "--output", str(folder)),
        "run-chart.yaml",
    ),
    "YAML": (
        lambda folder: write_files({"run-chart.yaml": "a: b\n"}, folder),
        "run-chart.yaml",
    ),
    "compile": (lambda folder: write_compiled([("a", b"b")], ""), "compiled.bin"),
    "publish": (lambda folder: publish_site(folder), "index.html"),
    "list of a site": (lambda folder: publish_site(folder), FILE_LIST),
    "parse to": (lambda folder: run_cli("parse", "--output", str(folder / "kb")), "kb"),
    "site to": (lambda folder: run_cli("site", "build", str(folder / "site")), "site"),
}


def publish_site(folder: Path) -> None:
    """Publishes a site with one page."""
    with staging(folder) as new:
        (new / "index.html").write_text("new", encoding="utf-8")
        write_file_list(new)
        publish(new, folder)


@pytest.mark.skipif(
    not hasattr(os, "mkfifo"), reason="this system has no pipes with a name"
)
@pytest.mark.parametrize(
    "case",
    # A parse uses the same function as the YAML
    [
        (w, kind)
        for w, kind in product(WRITERS, NO_FILES)
        if w != "parse" or kind == "a pipe"
    ],
    ids=", ".join,
)
def test_no_writer_replaces_what_is_no_file(
    case: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, kind = case
    run, name = WRITERS[writer]
    if writer.endswith(" to") and "folder" in kind:
        pytest.skip("a folder is what it needs")
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.setattr(
        files, "SHIPPED", folder if writer == "compile" else files.SHIPPED
    )
    NO_FILES[kind](folder / name)
    if writer == "publish":
        (folder / FILE_LIST).write_text('["index.html"]', encoding="utf-8")
    if writer == "export" and kind == "a folder":
        (folder / "x.db" / "mine").touch()
    before, listed = (folder / name).lstat(), sorted(folder.iterdir())
    try:
        result = run(folder)
        assert isinstance(result, CommandResult)
        assert result.status == 2
        assert result.err.startswith("rulings: ")
    except (OSError, RulingsError):
        assert writer in ("YAML", "compile", "publish", "list of a site")
    after = (folder / name).lstat()
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert sorted(folder.iterdir()) == listed
