"""The knowledge base → files for programs and for the site's own scripts.

- `data_files`: the list of these files.
- For programs: `machine_files` (JSON, feed, site map, manifest).
- For the search in the page: `search_data`, and `search_scripts`, its code in one file.
- For decks and practice: `card_data`.
- For all scripts: `script_constants`, the constants that they share with Python.
- For every build: `offline` (the service worker and its list of files).
"""
