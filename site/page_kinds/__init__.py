"""The knowledge base → the pages of the site, each with its address, template and data.

- All pages: `contents` lists the generated ones, `page` is one of them, `data` holds the data that all of them use
- Pages of entries: `cards`, `topics`, `keywords`, `documents` (with the tournament tables), `source_pages` (line by
  line), `run_chart`, `authorities`
- Pages that list: `card_lists`, `errata`, `reversals`, `book` (everything, to print), `pictures`, `search`, `moved`
  (redirects)
- Data of hand-written pages: `home`, `news`, `about_data`
- Parts of pages: `entries` (how they are shown and referred to), `lists` (groups and neighbours), `guidance` (topics
  that apply to a card type or keyword), `card_pairs` (related cards)
"""
