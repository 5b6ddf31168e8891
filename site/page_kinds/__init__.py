"""The pages of the site, each with its address, template and data: a module for each kind of page.

`all_pages` makes the pages of all kinds. The home page is written by hand and only asks for its data (`home`); `moved`
makes redirects.
"""
