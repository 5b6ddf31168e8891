"""The knowledge base in memory, its JSON, and how both are put into words. Nothing here reads or writes files.

- `entities`, `knowledge`, `constants`, `ids`: cards, rulings, sections …; all of them together; fixed values; how ids
  are made
- `loading`: the data of the YAML files → a `Knowledge`, with the help of `from_rows` (rows → entities), `rows` (the
  types of rows), `wording` (a printed entry → text and citations), `status` (what is superseded or disputed) and
  `near_identical`
- `views`, `serializing`: the shapes of the JSON, and entities → these shapes
- `formatting`, `marks`, `citing`: views → words for people: counts, dates and facts; marks and statuses; citations
- `selecting`, `cited_passages`, `markup`: what is taken from views: own rulings, the dates and the status that count;
  a text divided where its citations change, or without emphasis
- `date_range`, `tournament`: dates as typed; tournament plans
"""
