"""The knowledge base → the static site: one MkDocs plugin, its templates, stylesheet and scripts."""
