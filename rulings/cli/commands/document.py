"""`rulings document [NAME [SECTION]]`: the documents, one of them, or one of its sections."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulings.api import KnowledgeBase
from rulings.api import open as open_knowledge_base
from rulings.cli import output
from rulings.cli.grammar import Arguments, UsageError, reject_options
from rulings.cli.lookup import note_reading
from rulings.cli.opening_pages import open_if_asked
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.screen import Screen
from rulings.cli.render.section import show_document_head, show_section, show_section_title
from rulings.cli.render.text import Record, dotted
from rulings.errors import NotFound
from rulings.model.entities import Document, Section
from rulings.model.formatting import count, joined_with_or
from rulings.model.ids import fold
from rulings.model.printable import shortened
from rulings.names.edit_distance import corrections
from rulings.names.finding import all_begin_words, ambiguous
from rulings.names.nearest import similar_words
from rulings.search.fields import BY_NAME


def document(args: Arguments) -> int:
    """Prints documents or sections and returns 0, or 1 if there is no document of the requested game."""
    kb = open_knowledge_base()
    documents = [d for d in kb.documents if args["game"] in (None, d.game)]
    words = " ".join(args.positional).split()
    if not words:
        return _print_list(kb, documents, args)
    section = kb.sections_by_id.get(kb.current_id(words[0]))
    if section and len(words) == 1:
        words = [section.document, section.id]
    chosen, section_words = _find_document(documents, words)
    sections = [s for s in kb.sections if s.document == chosen.id]
    if section_words:
        sections = _find_sections(sections, " ".join(section_words), chosen)
    is_one_section = bool(section_words) and len(sections) == 1
    outline = bool(args["outline"])
    if outline and args.output_format == "json":
        raise UsageError("--outline cannot be combined with --json, which has the text of every section")
    output.print_answer(
        args,
        kb,
        json={"section": sections[0]} if is_one_section else {"document": chosen, "sections": sections},
        show=lambda screen: _show_sections(screen, chosen, sections, outline),
        records=(
            Record(s.id, "section", s.title, None, None, "" if outline else render_ruling.with_status(s, s.text))
            for s in sections
        ),
    )
    open_if_asked(args, sections[0].url if section_words and sections else chosen.url)
    return 0


def _print_list(kb: KnowledgeBase, documents: list[Document], args: Arguments) -> int:
    reject_options(args, ("outline",), "{} is for the sections of one document: rulings document NAME")
    output.print_answer(
        args,
        kb,
        json={"documents": documents},
        show=lambda screen: _show_list(screen, documents, kb.sections),
        records=(
            Record(d.id, "document", d.title, d.date, None, dotted([d.edition or "", d.game, f"{d.words:,} words"]))
            for d in documents
        ),
    )
    open_if_asked(args, "/documents/")
    return 0 if documents else 1


def _show_sections(screen: Screen, document: Document, sections: Sequence[Section], outline: bool) -> None:
    """Shows sections of a document below its title; `outline`: only their titles and ids."""
    show_document_head(screen, document)
    if not sections:
        screen.blank()
        screen.text(
            {
                "rulings": "Its rulings: rulings topic, rulings NAME, rulings search",
                "run-chart": "Its steps: rulings run",
            }.get(document.short, "")
        )
    for section in sections:
        screen.blank()
        (show_section_title if outline else show_section)(screen, section)


def _show_list(screen: Screen, documents: list[Document], sections: Sequence[Section]) -> None:
    screen.text("The documents", "title")
    for document in documents:
        screen.blank()
        show_document_head(screen, document)
        section_count = sum(s.document == document.id for s in sections)
        parts = [
            f"{document.words:,} words",
            count(section_count, "section") if section_count else "",
            f"rulings document {document.short}",
        ]
        screen.text(dotted(parts), "dim", indent="  ")


def _find_document(documents: list[Document], words: list[str]) -> tuple[Document, list[str]]:
    """The document named by the first words (as many as possible), and the remaining words.

    It may have any name that the field `in:` of a search accepts. A short name may be misspelt.
    """
    other_names = dict(BY_NAME["in"].value_aliases)
    for size in range(len(words), 0, -1):
        wanted = fold(" ".join(words[:size]))
        short = other_names.get(wanted, wanted)
        exact = [d for d in documents if d.short == short or wanted in map(fold, (d.id, d.short, d.title))]
        matches = exact or [d for d in documents if wanted and all_begin_words(wanted, _names(d))]
        if len(matches) == 1:
            return matches[0], words[size:]
        if matches and size == 1:
            raise ambiguous("documents", words[0], [(d.short, d.title) for d in matches])
    for short in corrections(fold(words[0]), sorted(d.short for d in documents))[:1]:
        note_reading(words[0], short)
        return next(d for d in documents if d.short == short), words[1:]
    raise NotFound(
        f"no document “{shortened(words[0])}”; the documents are "
        + ", ".join(f"{d.short} ({d.title})" for d in documents)
    )


def _names(document: Document) -> str:
    return fold(f"{document.short} {document.title} {document.id}")


def _find_sections(sections: list[Section], typed: str, chosen: Document) -> list[Section]:
    """The section with that id, number or title, and its subsections."""
    wanted = fold(typed)
    short_ids = {i: fold(s.id).removeprefix(fold(chosen.short)).strip() for i, s in enumerate(sections)}
    matchers: tuple[Callable[[int, Section], bool], ...] = (
        lambda i, s: wanted in (fold(s.id), short_ids[i], fold(s.title)),
        lambda i, s: bool(wanted) and f"{fold(s.title)} ".startswith(f"{wanted} "),
        lambda i, s: bool(wanted) and all_begin_words(wanted, fold(s.title)),
    )
    for matches_section in matchers:
        matches = [i for i, s in enumerate(sections) if matches_section(i, s)]
        if len(matches) == 1:
            return _with_subsections(sections, matches[0])
        if matches:
            raise ambiguous("sections", typed, [(sections[i].id, sections[i].title) for i in matches])
    nearest = similar_words(typed.lower(), [s.title.lower() for s in sections], 3)
    titles = [s.title for name in nearest for s in sections if s.title.lower() == name]
    hint = (
        f"; did you mean {joined_with_or(list(dict.fromkeys(titles)))}?"
        if titles
        else f"; list all with: rulings document {chosen.short} --outline"
    )
    raise NotFound(f"{chosen.title} has no section “{shortened(typed)}”{hint}")


def _with_subsections(sections: list[Section], start: int) -> list[Section]:
    end = start + 1
    while end < len(sections) and sections[end].level > sections[start].level:
        end += 1
    return sections[start:end]
