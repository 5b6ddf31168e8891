"""Resolves a typed name, id or address to the card, topic, keyword, person … that it
means, or raises an error in a sentence.

A typed text is read in one of these orders. The first reading that applies decides:

- `rulings NAME` (`LOOKUP_READERS` in `rulings/cli/name_command.py`): an id, address or
  number; a field; a name; the names of several cards; else a search
- one reference, in any command or the library (`REFERENCE_READERS` below): an id, address or
  number; an id that does not exist; a set, rarity or artist; a name
- a name (`NAME_READERS` in `name_matching.py`): an exact one; a part of one; a misspelt one
- a search (`search/search_request.py`): a month; ids and addresses; a number; fields
  (`search/query_language.py`). Without fields, also names (`QUERY_READERS`): a card's,
  alone or as a title; another's; a part of a card's; a misspelt one
- names among words (`spans` in `names_in_query.py`): the longest exact one; then a part
  of one or a misspelt one
- a line of a deck (`_read_line` in `rulings/deck/decklist.py`): an exact name; a
  heading; a part of a name; an exact name beside several numbers; a title of the other
  game; a misspelt name
- `?go=` on the page (`pathOfName` in `site/theme/js/hits.js`): an exact name; else the
  only reference that the search finds by name

In a table, each row has an example that no row above it can read, and a test reads it.
A comment at the table says why its order differs from another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from operator import ne

from rulings import errors
from rulings.model import (
    entities,
    ids,
    knowledge,
    page_table,
    plain_text,
    vocabulary,
)
from rulings.names import (
    addresses,
    catalogue,
    name_matching,
    name_table,
    numbering,
)

Kinds = Sequence[vocabulary.ReferenceKind]  # empty: all kinds


def resolve(
    kb: knowledge.Knowledge,
    typed_name: str,
    *kinds: vocabulary.ReferenceKind,
) -> name_table.Resolution:
    """Finds what a typed name, id or address means, by the first of `REFERENCE_READERS` that
    reads it. `kinds`: look only for these kinds. Raises `NotFound` for an id that was
    withdrawn.
    """
    typed_name = plain_text.with_plain_signs(typed_name)
    readings = (read(kb, typed_name, kinds) for read in REFERENCE_READERS.values())
    return next(filter(None, readings))


def _by_id(
    kb: knowledge.Knowledge, typed_name: str, kinds: Kinds
) -> name_table.Resolution | None:
    """The references of these kinds that an id or address in the text means, or the
    text as an id or number (`601afce4` may mean several rulings).

    Only the first id that means any counts, because the words of a citation may contain
    others. Without `kinds`, an unknown id of a ruling ends the search.
    """
    references: Sequence[entities.Reference] = ()
    for link in addresses.pasted_links(typed_name):
        references = _of_kinds(read_link(kb, link), kinds)
        if references or (not kinds and ids.is_ruling_id(link.id)):
            break
    if not references:
        references = _of_kinds(references_by_id(kb, kb.current_id(typed_name)), kinds)
    return name_table.Resolution("id", tuple(references)) if references else None


def _by_unknown_id(
    kb: knowledge.Knowledge, typed_name: str, kinds: Kinds
) -> name_table.Resolution | None:
    """The references near an id, address or step that does not exist."""
    links = [*addresses.pasted_links(typed_name)]
    id = links[0].id if len(links) == 1 else kb.current_id(typed_name)
    near_references = references_near_id(kb, id)
    is_id = near_references or ids.is_ruling_id(id) or is_address(typed_name)
    has_only_id = kinds[:1] in (("ruling",), ("section",))
    if is_id or has_only_id or is_step(kb, typed_name):
        return name_table.Resolution(suggestions=near_references)
    return None


def _by_name(
    kb: knowledge.Knowledge, typed_name: str, kinds: Kinds
) -> name_table.Resolution:
    """The references with a name, or none."""
    names = catalogue.names_of(kb)
    return name_matching.first_meaning(names, kb.current_id(typed_name), *kinds)


def read_link(
    kb: knowledge.Knowledge, link: addresses.PastedLink
) -> Sequence[entities.Reference]:
    """Finds what an id or address in a text means; nothing if the site has no such
    address. Raises `NotFound` for an id that was withdrawn.
    """
    id = kb.current_id(link.id)
    if references := references_by_id(kb, id):
        return references
    if ids.is_ruling_id(id):  # a link to a removed one must not lead to another
        return ()
    for path in link.paths:
        if address := kb.moved.get(f"/{path}/"):
            return resolve(kb, address).references
        if reference := _reference_on_page(kb, path, link.query):
            return (reference,)
    return ()


def _reference_on_page(
    kb: knowledge.Knowledge,
    path: str,
    query: str,
) -> entities.Reference | None:
    """The reference that a page of the site is about; a page that shows a list or a
    search is known by its address. Nothing for any other address.
    """
    folder, _, path_in_folder = path.partition("/")
    id = kb.current_id(path_in_folder.partition("/")[0])
    kind = _KINDS_BY_FOLDER.get(folder)
    for reference in catalogue.names_of(kb).references if id else ():
        if (reference.kind, reference.id) == (kind, id):
            return reference
    if kind not in (None, "card") and id:
        step = _numbered_entry(kb, id) if kind == "step" else None
        if step:
            return _reference_to(step)
        return None
    if path in page_table.NAMED_PAGES and not query:
        return entities.Reference("page", path, path.capitalize())
    address = f"/{path}/?q={query}" if path == "search" else f"/{path}/"
    listed_by = page_table.query_at(address)
    if not listed_by:
        return None
    title = f"a search for {plain_text.quoted(listed_by)}"
    return entities.Reference("page", address, title)


def _of_kinds(
    references: Iterable[entities.Reference], kinds: Kinds
) -> list[entities.Reference]:
    """The references of these kinds, or all references if no kind is given."""
    return [
        reference for reference in references if not kinds or reference.kind in kinds
    ]


def references_near_id(
    kb: knowledge.Knowledge,
    id: str,
) -> tuple[entities.Reference, ...]:
    """The rulings whose last eight digits differ from these in at most one place, if
    all have the same digits. Otherwise the card or topic in the id.
    """
    subject, _, digits = id.rpartition("-")
    if not re.fullmatch(_SHORT_ID, digits):
        return ()
    near_rulings = [
        ruling
        for ruling in kb.ruling_entries
        if sum(map(ne, ruling.id[-8:], digits)) < 2
    ]
    near_digits = {ruling.id[-8:] for ruling in near_rulings}
    if len(near_digits) == 1:
        return tuple(map(_reference_to, near_rulings))
    names = catalogue.names_of(kb)
    return names.exact(plain_text.fold(subject), "card", "topic").references


def _by_fact_of_cards(
    kb: knowledge.Knowledge, typed_name: str, kinds: Kinds
) -> name_table.Resolution | None:
    """The set, rarity or artist with exactly that name, unless `kinds` are given."""
    facts = catalogue.names_of(kb).facts
    reference = None if kinds else facts.get(plain_text.fold(typed_name))
    return name_table.Resolution("title", (reference,)) if reference else None


# A text that no reading before this one can read → the reading. Ids come before names,
# because the words in them may also be names; an unknown id is never read as a name.
# Words may only be beside an id or address: a number or name must be the entire text
REFERENCE_READERS = {
    "step 13": _by_id,
    "dr-dreff-00000000": _by_unknown_id,
    "doug shuler": _by_fact_of_cards,
    "dreff": _by_name,
}


def only_reference(
    kb: knowledge.Knowledge,
    typed_name: str,
    *kinds: vocabulary.ReferenceKind,
) -> entities.Reference:
    """The only reference of these kinds that a name means; other kinds are ignored.
    Raises `NotFound` or `Ambiguous`.
    """
    resolution = resolve(kb, typed_name, *kinds)
    if resolution.only:
        return resolution.only
    if resolution.references:
        raise ambiguous(resolution, typed_name)
    if is_step(kb, typed_name):
        find_step(kb, typed_name)
    if any(reference.is_ruling for reference in resolution.suggestions):
        raise no_ruling(typed_name, resolution.suggestions)
    raise _no_such_name(kb, typed_name, kinds, resolution.suggestions)


def _no_such_name(
    kb: knowledge.Knowledge,
    typed_name: str,
    kinds: Kinds,
    suggestions: Sequence[entities.Reference],
) -> errors.NotFound:
    """The error for a name that nothing of these kinds has. It lists the nearest names,
    references of other kinds and, if no name is near, all authorities or topics.
    """
    kind = kinds[0] if kinds else "card"
    near_references = suggestions
    if not near_references:
        of_other_kinds = resolve(kb, typed_name).references
        near_references = of_other_kinds[: name_matching.MAX_SUGGESTIONS]
    references_of_kinds = _of_kinds(near_references, kinds)
    suggested_references = references_of_kinds
    if kind == "authority" and not suggested_references:
        named_references = _references_with_prefix(kb, kind, typed_name)
        suggested_references = named_references[: name_matching.MAX_SUGGESTIONS]
    ending = ""
    for reference in near_references:
        if reference not in references_of_kinds:
            ending += f"\nbut there is {reference.described} ({reference.id})"
    lists_all = kind == "authority" or (kind == "topic" and not near_references)
    if lists_all and not suggested_references:
        all_titles = ", ".join(
            reference.title for reference in _references_with_prefix(kb, kind)
        )
        ending += f"\nthe {plain_text.plural(kind)} are {all_titles}"
    return not_found(f"no {kind}", typed_name, suggested_references, ending)


def _references_with_prefix(
    kb: knowledge.Knowledge,
    kind: vocabulary.ReferenceKind,
    prefix: str = "",
) -> list[entities.Reference]:
    """The references of a kind whose title has a word with this beginning."""
    start = f" {plain_text.fold(prefix)}"
    return [
        reference
        for reference in catalogue.names_of(kb).references
        if reference.kind == kind and start in f" {plain_text.fold(reference.title)}"
    ]


def find_sections(
    kb: knowledge.Knowledge,
    document: entities.Document,
    typed_name: str,
) -> tuple[list[entities.Section], name_table.Resolution]:
    """The sections of a document, or the section with a typed title, number or id and
    those below it. The second value says how the name was read.

    Raises `NotFound` or `Ambiguous`.
    """
    sections = kb.sections_in(document.id)
    if not typed_name:
        return sections, name_table.Resolution()
    names = name_table.NameTable()
    for section in sections:
        short_id = section.id.removeprefix(f"{document.short}-")
        names.add("section", section.id, section.title, [short_id])
    resolution = name_matching.first_meaning(names, typed_name, "section")
    if resolution.only:
        section_ids = [section.id for section in sections]
        start = section_ids.index(resolution.only.id)
        parent, *later = sections[start:]
        children = takewhile(lambda section: section.level > parent.level, later)
        return [parent, *children], resolution
    if resolution.references:
        raise ambiguous(resolution, typed_name)
    query = f"in:{document.short} {typed_name}"
    ending = f"\nto search the document: rulings search {query}"
    if not resolution.suggestions:
        ending = f"; to see all of it: rulings document {document.short}{ending}"
    raise not_found(
        f"{document.title} has no section",
        typed_name,
        resolution.suggestions,
        ending,
        query,
    )


_SHORT_ID = r"[0-9a-f]{8}"

_KINDS_BY_FOLDER: dict[str, vocabulary.ReferenceKind] = {
    "cards": "card",
    "topics": "topic",
    "documents": "document",
    "authorities": "authority",
    "keywords": "keyword",
    "run-chart": "step",
}


def find_step(
    kb: knowledge.Knowledge,
    typed_name: str | int,
) -> entities.Step:
    """The step of the run chart with that number or name (`13`, `#13`,
    `13th step of a run`), or the only one whose words begin with it (`encounter`).
    Raises `NotFound`.
    """
    text = f"{typed_name}"
    entry = _numbered_entry(kb, text)
    if isinstance(entry, entities.Step):
        return entry
    name = f"{plain_text.fold(text)} "
    steps = [
        step for step in kb.steps if f"{plain_text.fold(step.text)} ".startswith(name)
    ]
    if len(steps) == 1:
        return steps[0]
    ending = f"; the run chart has steps 1 to {len(kb.steps)}"
    sentence = f"no step {plain_text.quoted(text)}{ending}"
    missing_step = numbering.entry_with_number(catalogue.names_of(kb), text).missing
    raise errors.NotFound(missing_step or sentence)


def is_step(kb: knowledge.Knowledge, typed_name: str) -> bool:
    """Whether a text is the name of a step, even if the step does not exist. A number
    alone is none.
    """
    return (
        numbering.entry_with_number(catalogue.names_of(kb), typed_name).noun == "step"
    )


def is_address(typed_name: str) -> bool:
    """Whether an address was typed: a complete one (`https://…`) or a path of the site
    (`/cards/dr-dreff/`). `/Aardvark` is a name.
    """
    return bool(re.match(r"/[^/]*/|https?://|file://", typed_name.strip().lower()))


def references_by_id(
    kb: knowledge.Knowledge,
    id: str,
) -> list[entities.Reference]:
    """The ruling, section, step or note with that id. The last eight digits of a
    ruling's id are enough; several rulings may share them. The digits of a former id
    mean the entry that took its place.
    """
    entries: list[entities.AnyEntry | entities.Note | None]
    entries = [kb.entry(id), kb.notes_by_id.get(id)]
    if re.fullmatch(_SHORT_ID, id):
        ending = f"-{id}"
        entries = [
            ruling for ruling in kb.ruling_entries if ruling.id.endswith(ending)
        ] or [kb.entry(new) for old, new in kb.moved.items() if old.endswith(ending)]
    if not any(entries):
        entries = [_numbered_entry(kb, id)]
    return [_reference_to(entry) for entry in entries if entry]


def _numbered_entry(
    kb: knowledge.Knowledge, typed_name: str
) -> entities.AnyEntry | None:
    """The section or step that a name with a number means; a number alone, but
    not one in a word as `three-of`, means a step.
    """
    names = catalogue.names_of(kb)
    entry = numbering.entry_with_number(names, typed_name)
    if not any(entry) and "-" not in typed_name:
        entry = numbering.entry_with_number(names, f"step {typed_name}")
    return kb.entry(entry.id)


def _reference_to(entry: entities.AnyEntry | entities.Note) -> entities.Reference:
    """A reference to an entry or note."""
    kind = "note" if isinstance(entry, entities.Note) else entry.kind
    return entities.Reference(kind, entry.id, entry.title)


# Errors for names that nothing has, or that may mean several references


def not_found(
    opening: str,
    typed_name: str,
    suggestions: Sequence[entities.Reference],
    ending: str = "",
    query: str = "",
) -> errors.NotFound:
    """The error for a typed name that nothing has:
    `no card “glacir”; did you mean Glacier?`.

    `opening`: such as `no card`; `ending`: text after the suggested names; `query`: the
    query of the search that the ending suggests.
    """
    sentence = f"{opening} {plain_text.quoted(typed_name)}"
    error = errors.NotFound(sentence, tuple(suggestions), query)
    if error.nearest:
        sentence += f"; did you mean {plain_text.joined_with('or', error.nearest)}?"
    error.args = (f"{sentence}{ending}",)
    return error


def no_ruling(
    typed_name: str, near_references: Sequence[entities.Reference]
) -> errors.NotFound:
    """The error for the id or permalink of a removed ruling, with its page or the
    nearest id.
    """
    near_rulings = [reference for reference in near_references if reference.is_ruling]
    pages = [reference for reference in near_references if not reference.is_ruling]
    ending = "".join(f"; see {page.title} ({page.id})" for page in pages)
    return not_found("no ruling", typed_name, near_rulings, ending)


def ambiguous(
    resolution: name_table.Resolution,
    typed_name: str,
    ending: str = "",
) -> errors.Ambiguous:
    """The error for a typed name that several references have, with the id and title of
    each. `ending`: text after these.
    """
    references = resolution.references
    kind = plain_text.plural(references[0].kind)
    lines = "".join(
        f"\n  {reference.id}  {reference.title}" for reference in references
    )
    subject = plain_text.quoted(typed_name)
    verb = "may mean"
    if resolution.match_kind == "typo":
        verb = "may be a misspelling of"
    sentence = f"{subject} {verb} several {kind}:{lines}{ending}"
    return errors.Ambiguous(sentence, tuple(references))
