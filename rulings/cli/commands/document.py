"""`rulings document [NAME [SECTION]]`: the documents, one of them, or one of its sections."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.copy_and_open import copy_and_open
from rulings.cli.grammar import Arguments
from rulings.cli.lookup import all_begin_words
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen, dotted, one_line, shortened
from rulings.errors import Ambiguous, NotFound
from rulings.model.constants import GAMES, NETRUNNER
from rulings.model.formatting import date_in_words
from rulings.model.ids import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rulings.model.views import DocumentView, SectionView, TableView


def document(args: Arguments) -> int:
    """Prints documents or sections and returns 0, or 1 if there is no document of the requested game."""
    output_format = output.format_of(args)
    pages = output.pages()
    documents = [d for d in pages.documents if args["game"] in (None, d["game"])]
    all_sections = pages.sections
    if not args.positional:
        _print_list(documents, all_sections, args, output_format)
        copy_and_open(args, pages, "/documents/", [])
        return 0 if documents else 1
    chosen, section_words = _find_document(documents, args.positional)
    sections = [s for s in all_sections if s["document"] == chosen["id"]]
    if section_words:
        sections = _find_sections(sections, " ".join(section_words), chosen)
    if output_format == "json":
        is_one_section = bool(section_words) and len(sections) == 1
        output.print_json({"section": sections[0]} if is_one_section else {"document": chosen, "sections": sections})
    elif output_format:
        terminal.write("".join(f"{s['id']}\t{one_line(s['title'])}\t{_section_record(s)}\n" for s in sections))
    else:
        screen = output.screen(args)
        _show_head(screen, chosen)
        if not sections:
            screen.blank()
            screen.text(
                {
                    "rulings": "Its rulings: rulings topic, rulings NAME, rulings search",
                    "run-chart": "Its steps: rulings run",
                }.get(chosen["short"], "")
            )
        for section in sections:
            screen.blank()
            (_show_title if args["outline"] else _show_section)(screen, section)
        terminal.show(screen)
    copy_and_open(args, pages, sections[0]["url"] if section_words and sections else chosen["url"], [])
    return 0


def _print_list(
    documents: list[DocumentView], sections: list[SectionView], args: Arguments, output_format: str
) -> None:
    if output_format == "json":
        output.print_json({"documents": documents})
        return
    if output_format:
        keys = ("id", "title", "edition", "date", "game", "words")
        for document in documents:
            facts: Mapping[str, object] = document
            terminal.write("\t".join(one_line(str(facts[key] or "")) for key in keys) + "\n")
        return
    screen = output.screen(args)
    screen.text("The documents", "title")
    for document in documents:
        screen.blank()
        _show_head(screen, document)
        section_count = sum(s["document"] == document["id"] for s in sections)
        parts = [
            f"{document['words']} words",
            f"{section_count} sections" if section_count else "",
            f"rulings document {document['short']}",
        ]
        screen.text(dotted(parts), "dim", "  ")
    terminal.show(screen)


def _find_document(documents: list[DocumentView], words: list[str]) -> tuple[DocumentView, list[str]]:
    """The document named by the first words (as many as possible), and the remaining words."""
    for size in range(len(words), 0, -1):
        wanted = fold(" ".join(words[:size]))
        exact = [d for d in documents if wanted in (fold(d["id"]), fold(d["short"]), fold(d["title"]))]
        matches = exact or [d for d in documents if wanted and all_begin_words(wanted, _names(d))]
        if len(matches) == 1:
            return matches[0], words[size:]
        if matches and size == 1:
            raise Ambiguous(
                f"“{shortened(words[0])}” may mean several documents:"
                + "".join(f"\n  {d['short']}  {d['title']}" for d in matches)
            )
    raise NotFound(
        f"no document “{shortened(words[0])}”; the documents are "
        + ", ".join(f"{d['short']} ({d['title']})" for d in documents)
    )


def _names(document: DocumentView) -> str:
    return fold(f"{document['short']} {document['title']} {document['id']}")


def _find_sections(sections: list[SectionView], words: str, chosen: DocumentView) -> list[SectionView]:
    """The section with that id, number or title, and its subsections."""
    wanted = fold(words)
    short_ids = {i: fold(s["id"]).removeprefix(fold(chosen["short"])).strip() for i, s in enumerate(sections)}
    matchers: tuple[Callable[[int, SectionView], bool], ...] = (
        lambda i, s: wanted in (fold(s["id"]), short_ids[i], fold(s["title"])),
        lambda i, s: bool(wanted) and f"{fold(s['title'])} ".startswith(f"{wanted} "),
        lambda i, s: bool(wanted) and all_begin_words(wanted, fold(s["title"])),
    )
    for matches_section in matchers:
        matches = [i for i, s in enumerate(sections) if matches_section(i, s)]
        if len(matches) == 1:
            return _with_subsections(sections, matches[0])
        if matches:
            raise Ambiguous(
                f"“{shortened(words)}” may mean several sections:"
                + "".join(f"\n  {sections[i]['id']}  {sections[i]['title']}" for i in matches)
            )
    from rulings.names.nearest import similar_words

    nearest = similar_words(words.lower(), [s["title"].lower() for s in sections], 3)
    titles = [s["title"] for name in nearest for s in sections if s["title"].lower() == name]
    hint = (
        f"; did you mean {' or '.join(dict.fromkeys(titles))}?"
        if titles
        else f"; list all with: rulings document {chosen['short']} --outline"
    )
    raise NotFound(f"{chosen['title']} has no section “{shortened(words)}”{hint}")


def _with_subsections(sections: list[SectionView], start: int) -> list[SectionView]:
    end = start + 1
    while end < len(sections) and sections[end]["level"] > sections[start]["level"]:
        end += 1
    return sections[start:end]


def _show_head(screen: Screen, document: DocumentView) -> None:
    screen.text(document["title"], "title")
    if document["game"] != NETRUNNER:
        screen.banner(GAMES.get(document["game"], document["game"]), "not the 1996 game")
    facts = [
        document["edition"],
        date_in_words(document["date"]) if document["date"] else None,
        GAMES.get(document["game"], document["game"]) if document["game"] == NETRUNNER else None,
    ]
    screen.text(dotted(f for f in facts if f), "dim", "  ")
    if document["copyright"]:
        screen.text(document["copyright"], "dim", "  ")


def _show_title(screen: Screen, section: SectionView) -> None:
    if screen.lines and not screen.lines[-1]:
        screen.lines.pop()
    screen.text_with_id(section["title"], section["id"], "", "  " * max(section["level"] - 1, 0))


def _section_record(section: SectionView) -> str:
    return one_line(render_ruling.with_status(section, section["text"]))


def show_section_of_document(screen: Screen, section: SectionView, document: DocumentView) -> None:
    """Shows one section below the title of its document and, if it is not the 1996 game, the name of its game."""
    _show_head(screen, document)
    screen.blank()
    _show_section(screen, section)


def _show_section(screen: Screen, section: SectionView) -> None:
    title = section["title"] if section["headed"] else f"{section['title']} (our heading)"
    screen.text_with_id(title, section["id"], "strong")
    render_ruling.show_statuses(screen, section, "  ")
    for paragraph in section["text"].split("\n"):
        stripped = paragraph.lstrip()
        if stripped in ("", "---"):  # `---`: a rule below each chapter of the manual
            screen.blank()
            continue
        indent = " " * (len(paragraph) - len(stripped))
        mark = next((stripped[: len(m)] for m in ("- ", "* ", "• ") if stripped.startswith(m)), "")
        screen.text(_without_emphasis(stripped[len(mark) :]), "", f"  {indent}{mark}", f"  {indent}{' ' * len(mark)}")
    if screen.lines and not screen.lines[-1]:
        screen.lines.pop()
    for table in section["tables"]:
        screen.blank()
        _show_table(screen, table)


def _show_table(screen: Screen, table: TableView) -> None:
    """Columns side by side if they fit, else one line `column: cell` for each cell."""
    names = [one_line(_without_emphasis(c)) for c in table["columns"]]
    rows = [[one_line(_without_emphasis(c)) for c in row] for row in table["rows"]]
    widths = [max(len(row[i]) for row in [names, *rows] if i < len(row)) for i in range(len(names))]
    if sum(widths) + 2 * len(widths) <= screen.width:
        for row, role in [(names, "dim"), *((r, "") for r in rows)]:
            screen.row(
                [("  ", ""), *((cell.ljust(width) + "  ", role) for cell, width in zip(row, widths, strict=False))]
            )
        return
    for row in rows:
        for name, cell in zip(names, row, strict=False):
            screen.text(f"{name}: {cell}", "", "  ", "    ")
        screen.blank()


def _without_emphasis(words: str) -> str:
    """The text without markup for emphasis."""
    return words.replace("<i>", "").replace("</i>", "").replace("*", "")
