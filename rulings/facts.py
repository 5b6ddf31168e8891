"""The facts of a card, in the JSON shape → the words people use for them: "rez 0", "trash 3", "difficulty 4"."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What its cost is called depends on what is done with the card: ice, nodes and upgrades are rezzed, programs, hardware
# and resources installed; operations and preps have a cost and nothing else to call it.
_COST = {
    "Ice": "rez",
    "Node": "rez",
    "Upgrade": "rez",
    "Program": "install",
    "Hardware": "install",
    "Resource": "install",
}


def numbers(card: dict[str, Any]) -> list[str]:
    """The printed numbers in the game's own terms, those that the card has: `["rez 0", "trash 3"]`."""
    found = []
    if card["cost"] is not None:
        found.append(f"{_COST.get(card['type'], 'cost')} {card['cost']}")
    if card["strength"] is not None:
        found.append(f"strength {card['strength']}")
    if card["memory"] is not None:
        found.append(f"{card['memory']} MU")
    if card["trash"] is not None:
        found.append(f"trash {card['trash']}")
    if card["difficulty"] is not None:
        found.append(f"difficulty {card['difficulty']}")
    points = card["agenda_points"]
    if points is not None:
        found.append(f"{points} agenda point{'' if points == 1 else 's'}")
    return found


def line(card: dict[str, Any]) -> list[str]:
    """All facts in reading order: side and type, keywords, numbers, set and rarity."""
    return [
        f"{card['side']} {card['type'].lower()}",
        *card["keywords"],
        *numbers(card),
        f"{card['set']}, {card['rarity'].lower()}",
    ]


def matter(inheritance: dict[str, Any]) -> str:
    """What an inherited group is about: "on Virus programs", or nothing where the source only says where to look."""
    on = inheritance.get("on") or ""
    if inheritance["why"] == "keyword":
        return f"on {on} cards"
    lower = on.lower()
    for opening in ("rulings on ", "notes on ", "rulings in "):
        at = lower.find(opening)
        if at >= 0:
            words = on[at + len(opening) :].split(",")[0].rstrip(". ")
            return "" if words.startswith(inheritance["from"]["title"]) else f"on {words}"
    return ""
