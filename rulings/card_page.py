"""What `rulings card NAME --json` prints → the same on a terminal: title, facts, errata first, then all else on it."""

from __future__ import annotations

from rulings import entry, facts
from rulings.terminal import dotted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rulings.terminal import Screen

    Page = dict[str, Any]


def show(screen: Screen, page: Page, full: bool = False) -> None:
    """The whole page. Inherited rulings are folded to their questions, unless `full` or if the card has no other."""
    card = page["card"]
    own = [r for r in page["rulings"] if r["kind"] != "see"]
    screen.text(card["title"], "title")
    screen.text(dotted(facts.line(card)), "dim")
    screen.text(_counts(page, own), "dim")
    used: dict[str, str] = {}
    if card["restored"]:
        entry.restored(used, card["restored"])
    rulings(screen, own, used)
    if not own and not page["inherited"]:
        _helpful(screen, card)
    for group in page["inherited"]:
        _inherited(screen, group, used, full or not own)
    _elsewhere(screen, page, used, full)
    entry.legend(screen, used)


def rulings(screen: Screen, several: list[dict[str, Any]], used: dict[str, str], subject: bool = False) -> None:
    """Rulings one below the other, an empty line before each."""
    for ruling in several:
        screen.blank()
        entry.show(screen, ruling, used, subject)


def count(number: int, one: str, many: str = "") -> str:
    """`1 ruling`, `2 rulings`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _counts(page: Page, own: list[dict[str, Any]]) -> str:
    errata = sum(r["kind"] == "errata" for r in own)
    found = [count(errata, "errata", "errata")] if errata else []
    if len(own) > errata:
        found.append(count(len(own) - errata, "ruling"))
    if not own:
        found.append(page.get("nothing") or "Nothing was ever ruled on this card itself")
    found += [f"{len(group['rulings'])} from {group['from']['title']}" for group in page["inherited"]]
    subjects = _subjects(page)
    if subjects:
        found.append(f"mentioned in {count(len(subjects), 'other')}")
    if page["steps"]:
        found.append(f"run step{'' if len(page['steps']) == 1 else 's'} {', '.join(map(str, page['steps']))}")
    if page["card"]["restored"]:
        found.append("heading ⚑ restored")
    return dotted(found)


def _helpful(screen: Screen, card: dict[str, Any]) -> None:
    """Where a judge looks next when nothing was ruled."""
    asked = [f'keyword:"{word.lower()}"' if " " in word else f"keyword:{word.lower()}" for word in card["keywords"]]
    screen.blank()
    screen.text("What was ruled on cards like it", "strong")
    for query in [*asked, f"type:{card['type'].lower()}"]:
        screen.text(f"rulings search '{query}'" if '"' in query else f"rulings search {query}", "", "  ")


def _inherited(screen: Screen, group: dict[str, Any], used: dict[str, str], unfolded: bool) -> None:
    source = group["from"]
    heading = " ".join(word for word in (f"From {source['title']},", facts.matter(group)) if word).rstrip(",")
    command = f"rulings {'topic ' if source['kind'] == 'topic' else ''}{source['id']}"
    screen.blank()
    screen.text(heading, "strong")
    because = "it has the same keyword" if group["why"] == "keyword" else f"“{group['on']}”" if group["on"] else ""
    screen.text(
        dotted(w for w in (count(len(group["rulings"]), "ruling"), because, "" if unfolded else command) if w),
        "dim",
    )
    for ruling in group["rulings"]:
        if unfolded:
            screen.blank()
            entry.show(screen, ruling, used)
        else:
            bullet = "▸ ERRATA  " if ruling["kind"] == "errata" else "▸ "
            screen.text(
                ruling["questions"][0] if ruling["questions"] else ruling["text"], "question", f"  {bullet}", "    "
            )


def _subjects(page: Page) -> list[str]:
    return list(dict.fromkeys(r["subject"]["title"] for r in page["mentioned_in"]))


def _elsewhere(screen: Screen, page: Page, used: dict[str, str], full: bool) -> None:
    if page["mentioned_in"]:
        screen.blank()
        if full:
            screen.text("Mentioned in", "strong")
            rulings(screen, page["mentioned_in"], used, subject=True)
        else:
            screen.text(dotted(_subjects(page)), "", "Mentioned in  ", "  ")
    if page["steps"]:
        screen.blank()
        steps = ", ".join(map(str, page["steps"]))
        screen.text(f"{steps}  (rulings run {page['steps'][0]})", "", "Steps of a run  ", "  ")


def show_topic(screen: Screen, page: Page) -> None:
    """A topic with its rulings, as `rulings topic NAME --json` has it."""
    own = [r for r in page["rulings"] if r["kind"] != "see"]
    screen.text(page["topic"]["title"], "title")
    errata = sum(r["kind"] == "errata" for r in own)
    counts = [*([count(errata, "errata", "errata")] if errata else []), count(len(own) - errata, "ruling")]
    screen.text(dotted(["Topic", *counts]), "dim")
    used: dict[str, str] = {}
    rulings(screen, own, used)
    for ruling in page["rulings"]:
        if ruling["kind"] == "see":
            screen.blank()
            screen.pair(ruling["text"], ruling["id"], "")
    entry.legend(screen, used)
