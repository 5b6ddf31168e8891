"""The HTML that MkDocs makes of a hand-written page → the same with links that work from disk and scrollable blocks."""

from __future__ import annotations

import re

_FOLDER_LINK = re.compile(r'href="(?![a-zA-Z][a-zA-Z\d+.-]*:|//)([^"#?]*/|(?:[^"#?]*/)?\.{1,2})((?:#[^"]*)?)"')


def with_file_links(html: str) -> str:
    """The HTML with links to files instead of folders (`../marks/` → `../marks/index.html`)."""
    return _FOLDER_LINK.sub(lambda match: f'href="{match[1].rstrip("/")}/index.html{match[2]}"', html)


def with_scrollable_blocks(html: str) -> str:
    """The HTML with blocks of code and tables that can be scrolled with keys; each table is in a labelled region."""
    before, *tables = html.replace("<pre>", '<pre tabindex="0">').split("<table>")
    parts = [before]
    for number, table in enumerate(tables, 1):
        region = f'<div class="table" role="region" aria-label="Table {number}" tabindex="0">'
        parts.append(f"{region}<table>{table.replace('</table>', '</table></div>')}")
    return "".join(parts)
