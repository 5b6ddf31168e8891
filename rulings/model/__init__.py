"""The knowledge base in memory, its JSON, and how both are put into words. Nothing here reads or writes files.

- `entities`: cards, rulings, sections, steps, notes …; `knowledge`: all of them together, by id and by subject
- `constants`: the values that facts and statuses can have; `ids`: how ids are made from titles and words
- `pages`: what is on the page of a card or topic; `exporting`: everything as data
- `loading`: the data of the YAML files → a `Knowledge`, with the help of `files` (the shapes of the files), `from_rows`
  (rows → entities), `printed_entry` (a printed entry → its text and citations), `status` (what is superseded or
  disputed) and `near_identical` (rulings that say the same under several subjects)
- Entities → words for people: `formatting` (counts, dates and facts), `marks` (marks and statuses), `citing`
  (citations); `shown`: marks, statuses and cited parts, which no JSON for programs contains
- What is taken from entities: `selecting` (some of the rulings, the dates and the status that count), `cited_parts` (a
  text divided where its citations change), `as_of` (a ruling as it stood on a day), `markup` (a text without emphasis)
- `date_range`: a date as typed → its first and last day; `tournament`: plans of tournaments; `printable`: any text →
  what is safe to print
"""
