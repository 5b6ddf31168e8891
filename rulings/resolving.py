"""A typed name, id or address → the card, topic, keyword, person … that it means, or an error in a
sentence.

`rulings.naming` reads the names; ids, steps and addresses of the site are read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import takewhile

from rulings import edit_distance, errors, naming
from rulings.model import entities, formatting, ids, knowledge, plain_text, selecting


def resolve(kb: knowledge.Knowledge, typed: str, *kinds: naming.Kind) -> naming.Resolution:
    """What a typed name, id or address means. `kinds`: only things of these.

    `dr dreff`, `dr-dreff-601afce4`, `601afce4` (which may be several rulings), `step 13`,
    `manual-3-setup`, `/topics/tracing/`, `virus`, `wylie`. Raises `TypeError` for what is not text.
    """
    if not isinstance(typed, str):
        raise TypeError(
            f'a name or id is text, such as "dreff" or "dr-dreff-601afce4", not {typed!r:.100}'
        )
    id = kb.current_id(typed)
    has_path = "#" in typed or "/" in typed
    found = _by_address(kb, typed.strip()) if has_path else _by_id(kb, id)
    if things := tuple(_of_kinds(found, kinds)):
        return naming.Resolution("id", things)
    gone = id.rpartition("#")[2]
    if ids.is_ruling_id(gone) or "ruling" in kinds[:1]:
        return naming.Resolution("none", suggestions=_near_ruling(kb, gone))
    if is_address(typed) or is_step(typed):
        return naming.Resolution()
    if "section" in kinds[:1]:
        return naming.Resolution("none", suggestions=_similar_ids("section", id, kb.sections_by_id))
    read = naming.names_of(kb).resolve(id, *kinds)
    if not (read.is_exact or kinds) and (listed := _by_fact(kb, id)):
        return naming.Resolution("title", (listed,))
    return read


def _of_kinds(things: Iterable[naming.Thing], kinds: Sequence[naming.Kind]) -> list[naming.Thing]:
    """The things of these kinds; of all, if none is given."""
    return [thing for thing in things if not kinds or thing.kind in kinds]


def _near_ruling(kb: knowledge.Knowledge, id: str) -> tuple[naming.Thing, ...]:
    """What may be meant by the id of a ruling that is gone: similar ids, or else its page."""
    subject = plain_text.fold(id.rpartition("-")[0])
    similar = _similar_ids("ruling", id, kb.rulings_by_id)
    return similar or naming.names_of(kb).exact(subject, "card", "topic").things


def _by_fact(kb: knowledge.Knowledge, id: str) -> naming.Thing | None:
    """The search for the cards of a set, a rarity or an artist with exactly that name."""
    name = plain_text.fold(id)
    for fact in ("set", "rarity", "artist"):
        for value in {getattr(card, fact) for card in kb.unfiltered.cards}:
            if value and plain_text.fold(value) == name:
                return naming.Thing("query", f'{fact}:"{value}"', f"the {fact} {value}")
    return None


def _similar_ids(kind: naming.Kind, id: str, known: Iterable[str]) -> tuple[naming.Thing, ...]:
    similar = edit_distance.similar_words(id, known, naming.MAX_SUGGESTIONS, 0.85)
    return tuple(naming.Thing(kind, each, each) for each in similar)


def find(kb: knowledge.Knowledge, typed: str, *kinds: naming.Kind) -> naming.Thing:
    """The one thing of these kinds that is meant, whatever else the name means. Raises `NotFound`
    or `Ambiguous`.
    """
    found = resolve(kb, typed, *kinds)
    if found.only:
        return found.only
    if found.things:
        raise ambiguous(found, typed)
    if is_step(typed):
        find_step(kb, typed)
    raise _nothing_called(kb, typed, kinds, found.suggestions)


def _nothing_called(
    kb: knowledge.Knowledge,
    typed: str,
    kinds: Sequence[naming.Kind],
    suggestions: Sequence[naming.Thing],
) -> errors.NotFound:
    """The error for a name that nothing of these kinds has: the nearest names; what else has it; and
    all authorities or topics, if no name is near.
    """
    near = suggestions or resolve(kb, typed).things[: naming.MAX_SUGGESTIONS]
    kind = kinds[0] if kinds else "card"
    asked = _of_kinds(near, kinds)
    others = [thing for thing in near if thing not in asked]
    more = "".join(f"\nthere is {thing.described} ({thing.id})" for thing in others)
    titles = [thing.title for thing in asked]
    known = [thing.title for thing in naming.names_of(kb).things if thing.kind == kind]
    if kind == "authority" and not titles:
        titles = _with_word_begun(typed, known)
    if not titles and (kind == "authority" or (kind == "topic" and not near)):
        more += f"\nthe {plain_text.plural(kind)} are {', '.join(known)}"
    return not_found(f"no {kind}", typed, titles, more)


def _with_word_begun(typed: str, titles: Iterable[str]) -> list[str]:
    """The first titles in which a word begins with what was typed."""
    begun = f" {plain_text.fold(typed)}"
    found = [title for title in titles if begun in f" {plain_text.fold(title)}"]
    return found[: naming.MAX_SUGGESTIONS]


def find_sections(
    kb: knowledge.Knowledge, document: entities.Document, typed: str = ""
) -> tuple[list[entities.Section], naming.Resolution]:
    """The sections of a document or, if a title, number or id is typed, that section with those
    below it; and how it was read.

    Raises `NotFound` or `Ambiguous`.
    """
    sections = kb.sections_in(document.id)
    if not typed:
        return sections, naming.Resolution()
    index = naming.Names()
    for section in sections:
        bare = section.id.removeprefix(f"{document.short}-")
        index.add(naming.Thing("section", section.id, section.title), [bare])
    found = index.resolve(typed, "section")
    if found.only:
        start = [section.id for section in sections].index(found.only.id)
        first, *others = sections[start:]
        return [first, *takewhile(lambda section: section.level > first.level, others)], found
    if found.things:
        raise ambiguous(found, typed)
    titles = list(dict.fromkeys(thing.title for thing in found.suggestions))
    more = "" if titles else f"; list all with: rulings document {document.short} --outline"
    raise not_found(f"{document.title} has no section", typed, titles, more)


_STEP = re.compile(rf"({ids.STEP}|step[\s-]*)?0*([0-9]{{1,3}})", re.IGNORECASE)
_SHORT_ID = re.compile(r"[0-9a-f]{8}")
_ADDRESS = re.compile(
    r"(?:https?://[^/\s]+|file://)?(?P<path>[^#?\s]*)(?:\?(?P<query>[^#\s]*))?(?:#(?P<anchor>\S+))?",
    re.IGNORECASE,
)


def find_step(kb: knowledge.Knowledge, typed: str | int) -> entities.Step:
    """The step of the run chart with that number or id: `13`, `step 13`, `run-chart-13`. Raises
    `NotFound`.
    """
    match = _STEP.fullmatch(str(typed).strip())
    for step in kb.steps:
        if match and step.number == int(match[2]):
            return step
    raise not_found("no step", str(typed), [], f"; the run chart has steps 1 to {len(kb.steps)}")


def is_address(typed: str) -> bool:
    """Whether an address of the site was typed, whole (`https://…`) or from its root
    (`/cards/dr-dreff/`).
    """
    return typed.strip().lower().startswith(("/", "http://", "https://", "file://"))


def is_step(typed: str) -> bool:
    """Whether the name or id of a step was typed, which need not exist; a number alone is
    neither.
    """
    step = _STEP.fullmatch(typed.strip())
    return bool(step and step[1])


def _by_id(kb: knowledge.Knowledge, id: str) -> list[naming.Thing]:
    """The ruling (its last eight digits are enough, though several may share them), section or step
    with that id.
    """
    rulings = [kb.rulings_by_id[id]] if id in kb.rulings_by_id else []
    if _SHORT_ID.fullmatch(id):
        known = kb.rulings_by_id
        rulings = [known[each] for each in known if each.endswith(f"-{id}")]
    if id.startswith("changes "):
        with suppress(formatting.InvalidDateError):
            day = formatting.iso_date(id.removeprefix("changes "))
            formatting.date_range(day)
            words = f"the rulings of {formatting.date_in_words(day)}, the newest first"
            return [naming.Thing("page", f"changes {day}", words)]
    if is_step(id):
        with suppress(errors.NotFound):
            number = find_step(kb, id).number
            return [naming.Thing("step", f"{number}", f"Step {number}")]
    sections = [kb.sections_by_id[id]] if id in kb.sections_by_id else []
    return [
        *(naming.Thing("ruling", ruling.id, ruling.subject.title) for ruling in rulings),
        *(naming.Thing("section", section.id, section.title) for section in sections),
    ]


def _by_address(kb: knowledge.Knowledge, typed: str) -> list[naming.Thing]:
    """What the page with that address shows: its anchor, or else the last part of the path that is
    known.
    """
    address = _ADDRESS.fullmatch(typed)
    if address is None:
        return []
    target = kb.current_id(address["path"])
    if target.startswith("/") and target != address["path"].lower():
        return _by_address(kb, target)
    segments = [*filter(None, address["path"].removesuffix("/index.html").split("/"))]
    page = "/".join(segments).rpartition("/")[2]
    query = _query_in(address["query"] or "")
    if query and page == "search":
        return [naming.Thing("query", query, f"a search for “{plain_text.shortened(query)}”")]
    for part in filter(None, (address["anchor"], address["path"], *reversed(segments))):
        id = kb.current_id(part.lower().removesuffix(".json"))
        if things := _by_id(kb, id) or _with_page(kb, id, segments):
            return things
        if part == address["anchor"] and ids.is_ruling_id(id):
            return []  # a ruling that is gone; who follows the link must not take others for it
        if part == page and id in naming.PAGES:
            return [naming.Thing("page", id, id.capitalize())]
    return []


def _query_in(parameters: str) -> str:
    """The query among the parameters of an address: `q=jack+out` → `jack out`."""
    from urllib.parse import parse_qs

    return " ".join(" ".join(parse_qs(parameters).get("q", ())).split())


def _with_page(kb: knowledge.Knowledge, id: str, segments: list[str]) -> list[naming.Thing]:
    """The thing with that id, if it has a page of its own, of the kind that another part of the path
    names.
    """
    index = naming.names_of(kb)
    kinds: list[naming.Kind] = ["card", "topic", "document", "authority", "keyword"]
    kinds = [kind for kind in kinds if plain_text.plural(kind) in segments] or kinds[:-1]
    named = (index.things[i] for i in index.titles.get(plain_text.fold(id), ()))
    of_kinds = (thing for thing in named if thing.kind in kinds)
    return [thing for thing in of_kinds if plain_text.fold(thing.id) == plain_text.fold(id)][:1]


_JOINING = ("and", "with", "vs", "against", "&", "+")


def two_names(kb: knowledge.Knowledge, typed: str) -> tuple[str, str] | None:
    """The ids of a card and another, or a ruling, that the words name one after the other: `dreff
    and olivia`, `dreff 601afce4`. The card comes first.

    A part of a name, and a common word, counts only where a ruling concerns both: `boardwalk count`
    and `dreff trap` name one card. None if no division of the words names two, or if several do.
    """
    words = typed.split()
    pairs: set[tuple[str, str]] = set()
    for split in range(1, min(len(words), naming.MAX_NAME_WORDS + 1)):
        is_joined = words[split].lower() in _JOINING and split + 1 < len(words)
        parts = words[:split], words[split + is_joined :]
        first, second = (_card_or_ruling(kb, " ".join(part)) for part in parts)
        if first.only and first.only.kind == "ruling":
            first, second = second, first
        if not (first.only and second.only) or first.only == second.only:
            continue
        is_certain = first.only.kind == "card" and first.is_exact and second.is_exact
        if is_certain or _are_connected(kb, first.only, second.only):
            pairs.add((first.only.id, second.only.id))
    return pairs.pop() if len(pairs) == 1 else None


def _card_or_ruling(kb: knowledge.Knowledge, name: str) -> naming.Resolution:
    """The card with that name, which is not misspelt, or the ruling with that id; nothing if it
    means something else. Common words are a part of a name.
    """
    found = [thing for thing in _by_id(kb, kb.current_id(name)) if thing.kind == "ruling"]
    if found:
        return naming.Resolution("id", tuple(found))
    index = naming.names_of(kb)
    read = index.resolve(name, typos=False)
    if read.only is None or read.only.kind != "card":
        return naming.Resolution()
    is_common = index.common.issuperset(plain_text.fold(name).split())
    return naming.Resolution("words", read.things) if is_common else read


def _are_connected(kb: knowledge.Knowledge, first: naming.Thing, second: naming.Thing) -> bool:
    if "ruling" in (first.kind, second.kind):
        return False  # of which `--with` says so
    page, other = (knowledge.card_page(kb, thing.id) for thing in (first, second))
    return bool(selecting.page_rulings(selecting.rulings_on_all(page, [other])))


# Messages: what nothing is called, what may be meant, and the nearest of some known words.


def not_found(
    what: str, typed: str, nearest_names: Sequence[str], more: str = ""
) -> errors.NotFound:
    """The error for a typed name that nothing has: `no card “glacir”; did you mean Glacier?`.

    `what`: such as `no card`; `more`: what follows the suggested names.
    """
    sentence = f"{what} “{plain_text.shortened(typed)}”"
    if nearest_names:
        sentence += f"; did you mean {plain_text.joined_with('or', nearest_names)}?"
    return errors.NotFound(f"{sentence}{more}", tuple(nearest_names))


def no_ruling(typed: str, near: Sequence[naming.Thing]) -> errors.NotFound:
    """The error for the id or permalink of a ruling that is gone: similar ids, or its page."""
    ids_near = [thing.title for thing in near if thing.kind == "ruling"]
    pages = [
        f"; its page is {thing.title} ({thing.id})" for thing in near if thing.kind != "ruling"
    ]
    return not_found("no ruling", typed, ids_near, "".join(pages))


def ambiguous(found: naming.Resolution, typed: str) -> errors.Ambiguous:
    """The error for a typed name that several things have, with the id and title of each."""
    things = found.things
    kind = plain_text.plural(things[0].kind)
    lines = "".join(f"\n  {thing.id}  {thing.title}" for thing in things)
    choices = tuple((thing.id, thing.title) for thing in things)
    return errors.Ambiguous(
        f"“{plain_text.shortened(typed)}”{', if misspelt,' if found.match_kind == 'typo' else ''} "
        f"may mean several {kind}:{lines}",
        typed,
        choices,
    )
