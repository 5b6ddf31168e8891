"""A Jinja2 environment and the knowledge base → the environment of its templates: escaping, filters, globals."""

from __future__ import annotations

from functools import partial

import jinja2

from rulings import site, version
from rulings.model import constants, formatting, ids, knowledge, status
from rulings.site import content, navigation, other_pages, rendering
from rulings.storage.card_texts import CardTexts

# The functions of `rulings.model` that templates use as filters, under their own names.
MODEL_FILTERS = (
    formatting.count,
    formatting.date_in_words,
    formatting.inheritance_reason,
    formatting.line_facts,
    formatting.term_of_office,
    formatting.citation_date,
    formatting.source_lines,
    formatting.citation_marks,
    formatting.doubt_words,
    formatting.notes_in_force,
    formatting.publisher_label,
    formatting.numbered_marks,
    formatting.restored_mark,
    formatting.ruling_counts,
    formatting.status_mark,
    formatting.status_reasons,
    status.shown_question,
    status.without_see_entries,
)


def configure_environment(
    env: jinja2.Environment, kb: knowledge.Knowledge, card_texts: CardTexts | None = None
) -> jinja2.Environment:
    """Turns on escaping and adds the filters and globals of the templates. Text from the data is never a template."""
    env.autoescape = True
    env.trim_blocks = env.lstrip_blocks = True
    env.policies["json.dumps_kwargs"] = {"sort_keys": False, "ensure_ascii": False}
    env.undefined = jinja2.StrictUndefined
    env.finalize = rendering.finalize
    env.globals.update(
        kb=kb,
        card_texts=card_texts or CardTexts(),
        site_name=site.SITE_NAME,
        version=version.__version__,
        games=constants.GAMES,
        other_game=constants.ANDROID,
        status_marks=formatting.STATUS_MARKS,
        main_links=navigation.MAIN_LINKS,
        menu_links=navigation.MENU_LINKS,
        stylesheets_of=navigation.stylesheets_of,
        scripts_of=navigation.scripts_of,
        authorities={authority.name: authority for authority in kb.authorities},
        note_ids={note.id for note in kb.notes},
        moved_anchors=other_pages.moved_anchors(kb),
        cited_parts=rendering.cited_part_cache(kb.cards_by_id),
        latest=partial(content.latest, kb),
        home=partial(other_pages.home, kb),
        additions=partial(content.additions, kb),
    )
    env.filters.update({function.__name__: function for function in MODEL_FILTERS})
    env.filters.update(
        stands_for=lambda authority: authority.worth,
        capitalized=lambda words: words[:1].upper() + words[1:],
        cite=formatting.citation_line,
        authority_url=content.authority_url,
        keyword_url=content.keyword_url,
        card_list_url=content.card_list_url,
        plain_title=content.plain_title,
        entry_url=partial(content.entry_url, kb),
        ruling_count=partial(content.ruling_count, kb),
        slug=ids.slug,
        subject_url=content.subject_url,
        source_url=partial(content.source_url, kb),
        prose=partial(rendering.section_prose, kb.cards_by_id),
        cell=ids.without_emphasis,
        with_entry_links=lambda text, href: rendering.pieces_linked(content.split_at_ids(kb, text), href),
        quoted=partial(content.quoted_from, kb),
        by_subject=content.by_subject,
        letter_id=content.letter_id,
        marks_besides_status=content.marks_besides_status,
    )
    return env
