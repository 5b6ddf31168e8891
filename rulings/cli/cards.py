"""The page of a card or topic, and the command `topic` with its list. The command
`card` is in `name_command`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rulings.cli import (
    dispatch,
    grammar,
    layout,
    lists,
    output,
    printing,
)
from rulings.model import (
    entities,
    formatting,
    plain_text,
    records,
    remarks,
    subject_pages,
    vocabulary,
)
from rulings.names import resolver

# The page of a card or topic on a terminal


def show_page(
    screen: layout.Screen,
    page: subject_pages.SubjectPage,
    counts: str,
) -> None:
    """Shows the page of a card or topic with `counts` below its title. Inherited
    rulings are listed in short, unless the subject has no rulings of its own.
    """
    cross_references = subject_pages.shown_cross_references(page)
    screen.text(page.subject.title, "title")
    if isinstance(page, subject_pages.CardPage):
        screen.facts(formatting.summary_parts(page.card))
    screen.text(counts, "dim")
    printing.show_rulings(screen, page.rulings)
    for entry in cross_references:
        screen.blank()
        with printing.remarks_around(screen, remarks.of_entry(entry)):
            screen.text_with_id(entry.text, entry.id)
    for group in page.inherited:
        _show_inherited(screen, group, unfolded=not page.rulings)
    if isinstance(page, subject_pages.CardPage):
        _show_elsewhere(screen, page)


def _counts_line(page: subject_pages.SubjectPage) -> str:
    count = formatting.counted_rulings(page.rulings)
    if isinstance(page, subject_pages.TopicPage):
        return layout.dotted(["Topic", count])
    cross_references = subject_pages.shown_cross_references(page)
    if not page.rulings:
        count = "" if cross_references else "no rulings on this card itself"
    phrases = [*filter(None, [count])]
    if cross_references:
        phrases.append(plain_text.count(len(cross_references), "cross-reference"))
    phrases += [
        f"{len(group.rulings)} from {group.subject.title}" for group in page.inherited
    ]
    phrases.append(dispatch.general_rulings(page.applicable_topics))
    if page.card.restored_from:
        mark = formatting.restored_mark(page.card.restored_from)
        phrases.append(f"heading {printing.mark_label(mark)}")
    return layout.dotted(phrases)


def _show_inherited(
    screen: layout.Screen,
    group: entities.Inherited,
    unfolded: bool,
) -> None:
    command = "rulings topic" if group.subject.kind == "topic" else "rulings"
    screen.heading(formatting.inherited_heading(group))
    details = [
        plain_text.count(len(group.rulings), "ruling"),
        formatting.inheritance_reason(group),
    ]
    if not unfolded:
        details.append(f"{command} {group.subject.id}")
    screen.facts(details)
    for ruling in group.rulings:
        if unfolded:
            screen.blank()
            printing.show_ruling(screen, ruling)
        else:
            printing.show_ruling_briefly(screen, ruling)


def _show_elsewhere(screen: layout.Screen, page: subject_pages.CardPage) -> None:
    elsewhere = subject_pages.mentioned_elsewhere(page)
    if elsewhere:
        screen.blank()
        titles = dict.fromkeys(ruling.subject.title for ruling in elsewhere)
        screen.text(layout.dotted(titles), prefix="Mentioned in  ", indent="  ")
    if page.steps:
        screen.blank()
        steps = ", ".join(map(str, page.steps))
        line = f"{steps}  (rulings run {page.steps[0]})"
        screen.text(line, prefix="Steps of a run  ", indent="  ")


# Answers: the page of a card or topic, reduced by the options


def answer_for(reference: entities.Reference, args: grammar.Arguments) -> output.Answer:
    """The page of a card or topic, or one ruling of it. `--with` gives the rulings that
    concern several cards.
    """
    kb = args.kb
    subject = reference
    entry = kb.entry(reference.id)
    if isinstance(entry, entities.Ruling):
        subject = entry.subject
    page: subject_pages.SubjectPage
    if subject.kind == "card":
        page = subject_pages.card_page(kb, subject.id)
    else:
        page = subject_pages.topic_page(kb, subject.id)
    if cards := _cards_of_with(subject.id, args):
        if reference.kind != "card" or isinstance(page, subject_pages.TopicPage):
            raise grammar.UsageError("--with works only with cards")
        return _on_several(page, cards, args)
    if reference.is_ruling:
        return _one_ruling(page, reference.id, args)
    return _whole_page(_sorted(page, args), args)


def _whole_page(
    page: subject_pages.SubjectPage,
    args: grammar.Arguments,
) -> output.Answer:
    """The page of a card or topic."""
    limited_page, omitted_message = output.limit_page(page, args)
    cited_rulings: Sequence[entities.Ruling]
    cited_rulings = page.rulings or subject_pages.inherited_rulings(page.inherited)
    if args.output_format in output.CITATION_FORMATS:
        cited_rulings, omitted_message = output.limited(args, cited_rulings)
    inherited_rulings = subject_pages.inherited_rulings(page.inherited)
    if not omitted_message:
        omitted_message = output.message_on_omitted_citations(
            args, cited_rulings, inherited_rulings
        )
    counts_line = _counts_line(page)

    return output.Answer(
        limited_page,
        lambda screen: show_page(screen, limited_page, counts_line),
        cited=cited_rulings,
        records=map(records.record, subject_pages.page_rulings(limited_page)),
        uncited_message=f"no rulings on {page.subject.title}",
        omitted_message=omitted_message,
    )


def _one_ruling(
    page: subject_pages.SubjectPage,
    id: str,
    args: grammar.Arguments,
) -> output.Answer:
    """One ruling or cross-reference, below the head of its page."""

    def only_this(rulings: Iterable[entities.Ruling]) -> list[entities.Ruling]:
        return [ruling for ruling in rulings if ruling.id == id]

    own = replace(
        subject_pages.with_rulings(page, only_this),
        cross_references=tuple(only_this(page.cross_references)),
    )

    def show_ruling(screen: layout.Screen) -> None:
        show_page(screen, own, _counts_line(page))
        if len(page.rulings) + len(page.cross_references) > 1:
            screen.blank()
            is_topic = isinstance(page, subject_pages.TopicPage)
            command = "rulings topic" if is_topic else "rulings"
            screen.text(f"More on this page: {command} {page.subject.id}", "dim")

    entries = (*own.rulings, *own.cross_references)
    return output.Answer(own, show_ruling, cited=entries)


def _on_several(
    page: subject_pages.CardPage,
    cards: list[entities.Reference],
    args: grammar.Arguments,
) -> output.Answer:
    """The rulings that concern a card and all cards of `--with`."""
    other_pages = [subject_pages.card_page(args.kb, card.id) for card in cards]
    pages = [page, *other_pages]
    joint = _sorted(subject_pages.rulings_on_all(page, other_pages), args)
    rulings = subject_pages.page_rulings(joint)
    other_titles = [card.title for card in cards]
    title = plain_text.joined_with("and", [page.card.title, *other_titles])
    is_pair = len(cards) == 1
    them_all, all_of = ("both", "both") if is_pair else ("all of them", "all of")
    if not rulings:
        lines = [f"no rulings concern {all_of} {title}", *map(_counts_of_card, pages)]
        empty_message = "\n".join(lines)
        return output.Answer(
            joint, lambda screen: None, cited=(), empty_message=empty_message
        )
    limited_page, omitted_message = output.limit_page(joint, args)
    first_rulings = subject_pages.page_rulings(limited_page)

    def show_joint(screen: layout.Screen) -> None:
        screen.text(title, "title")
        count_forms = f"ruling concerns {them_all}", f"rulings concern {them_all}"
        count = plain_text.count(len(rulings), *count_forms)
        for line in [count, *_inheritance_lines(pages, rulings)]:
            screen.text(line, "dim")
        printing.show_rulings(screen, first_rulings, with_subject=True)

    return output.Answer(
        limited_page, show_joint, cited=first_rulings, omitted_message=omitted_message
    )


def _sorted(
    page: subject_pages.SubjectPage,
    args: grammar.Arguments,
) -> subject_pages.SubjectPage:
    return subject_pages.with_rulings(
        page, lambda rulings: output.sort_rulings(rulings, args)
    )


def _inheritance_lines(
    pages: list[subject_pages.CardPage],
    rulings: list[entities.Ruling],
) -> list[str]:
    """For each card, how many of these rulings it only inherits, and why."""
    ids = {ruling.id for ruling in rulings}
    lines = []
    for page in pages:
        for group in page.inherited:
            number = sum(ruling.id in ids for ruling in group.rulings)
            if not number:
                continue
            count = f"{page.card.title} inherits {number} from {group.subject.title}"
            lines.append(f"{count}: {formatting.inheritance_reason(group)}")
    return lines


def _counts_of_card(page: subject_pages.CardPage) -> str:
    """The rulings on one card if none concerns it together with the others: how many
    there are, the command that shows them, and its errata.
    """
    counts = [
        f"{len(group.rulings)} from {group.subject.title}" for group in page.inherited
    ]
    if page.rulings or not counts:
        counts.insert(0, formatting.counted_rulings(page.rulings))
    words = plain_text.joined_with("and", counts)
    lines = [f"{page.card.title} has {words}: rulings {page.card.id}"]
    lines += [
        f"erratum {ruling.id}: {ruling.question or ruling.text}"
        for ruling in page.rulings
        if ruling.erratum
    ]
    return "\n".join(lines)


def _cards_of_with(
    id: str,
    args: grammar.Arguments,
) -> list[entities.Reference]:
    """The cards that `--with` names, without repeats. Raises `UsageError` if one of
    them is the card `id`.
    """
    cards = {}
    for typed_name in args["with"] or ():
        card = dispatch.named_with_note(args.kb, typed_name, "card")
        if card.id == id:
            raise grammar.UsageError(f"--with needs a card other than {card.title}")
        if not resolver.resolve(args.kb, typed_name).references:
            resolution = resolver.resolve(args.kb, typed_name, "card")
            dispatch.note_common_words(typed_name, resolution)
        cards[card.id] = card
    return list(cards.values())


# `rulings topic [NAME…]`


def topic(args: grammar.Arguments) -> output.Answer:
    """A topic, or the list of topics."""
    kb = args.kb
    typed_name = args.typed
    if typed_name:
        kinds = vocabulary.RULING_KINDS
        reference = dispatch.named_with_note(kb, typed_name, "topic", *kinds)
        return answer_for(reference, args)
    rows = []
    for row in kb.topics:
        record = subject_pages.subject_record(kb, row)
        if record.ruling_count:
            rows.append(lists.CountedRow(record, row.to_dict()))
    title = "Topics of the general rulings"
    return lists.list_with_counts(args, "topics", title, rows, "rulings topic NAME")
