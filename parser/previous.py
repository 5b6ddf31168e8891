"""What was written last, beside what is parsed now → what is gone, what took its place, and whose standing changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from rulings import edit_distance, errors
from rulings.model import constants, plain_text
from rulings.parser import entries
from rulings.storage import files, yaml_files


class Written(NamedTuple):
    """What has an address: its kind, its id (of a document, the address of its page), and its words or its title."""

    kind: str
    id: str
    words: str = ""
    official: bool = True


def vanished_ids(parsed: entries.ParsedKnowledge, folder: Path) -> entries.Findings:
    """An error for each address in `folder`, as it was written last, that leads nowhere any more.

    Links to it would break, so moved.yaml has to say what took its place. There is none under an unknown heading. A
    warning names the rulings that were official and are no more, or the other way round.
    """
    if parsed.rulings_document.unknown:
        return entries.Findings()
    previous = {former.id: former for former in written(folder)}
    now, moved = {each.id for each in parsed_now(parsed)}, parsed.sources.edited.moved
    problems = []
    for id, former in previous.items():
        if id in now:
            continue
        took_place = successor(former, parsed, previous)
        if id not in moved or (took_place and isinstance(moved[id], str) and moved[id] != took_place):
            row = "add a row with this id and what took its place, or below it `nothing:` and the reason"
            if took_place:
                row = f"it is now {took_place}: write the row `{id}: {took_place}`"
            text = f"the {former.kind} {id} is gone, and links to it would break: {row}"
            line = getattr(moved, "key_lines", {}).get(id)
            problems.append(files.Problem(parsed.sources.path("moved"), text, line))
    found = entries.Findings(problems)
    for official, what in ((True, "are official now"), (False, "are not official any more")):
        changed = [
            r.id for r in parsed.rulings if r.id in previous and r.official == official != previous[r.id].official
        ]
        if changed:
            text = f"{plain_text.count(len(changed), 'ruling')} {what}: {', '.join(changed)}"
            found.warnings.append(files.Problem(parsed.sources.path("authorities"), text))
    return found


_LEAST_SHARED = 0.6  # of the words of two statements, if one is the other with its words changed


def successor(former: Written, parsed: entries.ParsedKnowledge, previous: Collection[str]) -> str | None:
    """The id of what is new in this run and has the same words or, if there is none, most of them; None if nothing has.

    `previous`: the ids that were there before, which took nobody's place.
    """
    new = {each.id: each.words for each in parsed_now(parsed) if each.kind == former.kind and each.id not in previous}
    same_words = [id for id, words in new.items() if words == former.words and words]
    if same_words:
        return edit_distance.nearest(former.id, same_words, 0)
    if former.kind not in ("ruling", "section") or not former.words:
        return None  # it has only a title
    shared = {
        id: SequenceMatcher(None, former.words.split(), words.split(), False).ratio() for id, words in new.items()
    }
    best = max(shared, key=shared.__getitem__, default=None)
    return best if best and shared[best] >= _LEAST_SHARED else None


def parsed_now(parsed: entries.ParsedKnowledge) -> Iterator[Written]:
    """What has an address now."""
    yield from (Written("card", card.id, card.title) for card in parsed.cards)
    yield from (Written("topic", topic.id, topic.title) for topic in parsed.topics)
    yield from (Written("ruling", ruling.id, ruling.printed) for ruling in parsed.rulings)
    yield from (Written("section", section.id, section.text) for section in parsed.all_sections)
    yield from (Written("note", note.id) for note in parsed.sources.edited.notes)
    for document in parsed.sources.documents.values():
        yield Written("document", f"/documents/{document.id}/", document.row.title)


def written(folder: Path) -> Iterator[Written]:
    """What has an address in the generated files of a folder; nothing of damaged ones."""
    patterns = {"card": "cards/*/*.yaml", "topic": "topics/*.yaml", "document": "documents/*.yaml"}
    for kind, pattern in (*patterns.items(), ("note", "note-ids.yaml"), ("", "unattributed.yaml")):
        for path in sorted(folder.glob(pattern)):
            with suppress(errors.RulingsError, TypeError, KeyError, AttributeError):
                data = yaml_files.read_yaml(path)
                if kind == "document":
                    yield Written(kind, f"/documents/{data['id']}/", data["title"])
                elif kind in patterns:
                    yield Written(kind, data["id"], data["title"])
                yield from (Written("note", id) for id in data.get("ids", ()))
                for name in constants.RULING_LISTS:
                    for row in data.get(name, ()):
                        printed = row["printed"].removesuffix("\n").replace("\n", " ")
                        yield Written("ruling", row["id"], printed, row.get("official", True))
                for row in data.get("sections", ()):
                    yield Written("section", row["id"], row.get("text", "").removesuffix("\n"))
