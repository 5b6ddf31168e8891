"""A candidate → the `Hit` that shows it, with its lines that answer and what must be told about
them.
"""

from __future__ import annotations

from rulings.model import entities, formatting, knowledge
from rulings.search import (
    finding,
    parameters,
    passages,
    ranking,
    results,
    search_documents,
    understanding,
)


def hit(
    kb: knowledge.Knowledge,
    request: understanding.Request,
    candidate: ranking.Candidate,
    stems: set[str],
) -> results.Hit:
    """The hit that shows a candidate, with the words that have these stems highlighted."""
    index = request.index
    kind, title = index.settings.kinds[candidate.number], index.settings.titles[candidate.number]
    entity = index.entity(kb, candidate.number) or index.entity(kb.unfiltered, candidate.number)
    assert entity is not None
    source = next(
        (d.id for d in kb.documents if d.short == index.settings.shorts[candidate.number]), "cards"
    )
    url, shown = entity.url, passages.PassageStatus()
    passage = text = index.settings.texts[candidate.number]
    if isinstance(entity, entities.Section):
        divided = passages.divide(entity)
        lines = shown_lines(divided, candidate.passages)
        passage, text, shown = divided.text(lines), entity.text, divided.status(lines)
        shown = shown._replace(remarks=(*shown.remarks, *formatting.source_remarks(entity)))
        first = next((s for s in divided.passages if not lines.isdisjoint(s.lines[-1:])), None)
        url = f"{url.partition('#')[0]}#{first.fragment if first else entity.id}"
    elif isinstance(entity, (entities.Ruling, entities.Step)):
        passage = text = entity.text
        if isinstance(entity, entities.Step):
            passage = search_documents.step_text(entity)
        shown = passages.PassageStatus(entity.status, tuple(entity.superseded_by), entity.remarks)
    elif isinstance(entity, entities.Card):
        cards = [number for number in request.named if index.settings.kinds[number] == "card"]
        joint = len(finding.joint_rulings(kb, index, cards)) if len(cards) == 2 else 0
        passage = text = results.counts_line(kb, entity) + (f" · {joint} on both" if joint else "")
    return results.Hit(
        kind=entity.kind if isinstance(entity, entities.Ruling) else kind,
        entity=entity,
        title=title,
        document=source,
        passage=passage,
        text=text,
        url=url,
        score=round(candidate.score, 4),
        spans=passages.word_spans(index.analyzer, passage, stems),
        status=shown.status,
        superseded_by=shown.superseded_by,
        remarks=shown.remarks,
        also_under=tuple(
            {"id": id, "title": kb.rulings_by_id[id].subject.title}
            for id in (entity.also_under if isinstance(entity, entities.Ruling) else ())
            if id in kb.rulings_by_id  # not, where only a part of the knowledge base is searched
        ),
        question=entity.question if isinstance(entity, (entities.Ruling, entities.Step)) else None,
    )


def shown_lines(divided: passages.DividedSection, numbers: list[int]) -> set[int]:
    """The lines of as many passages as fit, the best first; all lines of a section that is one
    passage.
    """
    best = [divided.passages[number].lines for number in numbers[: parameters.MAX_JOINED]]
    lines = set(best[0] if best else divided.passages[0].lines)
    for more in best[1:]:
        text = divided.text(lines | {*more})
        if (
            len(text) > parameters.MAX_PASSAGE_LENGTH
            or text.count("\n") >= parameters.MAX_PASSAGE_LINES
        ):
            break  # a worse one would stand in its place
        lines |= {*more}
    return lines
