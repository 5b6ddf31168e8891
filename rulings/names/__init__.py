"""Turns a typed name, id or address into the card, topic, keyword, person … that it
means, or into an error in a sentence.

Read the modules in this order:

- words: `spelling` has the other spellings of a name; `edit_distance` finds the known
  words that a typed one may misspell
- names: `name_table` holds all names and looks up exact ones; `catalogue` fills the
  table with everything in a knowledge base that has a name; `name_matching` reads a
  typed name, even a part of one or a misspelt one; `names_in_query` finds the names of
  cards among other words
- ids: `numbering` reads the numbers of steps and sections; `addresses` finds ids and
  addresses in a text
- `resolver` decides with all of these what a typed text means
"""
