"""The knowledge base → the static site, built by MkDocs with one plugin. In the order in which the
modules are read:

- `build`: `rulings site build`. `publishing`: where it is built, and how it replaces the old site
  file by file.
- `plugin`: the MkDocs plugin, which adds all generated pages and files, and what templates can use.
- `card_pages`, `document_pages`, `practice`, `other_pages`: what each kind of page shows.
  `content`: what several of them show, and the links, stylesheets and scripts of each, by the table
  of pages in `rulings.model.page_table`. `rendering`: texts → HTML. `machine_files`, `card_data`,
  `search_data`: JSON, offline files, and data of scripts.
- `theme/`: templates, stylesheets and scripts. `pages/`: the hand-written pages, in Markdown.
"""
