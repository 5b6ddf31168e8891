"""A `rulings parse` that is killed leaves the old knowledge base, or one that says so; the next run puts all right."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rulings
from rulings.errors import RulingsError
from rulings.parser.check import check
from rulings.parser.update import update
from rulings.storage import opening
from rulings.storage.staging import interrupted, is_staged, replace_files
from support.examples import examples

KILLS = examples(4)  # of a whole `rulings parse`

OLD = {f"cards/{n}.yaml": f"old {n}" for n in range(6)}
NEW = {f"cards/{n}.yaml": f"new {n}" for n in range(3, 9)}
DELETED = ["cards/0.yaml", "cards/1.yaml"]
AFTER = {**{path: text for path, text in OLD.items() if path not in DELETED}, **NEW}


def texts(folder: Path) -> dict[str, str]:
    return {f"cards/{path.name}": path.read_text() for path in (folder / "cards").iterdir()}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("step", ["write_bytes", "replace", "unlink"])
def test_a_run_killed_at_any_step_leaves_the_old_files_or_says_so(tmp_path: Path, step: str) -> None:
    seen = set[str]()
    for number in range(20):
        folder = tmp_path / str(number)
        replace_files(folder, OLD, [])
        child = os.fork()
        if child == 0:
            _killed_at(step, number)
            replace_files(folder, NEW, DELETED)
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        found = texts(folder)
        seen.add("told" if interrupted(folder) else "old" if found == OLD else "new")
        assert interrupted(folder) or found in (OLD, AFTER)
        replace_files(folder, AFTER, [path for path in found if path not in AFTER])
        assert texts(folder) == AFTER
        assert not is_staged(folder)
        assert not interrupted(folder)
        if ended == 0:
            break
    assert ended == 0
    assert seen >= {"write_bytes": {"old", "new"}, "replace": {"told", "new"}, "unlink": {"told", "new"}}[step]


def _killed_at(step: str, number: int) -> None:
    real, left = getattr(Path, step), [number]

    def killing(*arguments: object, **named: object) -> object:
        if left[0] == 0:
            os._exit(9)
        left[0] -= 1
        return real(*arguments, **named)

    setattr(Path, step, killing)


def test_two_runs_do_not_write_at_once(tmp_path: Path) -> None:
    (tmp_path / ".parse").mkdir()
    code = (
        "import time; from pathlib import Path; from rulings.storage.locking import exclusive\n"
        f"with exclusive(Path({str(tmp_path / '.parse' / 'lock')!r})): print('locked', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(RulingsError, match="another `rulings parse` is writing here; wait until it has finished"):
            replace_files(tmp_path, OLD, [])
        other.kill()
    replace_files(tmp_path, OLD, [])
    assert texts(tmp_path) == OLD


def test_an_interrupted_parse_is_noticed_everywhere(sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_MAX_WAIT", 0.05)
    update(sources, tmp_path)
    (tmp_path / ".parse").mkdir()
    (tmp_path / ".parse" / "moving").touch()
    (tmp_path / ".parse" / "0").write_text("half a file", encoding="utf-8")
    with pytest.raises(RulingsError, match=r"an interrupted parse: run `rulings parse` again"):
        rulings.open(tmp_path)
    assert any("an interrupted parse: run `rulings parse` again" in error for error in check(tmp_path).errors)
    assert any("an interrupted parse" in change for change in update(sources, tmp_path, check=True).changes)
    assert update(sources, tmp_path).changes == ()
    assert not (tmp_path / ".parse").exists()
    assert check(tmp_path).errors == []
    rulings.open(tmp_path)


def written(folder: Path) -> dict[Path, bytes]:
    """The knowledge base there, without what a killed run has not moved yet."""
    return {path: path.read_bytes() for path in folder.rglob("*.yaml") if ".parse" not in path.parts}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_whole_parse_is_killed_at_random(sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_MAX_WAIT", 0.05)
    out, chance = tmp_path / "out", random.Random(KILLS)
    update(sources, out)
    old = written(out)
    entries = [f"- {{subject: {card.id.replace('-', ' ')}, printed: Nothing new.}}\n" for card in rulings.open().cards[:300]]
    (sources / "additions" / "2001.yaml").write_text("".join(entries), encoding="utf-8")
    begun = time.perf_counter()
    update(sources, out)
    takes = time.perf_counter() - begun
    new = written(out)
    assert new != old
    for _ in range(KILLS):
        for path, content in old.items():
            path.write_bytes(content)
        child = os.fork()
        if child == 0:
            update(sources, out)
            os._exit(0)
        time.sleep(takes * chance.uniform(0.3, 1.05))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        found = written(out)
        if interrupted(out):
            with pytest.raises(RulingsError, match="an interrupted parse"):
                rulings.open(out)
        else:
            assert found in (old, new)
            rulings.open(out)
        update(sources, out)
        assert written(out) == new
        assert not is_staged(out)
