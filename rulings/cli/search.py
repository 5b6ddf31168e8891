"""`rulings search QUERY…`: the results, best first."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from rulings import api
from rulings.cli import grammar, layout, output, printing
from rulings.model import entities, formatting, plain_text, vocabulary

if TYPE_CHECKING:
    from rulings.search import results

# Hits of a search by words; of what meets conditions, programs get all
_LIMIT, _LIMIT_FOR_PROGRAMS = 5, 10


def search(args: grammar.Arguments) -> output.Answer:
    """The results, or the reasons why there are none."""
    query = args.typed
    on_screen = args.output_format == "screen"
    limit = output.limit_of(args, _LIMIT if on_screen else _LIMIT_FOR_PROGRAMS)
    if not query:
        raise grammar.UsageError("missing query: rulings search QUERY… (see rulings search --help)")
    kb = output.selected(output.knowledge_base(args), args)
    search = partial(kb.search, query, newest=output.is_newest_first(args))
    found = search(limit)
    if found.counts and args["limit"] is None and not on_screen:
        found = search(None)
    for note in found.notes:
        layout.print_note(note)
    cited = [hit for hit in found.hits if hit.is_cited]
    left_out = [output.left_out(len(found.hits), found.total)]
    others = len(found.hits) - len(cited)
    if cited and others and args.output_format in ("cite", "md"):
        left_out.append(f"not cited: {others} of these {len(found.hits)}, which are cards or names")
    return output.Answer(
        found.to_dict(),
        lambda screen: show_results(screen, found, kb, output.legend(kb, args), args.heading),
        cited=cited,
        without_rulings="only rulings, sections and steps are cited, and none is among these results",
        records=(hit.record for hit in found.hits),
        left_out="; ".join(filter(None, left_out)),
        nothing=_why_nothing(found),
        url=f"/search/?q={quote_plus(query)}",
    )


def _why_nothing(found: results.Results) -> str:
    """Why there are no hits, a line each; empty if there are some."""
    reasons = [] if found.hits else [*(found.explanation or ("no results",))]
    if found.nearest and reasons:
        reasons.append(f"did you mean {plain_text.joined_with('or', list(found.nearest))}?")
    return "\n".join(reasons)


# The results of a search → lines for a terminal.


def show_results(
    screen: layout.Screen,
    found: results.Results,
    kb: api.KnowledgeBase,
    legend: printing.Legend,
    heading: str,
) -> None:
    """Shows the hits, rulings in full, and how many there are. `heading`: what they are a list
    of.
    """
    if not found.hits:
        return
    if heading:
        screen.text(heading, "title")
    if found.confidence == "low":
        screen.text("These entries may not answer your question:", "strong")
    if found.counts:
        kinds = [
            plain_text.count(number, vocabulary.COUNTED_AS.get(kind, kind))
            for kind, number in found.counts.items()
        ]
        screen.text(layout.dotted(kinds), "dim")
    above = set[str]()  # the ids of the hits
    for hit in found.hits:
        screen.blank()
        if screen.coloured:
            screen.highlighted = frozenset(hit.passage[start:end] for start, end in hit.spans)
        _show_hit(screen, hit, kb, legend, above)
        above.add(hit.id)
        screen.highlighted = frozenset()
    legend.show(screen)
    for sentence in found.explanation:
        screen.blank()
        screen.text(sentence, "dim")
    if len(found.hits) == found.total:
        screen.blank()
        screen.text(f"{found.total} of {found.total}", "dim")


def _show_hit(
    screen: layout.Screen,
    hit: results.Hit,
    kb: api.KnowledgeBase,
    legend: printing.Legend,
    above: Collection[str],
) -> None:
    """Shows a ruling in full, of a card its facts, of anything else the passage that matches."""
    if isinstance(hit.entity, entities.Ruling):
        ids = None if legend.full else above
        printing.show_ruling(screen, hit.entity, legend, with_subject=True, above=ids)
        if hit.also_under:
            subjects = ", ".join(other["title"] for other in hit.also_under)
            screen.text(f"Also under {subjects}", "dim", indent="  ")
    elif isinstance(hit.entity, entities.Card):
        screen.text(hit.title, "title")
        screen.text(layout.dotted([*formatting.summary_parts(hit.entity), hit.passage]), "dim")
        legend.texts.show(screen, hit.id)
    else:
        _show_other_hit(screen, hit, kb, above)


def _show_other_hit(
    screen: layout.Screen, hit: results.Hit, kb: api.KnowledgeBase, above: Collection[str]
) -> None:
    """Anything else: first its document, to distinguish it from a ruling, then the passage that
    matches.
    """
    document = kb.unfiltered.documents_by_id.get(hit.document)
    label = ""
    if document and isinstance(hit.entity, entities.Section | entities.Step | entities.Topic):
        standing = formatting.brief_standing(document) if hit.kind == "section" else ""
        source = layout.dotted([formatting.title_with_edition(document), standing])
        if len(source) + 3 + len(hit.title) <= screen.width:
            label = f"{source}\xa0·"
        else:
            screen.text(source, "dim")
    screen.text(hit.title, "strong", label=(label, "dim"))
    if hit.question:
        screen.text(hit.question, "question")
    if hit.game == vocabulary.ANDROID:
        printing.show_other_game(screen, vocabulary.GAMES[hit.game])
    printing.show_before(screen, hit.remarks, "  ", above=above)
    screen.text(hit.passage, indent="  ")
    printing.show_after(screen, hit.remarks, "  ", above=above)
    kind = {"section": "section", "step": "step of a run"}.get(hit.kind, hit.kind)
    screen.text_with_id(kind, hit.id, role="dim", indent="  ")
