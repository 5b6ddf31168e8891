"""Runs the search of the site in Node, without a browser."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from support.in_node import ENGINE_SCRIPTS, run_in_node


def run_page_search(
    page_data: str,
    folder: Path,
    queries: Iterable[tuple[str, int]] = (),
    words: Iterable[str] = (),
    names: Iterable[str] = (),
    groups: Iterable[tuple[str, ...]] = (),
    judged: Iterable[str] = (),
    reworded: Iterable[str] = (),
    left_out: Iterable[tuple[str, str]] = (),
) -> dict[str, Any]:
    """The results of the page's scripts with the data of the page's search.
    `page_search.js` describes each value.

    `answers`: for the queries, each with its maximum number of hits. `stems`: of the
    words. `names`: the meanings of the typed names. `readings`: for each table of
    readings, its examples, each with that of the row that reads it. `criteria`: for the
    queries `judged`, the example of the criterion that decides, and the confidence.
    `reworded`: for these queries, the ids, total and confidence if all sentences of the
    search begin with another letter. `joint`: for each group
    of cards, the ids of the rulings on all of them. `natures`: the values of `is:` that have a
    name on the page. `documents`: everything that can be found. `parts_of_rank`: their names;
    `without_part`: for each of them with a query in `left_out`, the ids found if the
    part does not count. The generated scripts of the site are written into the folder.
    The test is skipped if Node is not installed.
    """
    data = folder / "search-data.js"
    data.write_text(page_data, encoding="utf-8")
    requests = {
        "queries": list(queries),
        "words": list(words),
        "names": list(names),
        "groups": list(groups),
        "judged": list(judged),
        "reworded": list(reworded),
        "leftOut": list(left_out),
    }
    answers: dict[str, Any] = run_in_node(
        "page_search.js", ("js/words.js", *ENGINE_SCRIPTS, data), requests, folder
    )
    return answers
