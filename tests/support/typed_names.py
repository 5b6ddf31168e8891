"""Names of cards as people type them, with their meanings (`data/typed-names.yaml`),
and words without a meaning.
"""

from __future__ import annotations

from support.data_files import read_data

_DATA = read_data("typed-names.yaml")
INTENDED: dict[str, list[tuple[str, str]]] = {
    difference: [(typed, title) for typed, title in rows]
    for difference, rows in _DATA["intended"].items()
}
AMBIGUOUS: list[tuple[str, set[str]]] = [
    (typed, set(titles)) for typed, titles in _DATA["ambiguous"]
]
NONSENSE = (
    *(
        "xyzzy plugh",
        "no such card at all",
        "zzzz",
        "\x00\x1b[31m",
        "你好",
        "!!!",
        "",
        " ",
    ),
    *("x" * 20_000, "*" * 200),
)
