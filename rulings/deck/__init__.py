"""A deck list → the rulings that apply to the deck, or to two decks that meet.

`reading`: the bytes of a list → the cards that its lines mean; `sheet`: these cards → the rulings.
"""
