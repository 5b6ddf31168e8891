"""A name, id or address as somebody types it → the card, topic, keyword, person … that it means, or
an error in a sentence.

In the order in which they are read: `edit_distance` has the known words that a typed one may
misspell; `name_table` is the table of names, and reads a typed one; `catalogue` fills it with
everything in a knowledge base that has a name; `numbering` reads steps and sections named by their
numbers; `addresses` finds ids and addresses in a text; `resolver` asks all of them.
"""
