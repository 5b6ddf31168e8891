"""Names of cards as people type them, and what they mean."""

from __future__ import annotations

INTENDED = {  # what differs from the title → (typed, title of the intended card)
    "exact title": [
        ("Dr. Dreff", "Dr. Dreff"),
        ("data wall 2.0", "Data Wall 2.0"),
    ],
    "case and punctuation": [
        ("dr dreff", "Dr. Dreff"),
    ],
    "id": [
        ("dr-dreff", "Dr. Dreff"),
    ],
    "alias": [
        ("dreff", "Dr. Dreff"),
    ],
    "exact title, which also begins a longer one": [
        ("data wall", "Data Wall"),
    ],
    "accents": [
        ("dupre", "Dupré"),
        ("skalderviken", "Skälderviken SA Beta Test Site"),
    ],
    "π": [
        ("π in the 'face", "π in the 'Face"),
        ("pi in the face", "π in the 'Face"),
    ],
    "[TM] and (R)": [
        ("gypsy schedule analyzer", "Gypsy [TM] Schedule Analyzer"),
        ("dropp", "Dropp [TM]"),
        ("corporate guard temps", "Corporate Guard(R) Temps"),
        ("Bakdoor TM", "Bakdoor [TM]"),
        ("Dropp ™", "Dropp [TM]"),
        ("Dropp TM", "Dropp [TM]"),
        ("bodyweight tm data creche", "Bodyweight [TM] Data Crèche"),
        ("trauma-team-tm", "Trauma Team [TM]"),
        ("corporate guard r temps", "Corporate Guard(R) Temps"),
    ],
    "leading The": [
        ("shell traders", "The Shell Traders"),
        ("the shell traders", "The Shell Traders"),
        ("the deck", "The Deck"),
    ],
    "apostrophe": [
        ("do the drine", "Do the 'Drine [TM]"),
        ("jack n joe", "Jack 'n' Joe"),
    ],
    "word order": [
        ("chain and ball", "Ball and Chain"),
    ],
    "word order and ampersand": [
        ("ball & chain", "Ball and Chain"),
    ],
    "ampersand": [
        ("r&d interface", "R&D Interface"),
        ("r and d interface", "R&D Interface"),
        ("rnd interface", "R&D Interface"),
    ],
    "abbreviation": [
        ("esc", "Emergency Self-Construct"),
        ("DFA", "Death from Above"),
        ("smc", "Self-Modifying Code"),
    ],
    "plural": [
        ("hq moles", "HQ Mole"),
        ("aardvarks", "Aardvark"),
    ],
    "figures for words": [
        ("24 hour surveillance", "Twenty-Four-Hour Surveillance"),
    ],
    "full stops": [
        ("fetch 401", "Fetch 4.0.1"),
    ],
    "prefix": [
        ("quest for cat", "Quest for Cattekin"),
        ("bartmos", "Bartmoss Memorial Icebreaker"),
    ],
    "some of its words": [
        ("galveston grid", "New Galveston City Grid"),
    ],
    "typo": [
        ("pattle virus", "Pattel's Virus"),
        ("simon fransisco", "Simon Francisco"),
        ("euromarkt consorsium", "Euromarket Consortium"),
        ("armagedon", "Armageddon"),
        ("mastodon", "MS-todon"),
        ("inside jobb", "Inside Job"),
        ("omni kismit", "Omni Kismet, Ph.D."),
    ],
}

AMBIGUOUS = [
    (
        "back door",
        {
            "Back Door to Hilliard",
            "Back Door to Netwatch",
            "Back Door to Orbital Air",
            "Back Door to Rivals",
            "Bakdoor [TM]",
        },
    ),
    ("arasaka", {"Access to Arasaka", "Arasaka Owns You", "Arasaka Portable Prototype"}),
    ("moles", {"HQ Mole", "R&D Mole", "Underworld Mole"}),
    ("bolter", {"Bolter Cluster", "Bolter Swarm"}),
]

NONSENSE = [
    "xyzzy plugh",
    "no such card at all",
    "zzzz",
    "\x00\x1b[31m",
    "你好",
    "!!!",
    "",
    " ",
    "x" * 20_000,
    "*" * 200,
]
