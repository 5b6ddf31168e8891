"""Names as somebody types them, and what they mean.

`addresses`: the ids and addresses in a text; `catalogue`: everything in a knowledge base that has a
name → `name_table`: the table of names, which reads a typed name; `resolver`: a typed name, id or
address → the card, topic, keyword, person … that it means, or an error in a sentence;
`edit_distance`: known words that a typed one may misspell.
"""
