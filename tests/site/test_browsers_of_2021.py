"""Tests that the stylesheets, scripts, templates and data of the site use only features
of the oldest supported browsers: Chrome 92, Firefox 91 and Safari 15.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulings.model.knowledge import Knowledge
from rulings.site.search_data import data_scripts, script

THEME = Path(__file__).parents[2] / "site" / "theme"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in THEME.rglob("*.js")}
STYLESHEETS = {
    path.name: path.read_text(encoding="utf-8") for path in THEME.rglob("*.css")
}
TEMPLATES = {
    path.name: path.read_text(encoding="utf-8") for path in THEME.rglob("*.html")
}

NEWER_IN_SCRIPTS = {  # code that stops a script in an older browser → since when it works
    r"\(\?<[=!]": "lookbehind: Safari 16.4",
    r"\.findLast(?:Index)?\(": "Chrome 97, Firefox 104",
    r"\.to(?:Spliced|Sorted|Reversed)\(": "Chrome 110, Firefox 115, Safari 16",
    r"\bObject\.(?:hasOwn|groupBy)\(|\bMap\.groupBy\(": "Chrome 93, Safari 15.4",
    r"\bstructuredClone\(": "Chrome 98, Firefox 94, Safari 15.4",
    r"\b(?:fromAsync|withResolvers|randomUUID|canParse|isWellFormed)\(": "Chrome 92 to 121",
    r"\bAbortSignal\.(?:timeout|any)\(": "Chrome 103, Firefox 100, Safari 16",
    r"(?<!navigator\.locks \? )\bnavigator\.locks\.": "Safari 15.4",
    r"\bIntl\.(?:Segmenter|DurationFormat)": "Firefox 125",
    r"\.(?:checkVisibility|showPopover|hidePopover|togglePopover|showModal|setHTML)\(": "Chrome 105",
    r"(?<!requestIdleCallback \? )(?<!window\.)\b(?:requestIdleCallback|scheduler\.\w+)\(": "Safari: none",
    r"\bstatic \{|#\w+ in \w": "class static blocks: Chrome 94, Safari 16.4",
    r"[\"'`][^\"'`\n]*:has\([^\"'`\n]*[\"'`]": "a selector with :has: Chrome 105, Firefox 121",
}
NEWER_IN_STYLESHEETS = {  # code that makes a rule invalid → since when it works
    r"\((?:width|height|[\d.]+em) *[<>]": "media ranges: Chrome 104, Safari 16.4",
    r"\b(?:light-dark|color-mix|oklch|oklab|lch)\(": "Chrome 111 to 123",
    r"@(?:layer|container|scope|starting-style|property|position-try)\b": "Chrome 99 to 125",
    r"^\s*&|\{\s*&": "nesting: Chrome 112, Firefox 117",
    r":popover-open|::backdrop|:open\b": "Chrome 114, Firefox 125",
    r"(?<=[;{ ])(?:translate|rotate|scale): ": "Chrome 104",
    r"\bsubgrid\b": "Chrome 117",
}
NEWER_IN_TEMPLATES = {
    r" popover(?:target)?\b|<dialog|<search\b": "Chrome 114, Firefox 125, Safari 17",
    r" inert\b|=\"until-found\"": "Chrome 102",
}
# Selectors that invalidate an entire list of selectors. They must stand alone, and the
# page must work without them.
NEW_SELECTOR = re.compile(r":has\(|:target-current|::details-content|:focus-visible")
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")


def found(table: dict[str, str], texts: dict[str, str]) -> dict[str, list[str]]:
    """File and versions → the code that needs them. Comments are left out."""
    plain = {
        name: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for name, text in texts.items()
    }
    return {
        f"{name}: {since}": re.findall(pattern, text, re.MULTILINE)
        for pattern, since in table.items()
        for name, text in plain.items()
        if re.search(pattern, text, re.MULTILINE)
    }


def test_scripts_and_the_patterns_that_they_read(kb: Knowledge) -> None:
    data = {**data_scripts(kb), "constants": script()}
    assert found(NEWER_IN_SCRIPTS, {**SCRIPTS, **data}) == {}


def test_a_method_of_lists_that_safari_15_does_not_have_is_added_before_other_scripts_run() -> (
    None
):
    assert "Array.prototype.at ??= " in SCRIPTS["before-paint.js"]
    base = TEMPLATES["base.html"]
    assert base.index("js/before-paint.js") < base.index("<script defer")


def test_templates() -> None:
    assert found(NEWER_IN_TEMPLATES, TEMPLATES) == {}


def test_stylesheets() -> None:
    assert found(NEWER_IN_STYLESHEETS, STYLESHEETS) == {}


@pytest.mark.parametrize("name", sorted(STYLESHEETS))
def test_what_is_newer_in_a_rule_has_a_plain_value_before_it(name: str) -> None:
    css = re.sub(r"/\*.*?\*/", "", STYLESHEETS[name], flags=re.DOTALL)
    for selectors, body in RULE.findall(css):
        declarations = [part.strip() for part in body.split(";") if part.strip()]
        for declaration in declarations:
            if re.search(r"\d[dsl]v[hw]\b|\" / \"|\) / \"", declaration):
                plain = declaration.split(":")[0] + ":"
                first = next(each for each in declarations if each.startswith(plain))
                assert first != declaration, declaration
        # `:is` and `:where` ignore unknown selectors
        outside = re.sub(r":(?:is|where)\([^()]*\)", "", selectors)
        if NEW_SELECTOR.search(outside):
            assert "," not in re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", "", outside), (
                selectors
            )
