"""Names as people type them → the cards and topics they mean, or the nearest names.

- `resolving`: the tables of names, and how a typed name is looked up in them; `tables`: the shapes of these tables
- `edit_distance`: what a misspelt name or word means; `constants`: the limits and words for all of this
- `finding`: the entity that a typed name or id means, or the nearest names
- `nearest`: the most similar known words, for error messages; it also says which measure of similarity is for what
- `meanings`: the meaning of a name that is not a card's, such as a topic or keyword; `accents`: text → ASCII
"""
