"""A Jinja2 environment and the data of the site → the environment of its templates: escaping, filters, globals."""

from __future__ import annotations

from functools import partial

import jinja2

from rulings.model import citing, formatting, marks, selecting
from rulings.model.constants import ANDROID, GAMES, STANDINGS
from rulings.model.ids import slug
from rulings.model.markup import without_emphasis
from rulings.site import SITE_NAME
from rulings.site.content import addresses
from rulings.site.content.data import SiteData
from rulings.site.content.entries import citation_line, marks_besides_status, quoted_from, split_at_ids
from rulings.site.content.lists import by_subject, letter_id
from rulings.site.content.news import additions, latest
from rulings.site.content.source_lines import source_url
from rulings.site.navigation import FOOT_LINKS, MAIN_LINKS
from rulings.site.page_assets import scripts_of, stylesheets_of
from rulings.site.page_kinds.home import home
from rulings.site.page_kinds.moved import moved_anchors
from rulings.site.render.cited_parts import cited_part_cache
from rulings.site.render.inert import finalize
from rulings.site.render.linking import pieces_linked
from rulings.site.render.prose import section_prose
from rulings.version import __version__

# The functions of `rulings.model` that templates use as filters, under their own names.
MODEL_FILTERS = (
    formatting.count,
    formatting.date_in_words,
    formatting.inheritance_reason,
    formatting.line_facts,
    formatting.term_of_office,
    citing.attribution_details,
    citing.citation_date,
    citing.source_lines,
    marks.citation_marks,
    marks.doubt_words,
    marks.notes_in_force,
    marks.numbered_marks,
    marks.publisher_label,
    marks.restored_mark,
    marks.status_mark,
    marks.status_reasons,
    selecting.shown_question,
    selecting.without_see_entries,
)


def configure_environment(env: jinja2.Environment, data: SiteData) -> jinja2.Environment:
    """Turns on escaping and adds the filters and globals of the templates. Text from the data is never a template."""
    env.autoescape = True
    env.trim_blocks = env.lstrip_blocks = True
    env.policies["json.dumps_kwargs"] = {"sort_keys": False, "ensure_ascii": False}
    env.undefined = jinja2.StrictUndefined
    env.finalize = finalize
    env.globals.update(
        data=data,
        site_name=SITE_NAME,
        version=__version__,
        games=GAMES,
        other_game=ANDROID,
        status_marks=marks.STATUS_MARKS,
        main_links=MAIN_LINKS,
        foot_links=FOOT_LINKS,
        stylesheets_of=stylesheets_of,
        scripts_of=scripts_of,
        authorities={authority.name: authority for authority in data.authorities},
        moved_anchors=moved_anchors(data),
        cited_parts=cited_part_cache(data.cards_by_id),
        latest=partial(latest, data),
        home=partial(home, data),
        additions=partial(additions, data),
    )
    env.filters.update({function.__name__: function for function in MODEL_FILTERS})
    env.filters.update(
        stands_for=lambda authority: STANDINGS[authority.standing],
        capitalized=lambda words: words[:1].upper() + words[1:],
        cite=partial(citation_line, data),
        authority_url=addresses.authority_url,
        keyword_url=addresses.keyword_url,
        card_list_url=addresses.card_list_url,
        slug=slug,
        subject_url=addresses.subject_url,
        source_url=partial(source_url, data),
        prose=partial(section_prose, data.cards_by_id),
        cell=without_emphasis,
        with_entry_links=lambda text, href: pieces_linked(split_at_ids(data, text), href),
        quoted=partial(quoted_from, data),
        by_subject=by_subject,
        letter_id=letter_id,
        marks_besides_status=marks_besides_status,
    )
    return env
