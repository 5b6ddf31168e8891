"""Makes ids from titles and texts: lowercase ASCII words joined by `-`. An id never
changes. Also the ids of steps and additions.
"""

from __future__ import annotations

import re

from rulings.model import plain_text

STEP = "run-chart-"  # the beginning of a step's id
ADDITIONS = "additions"  # the folder of added rulings below `sources`


def slug(title: str) -> str:
    """The id of a title: `Skälderviken SA Beta Test Site` →
    `skalderviken-sa-beta-test-site`.
    """
    return plain_text.fold(title).replace(" ", "-")


def ruling_id(subject: str, text: str) -> str:
    """`<subject>-<8 hex digits>`, a hash of the text only, not of position, label or
    citations.
    """
    from hashlib import sha256

    words = " ".join(text.split())
    digits = sha256(words.encode()).hexdigest()
    return f"{subject}-{digits[:8]}"


def subject_of_ruling(id: str) -> str:
    """The id of the card or topic in the id of a ruling."""
    subject, _, _ = id.rpartition("-")
    return subject


def is_ruling_id(id: str) -> bool:
    """Whether an id ends like a ruling's. The ids of cards, topics, sections and steps
    never do.
    """
    return re.fullmatch(".+-[0-9a-f]{8}", id) is not None


def step_id(number: int) -> str:
    """The id that a step of the run chart has as an entry: `run-chart-13`."""
    return f"{STEP}{number}"


def number_of_step(id: str) -> int | None:
    """The number of the step with that id; None for any other id."""
    match = re.fullmatch(f"{STEP}([0-9]{{1,3}})", id)
    return int(match[1]) if match else None


def additions_path(document: str) -> str | None:
    """The path of a file of additions below `sources`, without `.yaml`, from the id of
    its document; None for other documents.

    `additions-2035` → `additions/2035`.
    """
    folder, _, name = document.partition("-")
    if folder == ADDITIONS and name:
        return f"{ADDITIONS}/{name}"
    return None
