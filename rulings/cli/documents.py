"""`rulings tournament PLAYERS`: rounds, cut, time, points and tiebreakers, each with its section."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulings import api, errors, names
from rulings.cli import entries, filtering, grammar, layout, lookup, output
from rulings.model import constants, entities, formatting, ids, status
from rulings.model import tournament as model_tournament
from rulings.search import fields

# `rulings document [NAME [SECTION]]`: the documents, one of them, or one of its sections.


def document(args: grammar.Arguments) -> int:
    """Prints documents or sections and returns 0, or 1 if there is no document of the requested game."""
    kb = api.open()
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
        raise grammar.UsageError("--outline cannot be combined with --json, which has the text of every section")
    output.print_answer(
        args,
        kb,
        json={"section": sections[0]} if is_one_section else {"document": chosen, "sections": sections},
        show=lambda screen: _show_sections(screen, chosen, sections, outline),
        records=(
            layout.Record(s.id, "section", s.title, None, None, "" if outline else entries.with_status(s, s.text))
            for s in sections
        ),
    )
    output.open_if_asked(args, sections[0].url if section_words and sections else chosen.url)
    return 0


def _print_list(kb: api.KnowledgeBase, documents: list[entities.Document], args: grammar.Arguments) -> int:
    grammar.reject_options(args, ("outline",), "{} is for the sections of one document: rulings document NAME")
    output.print_answer(
        args,
        kb,
        json={"documents": documents},
        show=lambda screen: _show_list(screen, documents, kb.sections),
        records=(
            layout.Record(
                d.id, "document", d.title, d.date, None, layout.dotted([d.edition or "", d.game, f"{d.words:,} words"])
            )
            for d in documents
        ),
    )
    output.open_if_asked(args, "/documents/")
    return 0 if documents else 1


def _show_sections(
    screen: layout.Screen, document: entities.Document, sections: Sequence[entities.Section], outline: bool
) -> None:
    """Shows sections of a document below its title; `outline`: only their titles and ids."""
    entries.show_document_head(screen, document)
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
        (entries.show_section_title if outline else entries.show_section)(screen, section)


def _show_list(screen: layout.Screen, documents: list[entities.Document], sections: Sequence[entities.Section]) -> None:
    screen.text("The documents", "title")
    for document in documents:
        screen.blank()
        entries.show_document_head(screen, document)
        section_count = sum(s.document == document.id for s in sections)
        parts = [
            f"{document.words:,} words",
            formatting.count(section_count, "section") if section_count else "",
            f"rulings document {document.short}",
        ]
        screen.text(layout.dotted(parts), "dim", indent="  ")


def _find_document(documents: list[entities.Document], words: list[str]) -> tuple[entities.Document, list[str]]:
    """The document named by the first words (as many as possible), and the remaining words.

    It may have any name that the field `in:` of a search accepts. A short name may be misspelt.
    """
    other_names = dict(fields.BY_NAME["in"].value_aliases)
    for size in range(len(words), 0, -1):
        wanted = ids.fold(" ".join(words[:size]))
        short = other_names.get(wanted, wanted)
        exact = [d for d in documents if d.short == short or wanted in map(ids.fold, (d.id, d.short, d.title))]
        matches = exact or [d for d in documents if wanted and names.all_begin_words(wanted, _names(d))]
        if len(matches) == 1:
            return matches[0], words[size:]
        if matches and size == 1:
            raise names.ambiguous("documents", words[0], [(d.short, d.title) for d in matches])
    for short in names.corrections(ids.fold(words[0]), sorted(d.short for d in documents))[:1]:
        lookup.note_reading(words[0], short)
        return next(d for d in documents if d.short == short), words[1:]
    raise errors.NotFound(
        f"no document “{ids.shortened(words[0])}”; the documents are "
        + ", ".join(f"{d.short} ({d.title})" for d in documents)
    )


def _names(document: entities.Document) -> str:
    return ids.fold(f"{document.short} {document.title} {document.id}")


def _find_sections(sections: list[entities.Section], typed: str, chosen: entities.Document) -> list[entities.Section]:
    """The section with that id, number or title, and its subsections."""
    wanted = ids.fold(typed)
    short_ids = {i: ids.fold(s.id).removeprefix(ids.fold(chosen.short)).strip() for i, s in enumerate(sections)}
    matchers: tuple[Callable[[int, entities.Section], bool], ...] = (
        lambda i, s: wanted in (ids.fold(s.id), short_ids[i], ids.fold(s.title)),
        lambda i, s: bool(wanted) and f"{ids.fold(s.title)} ".startswith(f"{wanted} "),
        lambda i, s: bool(wanted) and names.all_begin_words(wanted, ids.fold(s.title)),
    )
    for matches_section in matchers:
        matches = [i for i, s in enumerate(sections) if matches_section(i, s)]
        if len(matches) == 1:
            return _with_subsections(sections, matches[0])
        if matches:
            raise names.ambiguous("sections", typed, [(sections[i].id, sections[i].title) for i in matches])
    nearest = names.similar_words(typed.lower(), [s.title.lower() for s in sections], 3)
    titles = [s.title for name in nearest for s in sections if s.title.lower() == name]
    hint = (
        f"; did you mean {formatting.joined_with_or(list(dict.fromkeys(titles)))}?"
        if titles
        else f"; list all with: rulings document {chosen.short} --outline"
    )
    raise errors.NotFound(f"{chosen.title} has no section “{ids.shortened(typed)}”{hint}")


def _with_subsections(sections: list[entities.Section], start: int) -> list[entities.Section]:
    end = start + 1
    while end < len(sections) and sections[end].level > sections[start].level:
        end += 1
    return sections[start:end]


# `rulings who [NAME]`: the authorities with role, term and number of rulings, or one with its rulings.


def who(args: grammar.Arguments) -> int:
    """Prints the authorities or one of them and returns 0, or 1 if no ruling matches the options."""
    kb = api.open()
    ruling_filter = filtering.ruling_filter_of(kb, args)
    all_rulings = list(kb.rulings)
    remaining = ruling_filter.filter_rulings(all_rulings)
    name = " ".join(args.positional).strip()
    if not name:
        return _print_list_who(kb, remaining, ruling_filter.is_active, args)
    chosen, was_misspelt = names.find_authority(kb, name)
    if was_misspelt:
        lookup.note_reading(name, chosen.name)
    limit = filtering.limit_of(args, None)
    full = bool(args["full"])
    rulings = filtering.sort_rulings(_citing(chosen, remaining), args, partial(status.latest_date_by, chosen))
    shown = rulings[:limit]
    output.print_answer(
        args,
        kb,
        json={"authority": chosen, "rulings": shown},
        show=lambda screen: _show_authority(screen, chosen, rulings, limit, full),
        rulings=shown,
    )
    if rulings:
        output.open_if_asked(args, f"/authorities/{chosen.id}/")
    else:
        layout.print_error(ruling_filter.why_none_pass(f"by {chosen.name}", _citing(chosen, all_rulings)))
    return 0 if rulings else 1


def _citing(authority: entities.Authority, rulings: list[entities.Ruling]) -> list[entities.Ruling]:
    """The rulings that cite the authority, oldest first by its own dates."""
    cited = status.citing_authority(rulings, authority)
    return sorted(cited, key=lambda ruling: status.latest_date_by(authority, ruling) or constants.FAR_FUTURE)


def _print_list_who(
    kb: api.KnowledgeBase, rulings: list[entities.Ruling], is_filtered: bool, args: grammar.Arguments
) -> int:
    """Prints the authorities, each with its number of `rulings`; if these are filtered, only those that have some."""
    grammar.reject_options(args, ("sort", "full"), "{} is for the rulings by one authority: rulings who NAME")
    counts = [(authority, len(_citing(authority, rulings))) for authority in kb.authorities]
    counts = [row for row in counts if row[1] or not is_filtered][: filtering.limit_of(args, None)]
    output.print_answer(
        args,
        kb,
        json={"authorities": [{**authority.to_dict(), "rulings": ruling_count} for authority, ruling_count in counts]},
        show=lambda screen: _show_list_who(screen, counts) if counts else None,
        records=(
            layout.Record(
                a.id, "authority", a.name, a.start, a.person, layout.dotted([formatting.count(n, "ruling"), a.role])
            )
            for a, n in counts
        ),
    )
    if not counts:
        layout.print_error("no rulings by any authority match these options")
        return 1
    output.open_if_asked(args, "/authorities/")
    return 0


def _show_list_who(screen: layout.Screen, counts: list[tuple[entities.Authority, int]]) -> None:
    screen.text("Authorities", "title")
    screen.text(
        "On the mailing list Netrunner-L the publisher answered through its own people and, in 1997 and 1998, through "
        "a NetRep; later a council of players named a Rules Sensei. All rulings by one of them: rulings who NAME",
        "dim",
    )
    for authority, ruling_count in counts:
        screen.blank()
        _show_head(screen, authority, ruling_count, brief=True)


def _show_authority(
    screen: layout.Screen, authority: entities.Authority, rulings: list[entities.Ruling], limit: int | None, full: bool
) -> None:
    legend = entries.Legend()
    _show_head(screen, authority, len(rulings))
    entries.show_rulings(screen, rulings, legend, with_subject=True, limit=limit)
    legend.show(screen, full)


def _show_head(screen: layout.Screen, authority: entities.Authority, ruling_count: int, brief: bool = False) -> None:
    person = f" ({authority.person})" if authority.person and authority.person != authority.name else ""
    screen.text(f"{authority.name}{person}", "strong" if brief else "title")
    screen.text(
        layout.dotted([formatting.count(ruling_count, "ruling"), formatting.term_of_office(authority)]),
        "dim",
        indent="  ",
    )
    screen.text(authority.role, indent="  ")
    screen.text(authority.worth, "dim", indent="  ")
    if not brief and authority.note:
        screen.blank()
        screen.text(authority.note, indent="  ")


_MAX_DIGITS = 7  # of a number of players


def tournament(args: grammar.Arguments) -> int:
    """Prints the plan and returns 0. Raises `UsageError` for an impossible number of players."""
    players = _player_count(args.positional)
    kb = api.open()
    try:
        planned = model_tournament.plan(kb.tournament, players)
    except model_tournament.InvalidPlayerCountError as error:
        raise grammar.UsageError(str(error)) from None
    output.print_answer(
        args,
        kb,
        json=planned,
        show=lambda screen: _show(screen, planned, {s.id: s.title for s in kb.sections}),
        records=(
            layout.Record(structure.section, "structure", name, None, None, _rounds_in_words(structure))
            for name, structure in planned.structures.items()
        ),
    )
    return 0


def _player_count(words: list[str]) -> int:
    typed = " ".join(words).strip()
    if not typed:
        raise grammar.UsageError("missing number of players, for example: rulings tournament 40")
    digits = typed.removeprefix("-").lstrip("0") or "0"
    if not (typed.removeprefix("-").isascii() and typed.removeprefix("-").isdigit()):
        raise grammar.UsageError(f"“{ids.shortened(typed)}” is not a whole number; for example: rulings tournament 40")
    if typed.startswith("-"):
        raise grammar.UsageError(f"{ids.shortened(typed)} players are too few; for example: rulings tournament 40")
    if len(digits) > _MAX_DIGITS:
        raise grammar.UsageError(
            f"{ids.shortened(digits, 20)} players are too many; for example: rulings tournament 40"
        )
    return int(digits)


def _show(screen: layout.Screen, planned: model_tournament.TournamentPlan, titles: dict[str, str]) -> None:
    screen.text(f"A tournament of {planned.players} players", "title")
    screen.banner(constants.GAMES[planned.game], "not the 1996 game")
    for name, structure in planned.structures.items():
        _show_heading(screen, f"{name.capitalize()} structure", structure.section, titles)
        screen.text(_rounds_in_words(structure), indent="  ")
        if structure.rounds and structure.minutes:
            screen.text(
                f"{structure.rounds} × {structure.minutes // structure.rounds} minutes = "
                + model_tournament.duration(structure.minutes)
                + (" and the elimination rounds" if structure.cut else ""),
                indent="  ",
            )
    if planned.round_times:
        _show_heading(screen, "Length of a round", planned.round_times.section, titles)
        for kind, minutes in planned.round_times.minutes.items():
            screen.text(f"{kind}: {minutes} minutes", prefix="  ", indent="    ")
    if planned.points:
        _show_heading(screen, "Points", planned.points.section, titles)
        for result, points in planned.points.points.items():
            screen.text(f"{result}: {points}", prefix="  ", indent="    ")
    if planned.tiebreakers:
        _show_heading(screen, "Tiebreakers, in this order", planned.tiebreakers.section, titles)
        for number, tiebreaker in enumerate(planned.tiebreakers.order, 1):
            screen.text(tiebreaker, prefix=f"  {number}. ")


def _rounds_in_words(structure: model_tournament.PlannedStructure) -> str:
    if structure.needs:
        return f"from {structure.needs} players"
    cut = f"then a cut to the top\xa0{structure.cut}" if structure.cut else "no cut"
    return f"{structure.rounds} Swiss rounds, {cut}"


def _show_heading(screen: layout.Screen, text: str, section: str, titles: dict[str, str]) -> None:
    screen.blank()
    screen.text(text, "strong")
    screen.text(f"section “{titles.get(section, section)}” ({section})", "dim", indent="  ")
