"""Text and data → HTML and SVG. Of the addresses of the site, it knows those of cards and of the search.

- Text: `cited_parts` (rulings as paragraphs) with `linking` (links to cards), `prose` (Markdown of the
  documents), `hand_written` (links and blocks of the other pages), `inert` (without control characters),
  `relative_links`.
- Drawings: `timeline` (rulings by month).
- `json_ld`: data for search engines.
"""
