"""The knowledge base → the pages of the site, each with its address, template and data.

`contents` lists all generated pages, `page` is one of them, `data` holds the data that all of them use, and `lists`
groups what they list. Each other module makes the pages, or the part of a page, that it is named after.
"""
