"""The stylesheet: every colour of text readable on every ground, in both schemes; nothing fetched from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulings.site.export.minify import minify_css, minify_script

CSS = (Path(__file__).parents[1] / "site" / "theme" / "rulings.css").read_text(encoding="utf-8")
SCHEMES = {
    "light": r":root \{(.*?)\n\}",
    "dark, chosen": r':root\[data-theme="dark"\] \{(.*?)\n\}',
    "dark, of the system": r":root:not\(\[data-theme=\"light\"\]\) \{(.*?)\n  \}",
}
TEXT = ("ink", "quiet", "aid", "corp", "runner", "errata", "other")
GROUNDS = ("paper", "raised", "sunk")


def colours(scheme: str) -> dict[str, str]:
    block = re.search(SCHEMES[scheme], CSS, re.DOTALL)
    assert block
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6})\b", block[1]))


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(d * 2 for d in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_is_readable_on_every_ground(scheme: str) -> None:
    known = colours(scheme)
    pairs = [(text, ground) for text in TEXT for ground in GROUNDS]
    pairs += [
        ("corp", "corp-soft"),
        ("runner", "runner-soft"),
        ("ink", "corp-soft"),
        ("ink", "runner-soft"),
        ("aid", "corp-soft"),
        ("aid", "runner-soft"),
    ]
    pairs += [("ink", "mark"), ("aid", "mark"), ("ink", "other-soft"), ("other", "other-soft"), ("paper", "ink")]
    weak = {pair: round(contrast(known[pair[0]], known[pair[1]]), 2) for pair in pairs if contrast(known[pair[0]], known[pair[1]]) < 4.5}
    assert weak == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_edges_of_controls_are_visible(scheme: str) -> None:
    known = colours(scheme)
    assert contrast(known["edge"], known["paper"]) >= 3
    assert contrast(known["edge"], known["raised"]) >= 3


def test_dark_is_the_same_whoever_asked_for_it() -> None:
    assert colours("dark, chosen") == colours("dark, of the system")
    assert set(colours("light")) == set(colours("dark, chosen"))


def test_the_stylesheet_fetches_nothing() -> None:
    assert re.findall(r"url\(|@import|@font-face|https?:", CSS) == []


@pytest.mark.parametrize(
    "wish", ["prefers-color-scheme: dark", "prefers-contrast: more", "forced-colors: active", "prefers-reduced-motion", "@media print"]
)
def test_wishes_of_readers_are_respected(wish: str) -> None:
    assert wish in CSS


def test_what_is_served_has_no_comments_and_means_the_same() -> None:
    css = "/* a\n b */\na > b , c { x: 1px; y: 2px 3px; }\n@media (min-width: 2em) { a { b: c; } }\n"
    assert minify_css(css) == "a > b,c{x:1px;y:2px 3px}@media (min-width:2em){a{b:c}}\n"
    js = '/**\n * Says so.\n */\n  // alone\n  const a = "/* kept */"; // kept too\n  /* b */ c();\n'
    assert minify_script(js) == 'const a = "/* kept */"; // kept too\n/* b */ c();\n'
    literal = "const a = `\n  // inside\n`;\n"
    assert minify_script(literal) == literal
    assert minify_css(CSS).count("{") == CSS.count("{") - sum(comment.count("{") for comment in re.findall(r"/\*.*?\*/", CSS, re.DOTALL))
