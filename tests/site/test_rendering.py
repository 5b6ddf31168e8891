"""Tests of rendering text for the site: links to mentioned cards, Markdown, relative links and
citations.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import Environment

from rulings.model.knowledge import Knowledge
from rulings.site import plugin, rendering
from rulings.site.card_pages import nicknames_of_cards
from rulings.site.rendering import (
    prose,
    with_card_links,
    with_file_links,
)


def test_every_mention_is_linked_on_its_own_words(kb: Knowledge) -> None:
    for ruling in kb.ruling_entries:
        for mention in ruling.mentions:
            if mention.span:
                assert ruling.text[slice(*mention.span)] == mention.words
            else:  # only a citation names the card
                assert any(mention.words in c.printed for c in ruling.citations)
        links = rendering.card_links(ruling.mentions, kb.cards_by_id)
        assert len(links) == sum(bool(mention.span) for mention in ruling.mentions)
    unlinked = [m.span for r in kb.rulings for m in r.mentions].count(None)
    assert 5 < unlinked < 20


def test_text_is_escaped_around_and_inside_links() -> None:
    text = "<b> & Imp <i>"
    links = [rendering.CardLink(6, 13, "imp")]
    assert (
        with_card_links(text, links, lambda id: '"&', 0, len(text))
        == '&lt;b&gt; &amp; <a href="&#34;&amp;" translate="no">Imp &lt;i&gt;</a>'
    )


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("One\n\nTwo", "<p>One</p><p>Two</p>"),
        ("One  \nTwo", "<p>One<br>Two</p>"),
        (
            "**Bold** and *lean*, 2 * 3 * 4",
            "<p><strong>Bold</strong> and <em>lean</em>, 2 * 3 * 4</p>",
        ),
        ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("2. a\n3. b", '<ol start="2"><li>a</li><li>b</li></ol>'),
        ("Items:\n- a\n- b", "<p>Items:</p><ul><li>a</li><li>b</li></ul>"),
        # Tables are rendered from data
        ("Part\n\n---\n\n| a |\n|---|", "<p>Part</p>"),
        (
            "[site](https://example.org/a)",
            '<p><a href="https://example.org/a" rel="noopener noreferrer external">site</a></p>',
        ),
        (
            "<https://example.org/a>",
            '<p><a href="https://example.org/a" rel="noopener noreferrer external">https://example.org/a</a></p>',
        ),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ('[x](http://a"onclick=b)', '<p>[x](http://a"onclick=b)</p>'),
        # Characters of the document, not markup
        ("\\* &amp; `y`", "<p>\\* &amp;amp; <code>y</code></p>"),
        ("    indented", "<p>indented</p>"),
        (
            "<script>alert(1)</script> {{ 7*7 }}",
            "<p>&lt;script&gt;alert(1)&lt;/script&gt; {{ 7*7 }}</p>",
        ),
        # The internal placeholders for links are removed
        ("\ue0000\ue000stray\ue001", "<p>0stray</p>"),
    ],
)
def test_only_markdown_becomes_html(markdown: str, html: str) -> None:
    assert prose(markdown, [], str).replace("\n", "") == html


def test_cards_in_a_section_are_linked_in_place() -> None:
    text = "- **Imp** & Krash"
    mentions = [
        rendering.CardLink(4, 7, "imp"),
        rendering.CardLink(12, 17, "krash"),
    ]
    assert (
        prose(text, mentions, lambda id: f"/{id}").replace("\n", "")
        == '<ul><li><strong><a href="/imp">Imp</a></strong> &amp; <a href="/krash">Krash</a></li></ul>'
    )


@pytest.mark.parametrize(
    ("link", "file"),
    [
        ("../marks/", "../marks/index.html"),
        ("../marks/#dates", "../marks/index.html#dates"),
        ("..", "../index.html"),
        *(
            (link, link)
            for link in "//x.org/ https://x.org/ mailto:a@x.org #dates a.json".split()
        ),
    ],
)
def test_links_of_hand_written_pages_name_the_file(link: str, file: str) -> None:
    assert (
        with_file_links(f'<a href="{link}">words</a>') == f'<a href="{file}">words</a>'
    )


def test_a_card_page_shows_nicknames_but_no_misprints_inflected_forms_or_spelling_variants() -> (
    None
):
    names: Any = SimpleNamespace(
        aliases=[
            SimpleNamespace(name=name, card="Dr. Dreff", kind=kind)
            for name, kind in [
                ("Dr Dreff", "short"),
                ("Dreff", "short"),
                ("DREFF", "nickname"),
                ("DD", "initials"),
                ("Dref", "misprint"),
                ("Dreffs", "plural"),
                ("dreffing", "verb"),
            ]
        ]
    )
    assert nicknames_of_cards(names) == {"dr dreff": ["Dreff", "DD"]}


def test_every_filter_that_is_listed_is_used_and_none_replaces_one_of_jinja() -> None:
    theme = Path(__file__).parents[2] / "site" / "theme"
    templates = [*theme.glob("*.html"), *theme.glob("*.xml")]
    text = "\n".join(template.read_text(encoding="utf-8") for template in templates)
    names = {function.__name__ for function in plugin.FILTERS}
    assert names <= {*re.findall(r"\|\s*(\w+)", text)}
    assert names.isdisjoint(Environment().filters)
