"""The knowledge base → the static site, built by MkDocs with one plugin. The modules,
in reading order:

- `build`: `rulings site build`. `publishing`: where the site is built, and how it
  replaces the old site file by file.
- `plugin`: the MkDocs plugin; it adds all generated pages and files, and gives the
  templates their data.
- `card_pages`, `document_pages`, `practice`, `other_pages`: the pages of each kind, with
  their contents. `page_parts`: the parts that several kinds share, and the links,
  stylesheets and scripts of each page, taken from `rulings.model.page_table`.
  `rendering`: texts → HTML. `machine_files`, `card_data`, `search_data`: JSON, offline
  files, and data for scripts.
- `theme/`: templates, stylesheets and scripts. `pages/`: the hand-written pages, in
  Markdown.
"""
