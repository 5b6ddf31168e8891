"""Where the files of a knowledge base are. Look-ups by name import this, so it imports only what is loaded anyway."""

from __future__ import annotations

import os

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # the folder of the program and its data
GENERATED_FOLDERS = ("cards/corp", "cards/runner", "topics", "documents")  # folders that `rulings parse` writes
GENERATED_FILES = ("run-chart.yaml", "tournament.yaml", "unattributed.yaml")  # files that it writes beside them
SOURCES_FILE = "documents.yaml"  # in `sources`; without it, a knowledge base uses the shipped sources
YAML_FOLDERS = ("", *GENERATED_FOLDERS, "sources")
