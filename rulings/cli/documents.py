"""The commands `document`, `run` and `who`: documents, the run chart, authorities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from rulings import errors
from rulings.cli import dispatch, grammar, layout, output, printing
from rulings.model import (
    entities,
    formatting,
    knowledge,
    plain_text,
    records,
    remarks,
    subject_pages,
)
from rulings.names import catalogue, name_matching, numbering, resolver

# `rulings document [NAME [SECTION]]`


def document(args: grammar.Arguments) -> output.Answer:
    """The list of documents, one document, or sections of one."""
    kb = args.kb
    words = args.typed.split()
    if not words:
        return _list(args)
    id = kb.current_id(words[0])
    if id not in kb.sections_by_id:
        id = numbering.entry_with_number(
            catalogue.names_of(kb), f"section {words[0]}"
        ).id
    section = kb.sections_by_id.get(id)
    if section and len(words) == 1:
        words = [section.document, section.id]
    found_document, section_words = _find_document(kb, words)
    section_name = " ".join(section_words)
    sections, resolution = resolver.find_sections(kb, found_document, section_name)
    dispatch.note_reading(section_name, resolution)
    is_one_section = bool(section_words) and len(sections) == 1
    limited_sections, omitted_message = output.limited(args, sections)
    data: dict[str, object] = {"document": found_document, "sections": limited_sections}
    if is_one_section:
        data = {"section": sections[0]}
    return output.Answer(
        data,
        lambda screen: _show_sections(screen, found_document, limited_sections),
        cited=limited_sections,
        omitted_message=omitted_message,
    )


def _list(args: grammar.Arguments) -> output.Answer:
    def show_document(screen: layout.Screen, document: entities.Document) -> None:
        screen.blank()
        printing.show_document_head(screen, document)
        section_count = len(args.kb.sections_in(document.id))
        parts = [
            f"{document.word_count:,} words",
            plain_text.count(section_count, "section") if section_count else "",
            f"rulings document {document.short}",
        ]
        screen.facts(parts, indent="  ")

    def record(document: entities.Document) -> records.Record:
        facts = [
            document.edition or "",
            document.game,
            f"{document.word_count:,} words",
        ]
        standing = remarks.Remark("standing", None, document.standing_in_words)
        return records.Record(
            document.id,
            "document",
            document.title,
            layout.dotted(facts),
            date=document.date,
            remarks=(standing,),
        )

    head = ["The documents"]
    documents = args.kb.documents
    return output.listing(args, "documents", head, documents, show_document, record)


_ENTRY_COMMANDS = {  # document without sections → the commands that show its entries
    "rulings": "Its rulings: rulings topic, rulings NAME, rulings search",
    "run-chart": "Its steps: rulings run",
}


def _show_sections(
    screen: layout.Screen,
    document: entities.Document,
    sections: Sequence[entities.Section],
) -> None:
    """Shows sections of a document below its title."""
    printing.show_document_head(screen, document)
    if not sections:
        screen.blank()
        screen.text(_ENTRY_COMMANDS.get(document.short, ""))
    for section in sections:
        screen.blank()
        printing.show_section(screen, section)


def _find_document(
    kb: knowledge.Knowledge,
    words: list[str],
) -> tuple[entities.Document, list[str]]:
    """The document named by the first words (as many as possible), and the others."""
    names = catalogue.names_of(kb)
    for size in range(len(words), 0, -1):
        typed_name = " ".join(words[:size])
        resolution = name_matching.first_meaning(
            names, typed_name, "document", typos=size == 1
        )
        if len(resolution.references) > 1 and size == 1:
            raise resolver.ambiguous(resolution, words[0])
        if resolution.only:
            dispatch.note_reading(words[0], resolution)
            return kb.documents_by_id[resolution.only.id], words[size:]
    quote = plain_text.quoted(words[0])
    documents = ", ".join(f"{d.short} ({d.title})" for d in kb.documents)
    raise errors.NotFound(f"no document {quote}; the documents are {documents}")


# `rulings run [STEP]`


def run(args: grammar.Arguments) -> output.Answer:
    """The run chart or one step. Raises `NotFound` for an unknown step."""
    kb = args.kb
    if not args.positional:
        chart = "Sparky's Run Chart. To see a step with its rulings: rulings run 13."
        head = ["A run, step by step", chart]
        return output.listing(args, "steps", head, kb.steps, printing.show_step_briefly)
    step = resolver.find_step(kb, args.typed)
    rulings = output.sort_rulings(kb.rulings_with_ids(step.ruling_ids), args)
    limited_rulings, omitted_message = output.limited(args, rulings)
    return output.Answer(
        {
            "step": step,
            "rulings": limited_rulings,
        },  # the step has the ids of all, as in the export
        lambda screen: printing.show_step(screen, step, limited_rulings, len(rulings)),
        cited=[step, *limited_rulings],
        omitted_message=omitted_message,
    )


# `rulings who [NAME]`


def who(args: grammar.Arguments) -> output.Answer:
    """The authorities, those that one ruling cites, or one authority with its
    rulings.
    """
    kb = args.kb
    typed_name = args.typed
    entry = resolver.resolve(kb, typed_name).only
    if entry and entry.is_ruling:
        this_ruling = kb.rulings_with_ids([entry.id])
        cited_authorities = [
            authority
            for authority in kb.authorities
            if subject_pages.citing_authority(this_ruling, authority)
        ]
        return _authorities(args, cited_authorities, f" of {entry.id}")
    if not typed_name:
        return _authorities(args, kb.authorities)
    reference = dispatch.named_with_note(kb, typed_name, "authority")
    authority = kb.authorities_by_id[reference.id]
    page = subject_pages.authority_page(kb, authority)
    own_date = partial(subject_pages.latest_date_by, authority)
    rulings = output.sort_rulings(page.rulings, args, own_date)
    limited_rulings, omitted_message = output.limited(args, rulings)

    empty_message = "" if rulings else f"no rulings by {authority.name}"

    def show_authority(screen: layout.Screen) -> None:
        _show_head(screen, authority, len(rulings))
        printing.show_rulings(screen, limited_rulings, with_subject=True)

    return output.Answer(
        {"authority": authority, "rulings": limited_rulings},
        show_authority,
        cited=limited_rulings,
        empty_message=empty_message,
        omitted_message=omitted_message,
    )


def _authorities(
    args: grammar.Arguments,
    authorities: Iterable[entities.Authority],
    title_end: str = "",
) -> output.Answer:
    """The list of authorities, each with its number of rulings. `title_end`: its last words."""
    counts = []
    for authority in authorities:
        rulings = subject_pages.citing_authority(args.kb.rulings, authority)
        counts.append((authority, len(rulings)))
    return output.listing(
        args,
        "authorities",
        [f"Authorities{title_end}", _WHO_ANSWERED],
        counts,
        lambda screen, row: _show_head(screen, *row, brief=True),
        record=lambda row: subject_pages.subject_record(args.kb, row[0]),
        data=lambda row: {**row[0].to_dict(), "ruling_count": row[1]},
    )


_WHO_ANSWERED = (
    "On the mailing list Netrunner-L the publisher answered through its own people "
    "and, in 1997 and 1998, through a NetRep; later a council of players named a Rules "
    "Sensei. All rulings by one of them: rulings who NAME"
)


def _show_head(
    screen: layout.Screen,
    authority: entities.Authority,
    ruling_count: int,
    brief: bool = False,
) -> None:
    count, person, term, role, standing = formatting.authority_facts(
        authority, ruling_count
    )
    name = f"{authority.name} ({person})" if person else authority.name
    role_of_name = "strong" if brief else "title"
    screen.blank()
    screen.text(name, role_of_name)
    screen.facts([count, term], indent="  ")
    screen.text(role, indent="  ")
    screen.text(standing, "dim", indent="  ")
    if not brief and authority.note:
        screen.blank()
        screen.text(authority.note, indent="  ")
