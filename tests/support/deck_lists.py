"""Deck lists and forms of their lines, for the tests of the command and of the page."""

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
    "{} x3",
)

# Usual headings
HEADINGS = """
main mainboard maindeck deck decklist side sideboard maybeboard considering cut out in other
misc total cards ice walls sentries barriers traps ambushes agendas nodes assets upgrades
regions operations ops transactions programs icebreakers breakers hardware resources preps
events link decks connections jobs economy bits draw tags damage viruses noisy stealth daemons
worms killers fracters decoders utilities defense support memory chips gear sysops ads points
identities corp runner starter base proteus classic rares commons vitals promos core notes count
qty name library search trace recursion remote archives access runs finisher combo stack
""".split()
HEADINGS += [
    *(
        f"{side} {word}"
        for side in ("my", "corp", "runner", "big")
        for word in ("deck", "ice")
    ),
    *(
        "card count",
        "n,card",
        "qty,card",
        "agenda points",
        "black ops",
        "base link",
        "card draw",
    ),
]

# Lists with one line or a few, and how they are read
LINE_CASES = read_yaml(DATA / "deck-lines.yaml")

ENTITIES = (  # an .o8d deck whose nested entities would expand to gigabytes
    "<!DOCTYPE d [<!ENTITY a 'aaaaaaaaaa'>"
    + "".join(
        f"<!ENTITY a{i} '&a{i - 1 if i else ''};&a{i - 1 if i else ''};'>"
        for i in range(30)
    )
    + "]><deck>&a29;</deck>"
)
