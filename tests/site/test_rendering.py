"""Tests of rendering text for the site: links to mentioned cards, Markdown, relative links and citations."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.model.entities import Citation, Mention, Reference, Ruling, Source
from rulings.model.formatting import cited_parts
from rulings.site.card_pages import nicknames_of_cards
from rulings.site.rendering import RelativeLinks, linked, links_in, prose, with_file_links


def make_ruling(
    printed: str, text: str, names: list[str], label: str | None = None, citations: tuple[Citation, ...] = ()
) -> Ruling:
    """A ruling that mentions these names, in the order in which they are printed."""
    mentions, end = [], 0
    for name in names:
        start = printed.index(name, end)
        end = start + len(name)
        mentions.append(Mention(name.lower(), name, name, (start, end)))
    return Ruling(
        "x-00000000",
        "ruling",
        True,
        Reference("card", "x", "X"),
        printed,
        text,
        citations,
        tuple(mentions),
        (),
        Source("netrunner-rulings", (1, 2)),
        label=label,
    )


def make_citation(printed: str, start: int, end: int) -> Citation:
    return Citation(printed, "Sparky", supports=(start, end))


@pytest.mark.parametrize(
    ("printed", "text", "names", "label", "cited", "linked_words"),
    [
        ("Imp beats Krash.", "Imp beats Krash.", ["Imp", "Krash"], None, [], ["Imp", "Krash"]),
        ("ERRATA  Imp  beats Krash.", "Imp beats Krash.", ["Imp", "Krash"], "ERRATA", [], ["Imp", "Krash"]),  # spaces
        # The third is in the citation, which is not part of the text.
        (
            "Imp wins. (Sparky on Imp, 1/2/96) Imp loses.",
            "Imp wins. Imp loses.",
            ["Imp", "Imp", "Imp"],
            None,
            ["(Sparky on Imp, 1/2/96)"],
            ["Imp", "Imp"],
        ),
        (
            "An Imp. (A, 1/1/96; B, 1/1/97) Krash.",
            "An Imp. Krash.",
            ["Imp", "Krash"],
            None,
            ["(A, 1/1/96;", "B, 1/1/97)"],
            ["Imp", "Krash"],
        ),
        ("Imp beats Krash.", "Nothing of it.", ["Imp", "Krash"], None, [], []),
    ],
)
def test_mentions_are_linked_in_the_text_of_a_ruling(
    printed: str, text: str, names: list[str], label: str | None, cited: list[str], linked_words: list[str]
) -> None:
    ruling = make_ruling(printed, text, names, label, tuple(make_citation(words, 0, 1) for words in cited))
    assert [text[link.start : link.end] for link in links_in(ruling)] == linked_words


def test_every_mention_is_linked_on_its_own_words(kb: KnowledgeBase) -> None:
    for ruling in kb.rulings:
        links = [(link.id, ruling.text[link.start : link.end]) for link in links_in(ruling)]
        mentions = [(m.id, " ".join(m.words.split())) for m in ruling.mentions]
        assert [pair for pair in links if pair not in mentions] == [], ruling.id
        outside_citations = [pair for pair in mentions if not any(pair[1] in c.printed for c in ruling.citations)]
        assert [pair for pair in outside_citations if pair not in links] == [], ruling.id


def test_cited_parts_of_a_ruling_hold_its_words_once(kb: KnowledgeBase) -> None:
    for ruling in kb.rulings:
        view = ruling
        pieces = cited_parts(view)
        assert " ".join(ruling.text[p.start : p.end].strip() for p in pieces).split() == ruling.text.split()
        assert [c for p in pieces for c in p.citations] == sorted(view.citations, key=lambda c: c.supports[0])


def test_text_is_escaped_around_and_inside_links() -> None:
    text = "<b> & Imp <i>"
    ruling = make_ruling(text, text, ["Imp <i>"])
    assert (
        linked(text, links_in(ruling), lambda id: '"&', 0, len(text))
        == '&lt;b&gt; &amp; <a href="&#34;&amp;">Imp &lt;i&gt;</a>'
    )


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("One\n\nTwo", "<p>One</p><p>Two</p>"),
        ("One  \nTwo", "<p>One<br>Two</p>"),
        ("**Bold** and *lean*, 2 * 3 * 4", "<p><strong>Bold</strong> and <em>lean</em>, 2 * 3 * 4</p>"),
        ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("2. a\n3. b", '<ol start="2"><li>a</li><li>b</li></ol>'),
        ("Items:\n- a\n- b", "<p>Items:</p><ul><li>a</li><li>b</li></ul>"),
        ("## Part\n\n---\n\n| a |\n|---|", '<p class="subheading">Part</p>'),  # tables are rendered from data
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
        ("\\* &amp; `y`", "<p>\\* &amp;amp; <code>y</code></p>"),  # characters of the document, not markup
        ("    indented", "<p>indented</p>"),
        ("<script>alert(1)</script> {{ 7*7 }}", "<p>&lt;script&gt;alert(1)&lt;/script&gt; {{ 7*7 }}</p>"),
        ("\ue0000\ue000stray\ue001", "<p>0stray</p>"),  # the internal placeholders for links are removed
    ],
)
def test_only_markdown_becomes_html(markdown: str, html: str) -> None:
    assert prose(markdown, [], str).replace("\n", "") == html


def test_cards_in_a_section_are_linked_in_place() -> None:
    text = "- **Imp** & Krash"
    mentions = [Mention("imp", "Imp", "Imp", (4, 7)), Mention("krash", "Krash", "Krash", (12, 17))]
    assert (
        prose(text, mentions, lambda id: f"/{id}").replace("\n", "")
        == '<ul><li><strong><a href="/imp">Imp</a></strong> &amp; <a href="/krash">Krash</a></li></ul>'
    )


@pytest.mark.parametrize(
    ("here", "target", "link"),
    [
        ("/", "/cards/dr-dreff/", "./cards/dr-dreff/index.html"),
        ("/cards/dr-dreff/", "/", "../../index.html"),
        ("/cards/dr-dreff/", "/topics/tracing/#a", "../../topics/tracing/index.html#a"),
        ("/cards/dr-dreff/", "/cards/dr-dreff/#a", "#a"),
        ("/cards/dr-dreff/", "/base.css", "../../base.css"),
    ],
)
def test_links_are_relative_and_name_the_file(here: str, target: str, link: str) -> None:
    assert RelativeLinks(here)(target) == link


@pytest.mark.parametrize(
    ("link", "file"),
    [
        ("../marks/", "../marks/index.html"),
        ("../marks/#dates", "../marks/index.html#dates"),
        ("..", "../index.html"),
        ("./", "./index.html"),
        ("../..", "../../index.html"),
        *(
            (link, link)
            for link in ("ftp://x.org/", "//x.org/", "https://x.org/", "mailto:a@x.org", "#dates", "a.json")
        ),
    ],
)
def test_links_of_hand_written_pages_name_the_file(link: str, file: str) -> None:
    assert with_file_links(f'<a href="{link}">words</a>') == f'<a href="{file}">words</a>'


def test_a_card_page_shows_nicknames_but_no_misprints_inflected_forms_or_spelling_variants() -> None:
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
