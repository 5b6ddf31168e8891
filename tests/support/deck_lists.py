"""Deck lists, and the forms of their lines, for the tests of the command and of the page."""

from __future__ import annotations

from rulings.storage.yaml_files import read_yaml
from support.data_files import DATA

DECKS = DATA / "decks"

FORMS = (  # of a line with a title, once or three times
    *("{}", "3 {}", "3x {}", "x3 {}", "{} ×3", "{} (3)"),
    "- 3 {}",
    "{}\t3",
    "3 {} # why",
    "3, {}",
    "{}: 3",
    "| {} | 3 |",
    "3 {} (Base)",
    "**3x** _{}_ (R)",
    "Sideboard: {} x3",
)

# Lists with one line or a few, and what is read in them
LINE_CASES = read_yaml(DATA / "deck-lines.yaml")

ENTITIES = (  # an .o8d deck whose nested entities would expand to gigabytes
    "<!DOCTYPE d [<!ENTITY a 'aaaaaaaaaa'>"
    + "".join(f"<!ENTITY a{i} '&a{i - 1 if i else ''};&a{i - 1 if i else ''};'>" for i in range(30))
    + "]><deck>&a29;</deck>"
)
