"""Runs scripts of the site in Node, and then a function in this folder that uses them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulings.site import search_data
from support.command_line import find_program

_SUPPORT = Path(__file__).parent
_THEME = Path(__file__).parents[2] / "site" / "theme"
ENGINE_SCRIPTS = (*search_data.BUNDLES["names.js"], *search_data.BUNDLES["search.js"])


ELEMENTS = """(window.Rulings ??= {}).address = (path) => path;
Rulings.element = (tag, attributes, ...nodes) => ({
  nodes: nodes.flat(9).filter((node) => node !== null && node !== undefined && node !== ""),
  append(...more) { this.nodes.push(...more); },
});"""  # replaces the elements of a page in Node


def scripts_of_hits(folder: Path, page_data: str) -> tuple[str | Path, ...]:
    """The scripts that search and render hits, and the page's data, which this writes
    into the folder.
    """
    data, elements = folder / "data.js", folder / "elements.js"
    data.write_text(page_data, encoding="utf-8")
    elements.write_text(ELEMENTS, encoding="utf-8")
    return (elements, "js/words.js", *ENGINE_SCRIPTS, data)


def run_in_node(
    function_file: str, scripts: Iterable[str | Path], data: Any, tmp_path: Path
) -> Any:
    """Runs the scripts in order, and returns the result for `data` of the function that
    the file in this folder exports.

    `scripts`: paths in the theme (`js/decklist.js`), or generated files;
    `js/constants.js` is generated in `tmp_path`. The test is skipped if Node is not
    installed.
    """
    constants = tmp_path / "constants.js"
    constants.write_text(search_data.script(), encoding="utf-8")
    files = [
        constants if script == search_data.CONSTANTS_PATH else _THEME / script
        for script in scripts
    ]
    process = subprocess.run(
        [
            find_program("node"),
            *map(str, (_SUPPORT / "in_node.js", _SUPPORT / function_file, *files)),
        ],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=900,  # stops a program that hangs
    )
    assert (process.returncode, process.stderr) == (0, ""), process.stderr
    return json.loads(process.stdout)
