"""Tests of the stylesheets: borders in both colour schemes, and no external files.
axe-core tests the contrast of text (`test_every_page.py`).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STYLESHEETS = Path(__file__).parents[2] / "site" / "theme" / "css"
CSS = (STYLESHEETS / "base.css").read_text(encoding="utf-8")


def colours(scheme: str) -> dict[str, str]:
    pairs = re.findall(
        r"--([a-z-]+): var\(--if-light, (#[0-9a-f]{3,6})\) var\(--if-dark, (#[0-9a-f]{3,6})\);",
        CSS,
    )
    return {name: light if scheme == "light" else dark for name, light, dark in pairs}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(d * 2 for d in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    light, dark = sorted((luminance(colour), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_borders_of_controls_are_visible(scheme: str) -> None:
    palette = colours(scheme)
    assert contrast(palette["edge"], palette["paper"]) >= 3
    assert contrast(palette["edge"], palette["raised"]) >= 3


@pytest.mark.parametrize(
    "stylesheet", sorted(STYLESHEETS.glob("*.css")), ids=lambda path: path.stem
)
def test_stylesheets_fetch_nothing(stylesheet: Path) -> None:
    assert (
        re.findall(
            r"url\(|@import|@font-face|https?:", stylesheet.read_text(encoding="utf-8")
        )
        == []
    )
