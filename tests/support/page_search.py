"""Runs the search of the site in Node, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.site.export import script_constants, search_scripts
from rulings.site.export.search_data import search_data_script

TESTS = Path(__file__).parents[1]
THEME = TESTS.parent / "site" / "theme"


def run_page_search(
    kb: KnowledgeBase,
    folder: Path,
    queries: Iterable[tuple[str, int]] = (),
    words: Iterable[str] = (),
    names: Iterable[str] = (),
) -> dict[str, Any]:
    """What the page's scripts make of the knowledge base; `page_search.js` says what each value has.

    `answers`: to the queries, each with its maximum number of hits; `stems`: of the words; `names`: what the typed
    names mean; `documents`: all that can be found. The scripts that the site generates are written to the folder. The
    test is skipped if Node is not installed.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed here; .ci/run installs it")
    constants, data = folder / "constants.js", folder / "search-data.js"
    constants.write_text(script_constants.script(), encoding="utf-8")
    data.write_text(search_data_script(kb), encoding="utf-8")
    engine = [constants if path == script_constants.PATH else THEME / path for path in search_scripts.ENGINE]
    command = [node, *map(str, (TESTS / "support" / "page_search.js", *engine, data))]
    requests = json.dumps({"queries": list(queries), "words": list(words), "names": list(names)})
    process = subprocess.run(command, input=requests, capture_output=True, text=True, encoding="utf-8", check=False)
    assert process.returncode == 0, process.stderr
    answers: dict[str, Any] = json.loads(process.stdout)
    return answers
