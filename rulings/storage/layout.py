"""Where the files of a knowledge base are."""

from __future__ import annotations

from pathlib import Path

SHIPPED = Path(__file__).absolute().parents[1]  # the program, and the knowledge base that is installed with it
GENERATED_FOLDERS = ("cards/corp", "cards/runner", "topics", "documents")  # folders that `rulings parse` writes
GENERATED_FILES = (
    "run-chart.yaml",
    "tournament.yaml",
    "note-ids.yaml",
    "unattributed.yaml",
)  # files that it writes beside them
SOURCES_FILE = "documents.yaml"  # in `sources`; without it, a knowledge base uses the shipped sources
YAML_FOLDERS = ("", *GENERATED_FOLDERS, "sources")
COMPILED = "compiled"  # the folder of what is computed from the YAML
CODE = ("rulings/model", "rulings/names", "rulings/storage", "search")  # in a checkout: the code that computes it
