"""Turns a typed name, id or address into the card, topic, keyword, person … that it
means, or into an error in a sentence.

Read the modules in this order: `edit_distance` finds the known words that a typed one
may misspell; `name_table` holds the names and reads a typed one; `catalogue` fills the
table with everything in a knowledge base that has a name; `numbering` reads the numbers
of steps and sections; `addresses` finds ids and addresses in a text; `resolver` uses
all of them.
"""
