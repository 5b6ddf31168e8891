"""Tests of receiving the files to be saved, in Node, with a simulated clock and a slow
network; and of a service worker that is cut off.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.site.machine_files import service_worker
from support.in_node import run_in_node

# What the network sends in time, and what the worker shows: if the page is saved, and if
# it is not. The rows are those of the table in `worker/answers.js`.
ROWS: tuple[tuple[dict[str, object], str, str], ...] = (
    ({"sends": "complete"}, "sent", "sent"),
    ({"sends": "other", "days": 6}, "saved", "sent"),
    ({"sends": "other", "days": 8, "has": True}, "sent", "sent"),
    ({"sends": "other", "days": 8}, "older", "sent"),
    ({"sends": "half"}, "saved", "sent"),
    ({"sends": "redirection"}, "sent", "sent"),
    ({"sends": "login", "status": 401}, "sent", "sent"),
    ({"sends": "own404", "status": 404}, "sent", "sent"),
    ({"sends": "own404", "status": 410}, "sent", "sent"),
    ({"sends": "login"}, "sent", "sent"),
    ({"sends": "login", "status": 403}, "saved", "sent"),
    ({"sends": "own404", "status": 502}, "saved", "missing"),
    ({"sends": None}, "saved", "missing"),
)


def test_the_worker_shows_what_its_table_says(tmp_path: Path) -> None:
    cases = [
        {**row, "saved": is_saved} for row, *_ in ROWS for is_saved in (True, False)
    ]
    shown = run_in_node("worker_in_node.js", ["js/saving.js"], cases, tmp_path)
    assert shown == [answer for _, *answers in ROWS for answer in answers]


# Starts of a new edition's worker on a device with 40 pages that were read, of which the
# host has lost one and fails for one: after how many pages the network is silent, and
# whether the browser ends then. What was done after each, or at the end.
STARTS: tuple[tuple[tuple[tuple[int, bool], ...], dict[str, object]], ...] = (
    (((99, False),), {"asked": 40, "installed": True, "new": 38, "old": 0, "left": 1}),
    (((16, True),), {"asked": 24, "installed": False, "new": 0, "old": 40, "left": 24}),
    (
        ((16, True), (99, False)),
        {"asked": 24, "installed": True, "new": 38, "old": 0, "left": 1},
    ),
    (((16, False),), {"asked": 24, "installed": True, "new": 16, "old": 0, "left": 24}),
)


@pytest.mark.parametrize(("starts", "result"), STARTS)
def test_an_edition_that_is_cut_off_goes_on_and_waits_for_pages_only_so_long(
    starts: tuple[tuple[int, bool], ...], result: dict[str, object], tmp_path: Path
) -> None:
    paths = ["cards/cut", "cards/gone", *(f"cards/{number}" for number in range(38))]
    rows = [{"sends": sends, "isCut": is_cut} for sends, is_cut in starts]
    data = {"paths": paths, "starts": rows}
    results = run_in_node("pages_in_node.js", ["js/saving.js"], data, tmp_path)
    assert results[-1] == {**result, "most": 8}


@pytest.mark.parametrize(
    ("pauses", "pieces"),
    [  # the seconds before each piece
        ([1, 1], 2),
        (
            [20] * 9,
            9,
        ),  # takes longer than the limit for silence, but is never silent that long
        ([31], None),
        ([1, 1, 31], None),
    ],
)
def test_a_file_may_come_slowly_but_its_network_may_not_be_silent(
    pauses: list[int], pieces: int | None, tmp_path: Path
) -> None:
    received = run_in_node("saving_in_node.js", ["js/saving.js"], pauses, tmp_path)
    assert received == pieces


def test_a_service_worker_that_is_cut_on_its_way_is_no_script_and_takes_the_place_of_none(
    tmp_path: Path,
) -> None:
    (tmp_path / "assets" / "0").mkdir(parents=True)
    worker = service_worker(tmp_path, "edition 0")
    ends_of_lines = [place for place, sign in enumerate(worker) if sign == "\n"]
    beginnings = [worker[:length] for length in (*range(1, 100), *ends_of_lines)]
    are_scripts = run_in_node(
        "are_scripts_in_node.js", (), [*beginnings, worker], tmp_path
    )
    assert are_scripts == [*[False] * len(beginnings), True]


def test_what_the_search_needs_is_saved_first(tmp_path: Path) -> None:
    (tmp_path / "assets" / "0").mkdir(parents=True)
    names = ("names.js", "search-data.js", "copy.js", "card-data.js")
    for name, size in zip(names, (5, 9, 1, 7), strict=True):
        (tmp_path / "assets" / "0" / name).write_text("x" * size)
    worker = service_worker(tmp_path, "edition 0")
    positions = [worker.index(f'"assets/0/{name}"') for name in names]
    assert positions == sorted(positions)
