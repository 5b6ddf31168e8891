"""Makes the `Hit` that shows a scored document: its lines that answer, with remarks."""

from __future__ import annotations

from rulings.model import entities, formatting
from rulings.search import (
    parameters,
    passages,
    ranking,
    results,
    retrieval,
    search_documents,
    search_request,
)


def hit(
    request: search_request.Request,
    scored_document: ranking.ScoredDocument,
    stems: set[str],
) -> results.Hit:
    """The hit that shows a scored document, with the words that have these
    stems highlighted.
    """
    kb = request.kb
    index = request.index
    slot = scored_document.slot
    entity = index.entity(kb, slot)
    assert entity is not None
    search_document = index.documents[slot]
    passage, url, passage_remarks = _shown(request, scored_document, entity)
    record = None
    if isinstance(entity, entities.AnyEntry):
        text = entity.text  # its record takes longer, and is seldom read
    else:
        record = search_documents.record_of(kb, entity)
        text = record.text
    near_identical_ids = tuple[str, ...]()
    question = None
    if isinstance(entity, entities.Ruling):
        near_identical_ids = _near_identical(request, entity)
    if isinstance(entity, (entities.Ruling, entities.Step)):
        question = entity.question
    return results.Hit(
        kind=search_document.kind,
        entity=entity,
        title=search_document.title,
        document=search_documents.source_id(kb, entity, search_document.source_name),
        passage=passage,
        text=text,
        _record=record,
        url=url,
        score=round(scored_document.score, 4),
        spans=passages.word_spans(index.analyzer, passage, stems),
        status=passage_remarks.status,
        superseded_by=passage_remarks.superseded_by,
        remarks=passage_remarks.remarks,
        near_identical_ids=near_identical_ids,
        question=question,
        game=search_document.game,
    )


def _shown(
    request: search_request.Request,
    scored_document: ranking.ScoredDocument,
    entity: search_documents.Findable,
) -> tuple[str, str, passages.PassageRemarks | entities.AnyEntry]:
    """The passage and address shown of a document, and its status and remarks."""
    if isinstance(entity, entities.Section):
        return _shown_of_section(entity, scored_document)
    text = search_documents.shown_text(request.kb, entity)
    if isinstance(entity, entities.AnyEntry):
        return text, entity.url, entity
    if isinstance(entity, entities.Card):
        text = _card_line(request, text)
    return text, entity.url, passages.PassageRemarks()


def _shown_of_section(
    section: entities.Section,
    scored_document: ranking.ScoredDocument,
) -> tuple[str, str, passages.PassageRemarks]:
    """The best passages with the rest of their paragraphs, with address and remarks."""
    divided = passages.divide(section)
    best_lines = shown_lines(divided, scored_document.passages)
    lines = divided.with_paragraphs(best_lines)
    line_remarks = divided.remarks_on(lines)
    all_remarks = (*line_remarks.remarks, *formatting.origin_remarks(section))
    fragments = [
        passage.fragment
        for passage in divided.passages
        if not best_lines.isdisjoint(passage.lines[-1:])
    ]
    page_url = section.url.partition("#")[0]
    fragment = fragments[0] if fragments else section.id
    url = f"{page_url}#{fragment}"
    return divided.text(lines), url, line_remarks._replace(remarks=all_remarks)


def _card_line(request: search_request.Request, counts: str) -> str:
    """The numbers of rulings on a card: `4 rulings (1 erratum) · 1 on both`."""
    documents = request.index.documents
    cards = [slot for slot in request.named_slots if documents[slot].kind == "card"]
    joint = retrieval.joint_rulings(request, cards) if len(cards) == 2 else []
    return f"{counts} · {len(joint)} on both" if joint else counts


def _near_identical(
    request: search_request.Request,
    ruling: entities.Ruling,
) -> tuple[str, ...]:
    """The ids of near-identical rulings, except on subjects that the query excludes."""
    rulings = request.kb.rulings_by_id
    excluded_ids = request.query.excluded
    return tuple(
        id
        for id in ruling.near_identical_ids
        if rulings[id].subject.id not in excluded_ids
    )


def shown_lines(
    divided: passages.DividedSection,
    numbers: list[int],
) -> set[int]:
    """The lines of the best passages, as many as fit; the first passage by default."""
    first, *further_numbers = numbers[: parameters.MAX_JOINED] or [0]
    lines = {*divided.passages[first].lines}
    for number in further_numbers:
        joined_lines = lines.union(divided.passages[number].lines)
        text = divided.text(joined_lines)
        is_long = text.count("\n") >= parameters.MAX_PASSAGE_LINES
        if is_long or len(text) > parameters.MAX_PASSAGE_LENGTH:
            break  # the next one would fit, but is a worse match
        lines = joined_lines
    return lines
