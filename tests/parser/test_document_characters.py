"""Tests of documents with tabs, line separators and other unusual characters, in another encoding,
or without words.
"""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from rulings.errors import RulingsError
from rulings.parser.parse import parse, parse_folder
from rulings.storage.files import SHIPPED
from support.source_documents import RULINGS_FILE, edit_document, generated_from

DOCUMENTS = sorted(
    path.name
    for path in (SHIPPED / "sources").iterdir()
    if path.suffix in (".txt", ".md") and path.name != "README.md"
)


def test_separators_inside_a_line_do_not_shift_line_numbers(
    short_sources: Path,
) -> None:
    before = [r.source.lines for r in parse(short_sources).rulings]
    edit_document(
        short_sources,
        RULINGS_FILE,
        lambda raw: raw.replace(b"data fort", "data\x0c\x1c\x85\u2028fort".encode(), 4),
    )
    assert [r.source.lines for r in parse(short_sources).rulings] == before


def test_tabs_indent_like_spaces(short_sources: Path) -> None:
    edit_document(
        short_sources, "the-big-sell-out.txt", lambda raw: raw.replace(b"\n", b"\n\t")
    )
    edit_document(
        short_sources,
        "comprehensive-reference-manual.md",
        lambda raw: raw.replace(b"\n  - ", b"\n\t- "),
    )
    generated = generated_from(parse(short_sources))
    assert not [
        path for path, text in generated.items() if "\t" in text or "\\t" in text
    ]
    assert "  text: |\n" in generated["documents/comprehensive-reference-manual.yaml"]


@pytest.mark.parametrize("byte_order_mark", [b"", codecs.BOM_UTF8])
def test_a_document_that_is_not_utf8_is_reported_with_its_line(
    sources: Path, tmp_path: Path, byte_order_mark: bytes
) -> None:
    path = sources / "sparkys-run-chart.txt"
    path.write_bytes(
        byte_order_mark + path.read_text(encoding="utf-8").encode("latin-1")
    )
    with pytest.raises(
        RulingsError, match=r"sparkys-run-chart\.txt, line 77: byte 0xa9 is not UTF-8"
    ):
        parse_folder(sources, tmp_path / "out")
