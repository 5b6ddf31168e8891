"""What several kinds of page show.

- `data`: the views that all pages use. `page`: a page of the site, before it is rendered
- `entries`: how rulings, sections and steps are shown and referred to. `lists`: groups, counts and neighbours
- `addresses`: those of authorities, keywords, lists of cards and subjects of rulings
- `source_lines`: the lines of the documents, and the addresses of the pages that show them
- `news`: the latest rulings and the added ones. `card_pairs`: related cards. `applicable_topics`: the general rulings
  that apply to a card
"""
