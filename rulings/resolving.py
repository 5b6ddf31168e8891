"""Resolves a typed name, id or address to the card, topic, keyword, person … that it means, or
raises an error in a sentence.

`rulings.naming` reads the names; ids, steps and addresses of the site are read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import product, takewhile

from rulings import edit_distance, errors, naming
from rulings.model import (
    dates,
    entities,
    ids,
    knowledge,
    page_table,
    plain_text,
    selecting,
)


def resolve(kb: knowledge.Knowledge, name: str, *kinds: naming.Kind) -> naming.Resolution:
    """What a typed name, id or address means. `kinds`: only things of these.

    `dr dreff`, `dr-dreff-601afce4`, `601afce4` (which may be several rulings), `601afce`, `step 13`,
    `manual-3-setup`, `/topics/tracing/`, `virus`, `wylie`. Raises `TypeError` for what is not text.
    """
    if not isinstance(name, str):
        raise TypeError(
            f'a name or id is text, such as "dreff" or "dr-dreff-601afce4", not {name!r:.100}'
        )
    id = kb.current_id(name)
    if things := tuple(_of_kinds(_by_id_or_address(kb, name, id, kinds), kinds)):
        return naming.Resolution("id", things)
    if things := tuple(_of_kinds(_with_seven_digits(kb, id), kinds)):
        return naming.Resolution("typo", things)
    entry_id = id.rpartition("#")[2]
    if ids.is_ruling_id(entry_id) or "ruling" in kinds[:1]:
        return naming.Resolution("none", suggestions=_near_ruling(kb, entry_id))
    if is_address(name) or is_step(name):
        return naming.Resolution()
    if "section" in kinds[:1]:
        return naming.Resolution("none", suggestions=_similar_ids("section", id, kb.sections_by_id))
    resolution = naming.names_of(kb).resolve(id, *kinds)
    if not (resolution.is_exact or kinds) and (query := _by_fact(kb, id)):
        return naming.Resolution("title", (query,))
    return resolution


def _by_id_or_address(
    kb: knowledge.Knowledge, name: str, id: str, kinds: Iterable[naming.Kind]
) -> list[naming.Thing]:
    """What has that id, is shown at that address or, where an entry is asked for, is cited."""
    has_path = "#" in name or "/" in name
    things = _by_address(kb, name.strip()) if has_path else _by_id(kb, id) or _steps(kb, id)
    is_entry = not {"ruling", "section"}.isdisjoint(kinds)
    return things or (_in_citation(kb, name) if is_entry else [])


def _of_kinds(things: Iterable[naming.Thing], kinds: Sequence[naming.Kind]) -> list[naming.Thing]:
    """The things of these kinds; of all, if none is given."""
    return [thing for thing in things if not kinds or thing.kind in kinds]


def _with_seven_digits(kb: knowledge.Knowledge, id: str) -> list[naming.Thing]:
    """The ruling whose id lacks its first or last digit, if it is only one: `601afce`,
    `dr-dreff-01afce4`.
    """
    match = re.fullmatch(_SHORTENED_ID, id)
    if match is None:
        return []
    beginning, digits = match.groups(default="")
    things = [
        naming.Thing("ruling", ruling.id, ruling.title)
        for ruling in kb.rulings
        if digits in ruling.id[-8:] and ruling.id.startswith(beginning)
    ]
    return things if len(things) == 1 else []


def _near_ruling(kb: knowledge.Knowledge, id: str) -> tuple[naming.Thing, ...]:
    """What may be meant by the id of a ruling that is gone: similar ids, or else its page."""
    subject = plain_text.fold(id.rpartition("-")[0])
    similar = _similar_ids("ruling", id, kb.rulings_by_id)
    if re.fullmatch(_SHORT_ID, id):
        ids_by_digits = {ruling_id[-8:]: ruling_id for ruling_id in kb.rulings_by_id}
        near = edit_distance.similar_words(id, ids_by_digits, naming.MAX_SUGGESTIONS, 0.85)
        similar = tuple(naming.Thing("ruling", ids_by_digits[d], ids_by_digits[d]) for d in near)
    return similar or naming.names_of(kb).exact(subject, "card", "topic").things


def _by_fact(kb: knowledge.Knowledge, id: str) -> naming.Thing | None:
    """The search for the cards of a set, a rarity or an artist with exactly that name."""
    name = plain_text.fold(id)
    for fact in ("set", "rarity", "artist"):
        for value in {getattr(card, fact) for card in kb.unfiltered.cards}:
            if value and plain_text.fold(value) == name:
                return naming.Thing("query", f'{fact}:"{value}"', f"the {fact} {value}")
    return None


def _similar_ids(kind: naming.Kind, id: str, known_ids: Iterable[str]) -> tuple[naming.Thing, ...]:
    similar_ids = edit_distance.similar_words(id, known_ids, naming.MAX_SUGGESTIONS, 0.85)
    return tuple(naming.Thing(kind, similar_id, similar_id) for similar_id in similar_ids)


def find(kb: knowledge.Knowledge, name: str, *kinds: naming.Kind) -> naming.Thing:
    """The one thing of these kinds that is meant, whatever else the name means. Raises `NotFound`
    or `Ambiguous`.
    """
    resolution = resolve(kb, name, *kinds)
    if resolution.only:
        return resolution.only
    if resolution.things:
        raise ambiguous(resolution, name)
    if is_step(name):
        find_step(kb, name)
    raise _nothing_called(kb, name, kinds, resolution.suggestions)


def _nothing_called(
    kb: knowledge.Knowledge,
    name: str,
    kinds: Sequence[naming.Kind],
    suggestions: Sequence[naming.Thing],
) -> errors.NotFound:
    """The error for a name that nothing of these kinds has: the nearest names; what else has it; and
    all authorities or topics, if no name is near.
    """
    near_things = suggestions or resolve(kb, name).things[: naming.MAX_SUGGESTIONS]
    kind = kinds[0] if kinds else "card"
    things_of_kinds = _of_kinds(near_things, kinds)
    ending = "".join(
        f"\nthere is {thing.described} ({thing.id})"
        for thing in near_things
        if thing not in things_of_kinds
    )
    titles = [thing.title for thing in things_of_kinds]
    beginning = f" {plain_text.fold(name)}"  # of a word of a title
    all_titles = [thing.title for thing in _of_kinds(naming.names_of(kb).things, (kind,))]
    if kind == "authority" and not titles:
        titles = [title for title in all_titles if beginning in f" {plain_text.fold(title)}"]
        titles = titles[: naming.MAX_SUGGESTIONS]
    if not titles and (kind == "authority" or (kind == "topic" and not near_things)):
        ending += f"\nthe {plain_text.plural(kind)} are {', '.join(all_titles)}"
    return not_found(f"no {kind}", name, titles, ending)


def exactly_called(kb: knowledge.Knowledge, name: str) -> list[str]:
    """What has exactly that name, with its id: `the card Dr. Dreff (dr-dreff)`."""
    resolution = resolve(kb, name)
    things = resolution.things if resolution.is_exact else ()
    return [f"{thing.described} ({thing.id})" for thing in things[: naming.MAX_SUGGESTIONS]]


def find_sections(
    kb: knowledge.Knowledge, document: entities.Document, name: str = ""
) -> tuple[list[entities.Section], naming.Resolution]:
    """The sections of a document or, if a title, number or id is typed, that section with those
    below it; and how it was read.

    Raises `NotFound` or `Ambiguous`.
    """
    sections = kb.sections_in(document.id)
    if not name:
        return sections, naming.Resolution()
    names = naming.Names()
    for section in sections:
        short_id = section.id.removeprefix(f"{document.short}-")
        names.add(naming.Thing("section", section.id, section.title), [short_id])
    resolution = names.resolve(name, "section")
    if resolution.only:
        start = [section.id for section in sections].index(resolution.only.id)
        parent, *later_sections = sections[start:]
        children = takewhile(lambda section: section.level > parent.level, later_sections)
        return [parent, *children], resolution
    if resolution.things:
        raise ambiguous(resolution, name)
    titles = list(dict.fromkeys(thing.title for thing in resolution.suggestions))
    ending = "" if titles else f"; list all with: rulings document {document.short} --outline"
    raise not_found(f"{document.title} has no section", name, titles, ending)


_STEP = rf"(?i)({ids.STEP}|(?:step|run)[\s-]*)?0*([0-9]{{1,3}})"
_SHORT_ID = r"[0-9a-f]{8}"
_SHORTENED_ID = r"(.+-)?([0-9a-f]{7})"
_ADDRESS = (
    r"(?i)(?:https?://[^/\s]+|file://)?"
    r"(?P<path>[^#?\s]*)(?:\?(?P<query>[^#\s]*))?(?:#(?P<anchor>[^\s?&]+)\S*)?"
)

_PAGE_IDS = {page.id for page in page_table.PAGES}
_KINDS_BY_FOLDER: dict[str, naming.Kind] = {
    "cards": "card",
    "topics": "topic",
    "documents": "document",
    "authorities": "authority",
    "keywords": "keyword",
    "run-chart": "step",
}


def find_step(kb: knowledge.Knowledge, name: str | int) -> entities.Step:
    """The step of the run chart with that number or id: `13`, `step 13`, `run-chart-13`. Raises
    `NotFound`.
    """
    match = re.fullmatch(_STEP, str(name).strip())
    steps = [step for step in kb.steps if match and step.number == int(match[2])]
    if not steps:
        ending = f"; the run chart has steps 1 to {len(kb.steps)}"
        raise not_found("no step", str(name), [], ending)
    return steps[0]


def is_address(name: str) -> bool:
    """Whether an address of the site was typed, whole (`https://…`) or from its root
    (`/cards/dr-dreff/`).
    """
    return name.strip().lower().startswith(("/", "http://", "https://", "file://"))


def is_step(name: str) -> bool:
    """Whether the name or id of a step was typed, which need not exist; a number alone is
    neither.
    """
    match = re.fullmatch(_STEP, name.strip())
    return bool(match and match[1])


def _by_id(kb: knowledge.Knowledge, id: str) -> list[naming.Thing]:
    """The ruling (its last eight digits are enough, though several may share them), section or step
    with that id.
    """
    rulings = [kb.rulings_by_id[id]] if id in kb.rulings_by_id else []
    if re.fullmatch(_SHORT_ID, id):
        rulings = [ruling for ruling in kb.rulings if ruling.id.endswith(f"-{id}")]
    if id.startswith("changes "):
        with suppress(dates.InvalidDateError):
            day = dates.iso_date(id.removeprefix("changes "))
            dates.date_range(day)
            words = f"the rulings of {dates.date_in_words(day)}, the newest first"
            return [naming.Thing("page", f"changes {day}", words)]
    if is_step(id) and (steps := _steps(kb, id)):
        return steps
    things = [naming.Thing("ruling", ruling.id, ruling.subject.title) for ruling in rulings]
    if section := kb.sections_by_id.get(id) or numbered_section(kb, id):
        things.append(naming.Thing("section", section.id, section.title))
    return things


def _in_citation(kb: knowledge.Knowledge, text: str) -> list[naming.Thing]:
    """The entry whose id or address is the first in a text, such as a citation of ours."""
    for word in re.findall(r"[^\s\[\]()]+", text):
        if matches := _by_id(kb, kb.current_id(word.rpartition("#")[2].strip(".,;:!?“”"))):
            return matches
    return []


_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NUMBERED = re.compile(rf"\s(?:[0-9]|{'|'.join(_NUMBERS)})\s*$", re.IGNORECASE)


def numbered_entries(kb: knowledge.Knowledge) -> dict[str, str]:
    """The ids of numbered sections and steps by what these are called: `manual 3`, `section 3`, `part
    three`, `run 13`.
    """
    ids_by_name = {f"run {step.number}": step.id for step in kb.steps}
    for section in kb.sections:
        if not (match := re.match(r"([1-9])\. ", section.title)):
            continue
        short = kb.documents_by_id[section.document].short
        words = (short, *naming.DOCUMENT_ALIASES.get(short, ()), "section", "chapter", "part")
        for word, number in product(words, (match[1], _NUMBERS[int(match[1]) - 1])):
            ids_by_name.setdefault(f"{word} {number}", section.id)
    return ids_by_name


def numbered_section(kb: knowledge.Knowledge, name: str) -> entities.Section | None:
    """The section with that number, of a document or of any."""
    if not _NUMBERED.search(name):
        return None
    return kb.sections_by_id.get(numbered_entries(kb).get(plain_text.fold(name), ""))


def _steps(kb: knowledge.Knowledge, id: str) -> list[naming.Thing]:
    """The step with that number or id, if there is one."""
    with suppress(errors.NotFound):
        step = find_step(kb, id)
        return [naming.Thing("step", f"{step.number}", step.title)]
    return []


def _by_address(kb: knowledge.Knowledge, address: str) -> list[naming.Thing]:
    """What the page with that address shows: its anchor, or else the last part of the path that is
    known. Nothing, if the site has no such address: `foo/sparky`.
    """
    from urllib.parse import parse_qs

    match = re.fullmatch(_ADDRESS, address)
    if match is None:
        return []
    target = kb.current_id(match["path"])
    if target != match["path"].lower():
        return list(resolve(kb, target).things)
    query = " ".join(" ".join(parse_qs(match["query"]).get("q", ())).split())
    segments = [*filter(None, match["path"].removesuffix("/index.html").split("/"))]
    if query and segments[-1:] == ["search"]:
        return [naming.Thing("query", query, f"a search for “{plain_text.shortened(query)}”")]
    site_segments = _segments_on_site(segments)
    if segments and not site_segments:
        return []
    for part in filter(None, (match["anchor"], *reversed(site_segments))):
        id = kb.current_id(part.lower().removesuffix(".json"))
        if things := _by_id(kb, id) or _with_page(kb, id, site_segments[:1]):
            return things
        if part == match["anchor"] and ids.is_ruling_id(id):
            # The ruling is gone; a reader who follows the link must not take another for it
            return []
        if [part] == site_segments[-1:] and id in naming.PAGES:
            return [naming.Thing("page", id, id.capitalize())]
    return []


def _segments_on_site(segments: list[str]) -> list[str]:
    """The segments of a path from the site's root on: a folder with what follows, or a page; none
    for what the site has not.
    """
    for at, segment in enumerate(segments):
        if segment in _KINDS_BY_FOLDER:
            return segments[at:]
    return [segment for segment in segments[-1:] if segment in _PAGE_IDS]


def _with_page(kb: knowledge.Knowledge, id: str, folders: list[str]) -> list[naming.Thing]:
    """The thing with that id, if it has a page of its own in such a folder of the site."""
    names = naming.names_of(kb)
    kinds = [*map(_KINDS_BY_FOLDER.get, folders)]
    things = (names.things[i] for i in names.titles.get(plain_text.fold(id), ()))
    of_kinds = (thing for thing in things if thing.kind in kinds)
    return [thing for thing in of_kinds if plain_text.fold(thing.id) == plain_text.fold(id)][:1]


_JOINING = ("and", "with", "vs", "against", "&", "+")
_MAX_SEVERAL_WORDS = 2 * naming.MAX_NAME_WORDS  # of several names; more words are a question


def several_names(kb: knowledge.Knowledge, text: str) -> tuple[naming.Thing, ...]:
    """The cards, and at most one ruling, that the words name one after the other: `dreff and olivia`,
    `dreff 601afce4`. The cards come first.

    A part of a name, and a common word, counts only where a ruling concerns all: `boardwalk count`
    and `dreff trap` name one card. Nothing if no division of the words names several, or if more
    than one does.
    """
    words = re.split(r"[\s/#]+", text.strip())
    if len(words) > _MAX_SEVERAL_WORDS:
        return ()
    divisions = set[tuple[naming.Thing, ...]]()
    for resolutions in _divisions(kb, words):
        if len(resolutions) > 1 and _are_meant(kb, resolutions):
            things = [resolution.things[0] for resolution in resolutions]
            divisions.add(tuple(sorted(things, key=lambda thing: thing.kind == "ruling")))
    return divisions.pop() if len(divisions) == 1 else ()


def _divisions(
    kb: knowledge.Knowledge, words: Sequence[str], before: tuple[naming.Resolution, ...] = ()
) -> Iterator[tuple[naming.Resolution, ...]]:
    """The ways in which words are names of different cards and rulings, perhaps with a word between
    them that joins them.
    """
    if before and words[0].lower() in _JOINING:
        words = words[1:]
    for stop in range(1, min(len(words), naming.MAX_NAME_WORDS) + 1):
        resolution = _card_or_ruling(kb, " ".join(words[:stop]))
        if not resolution.only or resolution.things in [other.things for other in before]:
            continue
        if stop == len(words):
            yield (*before, resolution)
        else:
            yield from _divisions(kb, words[stop:], (*before, resolution))


def _card_or_ruling(kb: knowledge.Knowledge, name: str) -> naming.Resolution:
    """The card with that name, which is not misspelt, or the ruling with that id; nothing if it
    means something else. Common words are a part of a name.
    """
    rulings = [thing for thing in _by_id(kb, kb.current_id(name)) if thing.kind == "ruling"]
    if rulings:
        return naming.Resolution("id", tuple(rulings))
    names = naming.names_of(kb)
    resolution = names.resolve(name, typos=False)
    if resolution.only is None or resolution.only.kind != "card":
        return naming.Resolution()
    is_common = names.common.issuperset(plain_text.fold(name).split())
    return naming.Resolution("words", resolution.things) if is_common else resolution


def _are_meant(kb: knowledge.Knowledge, resolutions: Sequence[naming.Resolution]) -> bool:
    """Whether these are cards, and at most one ruling, by their whole names, or cards that a ruling
    concerns.
    """
    ids = [r.things[0].id for r in resolutions if r.things[0].kind == "card"]
    ruling_count = len(resolutions) - len(ids)
    if ruling_count > 1 or not ids:
        return False
    is_certain = all(resolution.is_exact for resolution in resolutions)
    if is_certain or ruling_count:
        return is_certain
    page, *others = (knowledge.card_page(kb, id) for id in ids)
    return bool(selecting.page_rulings(selecting.rulings_on_all(page, others)))


# Messages: nothing has a name, several things may be meant, or other names are near


def not_found(
    opening: str, name: str, nearest_names: Sequence[str], ending: str = ""
) -> errors.NotFound:
    """The error for a typed name that nothing has: `no card “glacir”; did you mean Glacier?`.

    `opening`: such as `no card`; `ending`: what follows the suggested names.
    """
    sentence = f"{opening} “{plain_text.shortened(name)}”"
    if nearest_names:
        sentence += f"; did you mean {plain_text.joined_with('or', nearest_names)}?"
    return errors.NotFound(f"{sentence}{ending}", tuple(nearest_names))


def no_ruling(name: str, near_things: Sequence[naming.Thing]) -> errors.NotFound:
    """The error for the id or permalink of a ruling that is gone: similar ids, or its page."""
    near_ids = [thing.title for thing in near_things if thing.kind == "ruling"]
    pages = [
        f"; its page is {thing.title} ({thing.id})"
        for thing in near_things
        if thing.kind != "ruling"
    ]
    return not_found("no ruling", name, near_ids, "".join(pages))


def ambiguous(resolution: naming.Resolution, name: str) -> errors.Ambiguous:
    """The error for a typed name that several things have, with the id and title of each."""
    things = resolution.things
    kind = plain_text.plural(things[0].kind)
    lines = "".join(f"\n  {thing.id}  {thing.title}" for thing in things)
    choices = tuple((thing.id, thing.title) for thing in things)
    if_misspelt = ", if misspelt," if resolution.match_kind == "typo" else ""
    return errors.Ambiguous(
        f"“{plain_text.shortened(name)}”{if_misspelt} may mean several {kind}:{lines}",
        name,
        choices,
    )
