"""The command `search`: the results of a query, best first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import rulings.search
from rulings.cli import grammar, layout, output, printing, specification
from rulings.model import (
    entities,
    formatting,
    knowledge,
    plain_text,
    remarks,
    vocabulary,
)

if TYPE_CHECKING:
    from rulings.search import results


def search(args: grammar.Arguments) -> output.Answer:
    """The results, or the reasons why there are none."""
    search_results = _results(args)
    for note in search_results.notes:
        label = "doubt" if note in search_results.doubts else "note"
        layout.print_note(note, label)
    return output.Answer(
        search_results.to_dict(),
        lambda screen: show_results(screen, search_results, args.kb, args.heading),
        cited=[hit for hit in search_results.hits if hit.is_cited],
        uncited_message="only rulings, sections and steps are cited, and these results "
        "contain none",
        records=(hit.record for hit in search_results.hits),
        omitted_message=_message_on_omitted(search_results, args.output_format),
        empty_message=_why_nothing(search_results),
    )


def _results(args: grammar.Arguments) -> results.Results:
    """The results up to the limit. Programs get all results of a query with conditions
    if they set no limit. Raises `UsageError` if nothing was typed.
    """
    on_screen = args.output_format == "screen"
    default = specification.RESULTS if on_screen else specification.RESULTS_FOR_PROGRAMS
    limit = output.limit_of(args, default)
    if not args.typed:
        raise grammar.UsageError(
            "missing query: rulings search QUERY… (see rulings search --help)"
        )
    query = f"sort:-date {args.typed}" if args["newest"] else args.typed
    results_of = partial(rulings.search.search, args.kb, query)
    search_results = results_of(limit)
    is_list = bool(search_results.counts)
    if is_list and not args["limit"] and not on_screen:
        return results_of(None)
    return search_results


def _message_on_omitted(search_results: results.Results, output_format: str) -> str:
    """How many results are not shown or, in a format for citations, not cited."""
    hits = search_results.hits
    sentences = [output.message_on_omitted(len(hits), search_results.total)]
    uncited_count = sum(not hit.is_cited for hit in hits)
    # If none is cited, an error says so
    if output_format in output.CITATION_FORMATS and 0 < uncited_count < len(hits):
        sentences.append(
            f"not cited: {uncited_count} of these {len(hits)} (cards or names)"
        )
    return "; ".join(filter(None, sentences))


def _why_nothing(search_results: results.Results) -> str:
    """The reasons why nothing was found, one per line. Empty if something was."""
    if search_results.total:
        return ""
    reasons = [*search_results.explanation]
    if search_results.nearest:
        titles = plain_text.joined_with("or", [*search_results.nearest])
        reasons.append(f"did you mean {titles}?")
    return "\n".join(reasons)


# Results on a terminal


def show_results(
    screen: layout.Screen,
    search_results: results.Results,
    kb: knowledge.Knowledge,
    heading: str,
) -> None:
    """Shows the hits and how many there are; rulings are shown in full. `heading`: the
    name of the list, if it is one.
    """
    if not search_results.hits:
        return
    if heading:
        screen.text(heading, "title")
    if search_results.confidence == "low":
        screen.text("These entries probably do not answer your question:", "strong")
    if search_results.counts:
        counts = search_results.counts.items()
        screen.facts([plain_text.count(number, kind) for kind, number in counts])
    for hit in search_results.hits:
        screen.blank()
        if screen.coloured:
            matches = [hit.passage[start:end] for start, end in hit.spans]
            screen.highlighted = frozenset(matches)
        _show_hit(screen, hit, kb)
        screen.highlighted = frozenset()
    if len(search_results.hits) == search_results.total:
        screen.blank()
        screen.text(f"{search_results.total} of {search_results.total}", "dim")


def _show_hit(
    screen: layout.Screen,
    hit: results.Hit,
    kb: knowledge.Knowledge,
) -> None:
    """Shows a ruling in full, and a card with its facts. Anything else begins with its
    document, to distinguish it from a ruling. The matching passage follows.
    """
    verbosity = remarks.Verbosity.WITH_WORDS
    if isinstance(hit.entity, entities.Ruling):
        printing.show_ruling(screen, hit.entity, with_subject=True, verbosity=verbosity)
        printing.show_near_identical(screen, hit.entity)
        return
    if isinstance(hit.entity, entities.Card):
        screen.text(hit.title, "title")
        screen.facts([*formatting.summary_parts(hit.entity), hit.passage])
        return
    document = kb.documents_by_id.get(hit.document or "")
    label = ""
    if document and hit.kind in ("section", "step", "topic"):
        standing = formatting.brief_standing(document) if hit.kind == "section" else ""
        document_facts = layout.dotted(
            [formatting.title_with_edition(document), standing]
        )
        label = f"{document_facts}\xa0·"
    screen.text(hit.title, "strong", label=(label, "dim"))
    if hit.question:
        screen.text(hit.question, "question")
    if hit.game == vocabulary.ANDROID:
        printing.show_other_game(screen, vocabulary.GAMES[hit.game])
    shown_remarks = [
        remark for remark in hit.remarks if remark.wording.verbosity <= verbosity
    ]
    with printing.remarks_around(screen, shown_remarks, "  "):
        screen.text(hit.passage, indent="  ")
    kind = "step of a run" if hit.kind == "step" else hit.kind
    screen.text_with_id(kind, hit.id, role="dim", indent="  ")
