"""The knowledge base → the static site, built by MkDocs with one plugin.

- `build`: `rulings site build` and `rulings site serve`. `publishing` replaces the old site file by file.
  `temporary_folder`: where it is built. `serving`: requests that are not answered.
- `plugin`: the MkDocs plugin, which adds all generated pages and files.
- `page_kinds`: what each kind of page shows. `content`: what several of them show. `render`: text and data → HTML and
  SVG. `export`: JSON, search data and other files.
- `environment`: what templates can use. `navigation`: the links at the top and foot of every page. `page_assets`: the
  stylesheets and scripts of each kind of page.
- `theme/`: templates, stylesheets and scripts. `pages/`: the hand-written pages, in Markdown.
"""

SITE_NAME = "Netrunner rulings"  # also in mkdocs.yml
