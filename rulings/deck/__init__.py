"""The rulings that apply to a deck, or to two decks that meet.

`decklist` finds the cards that the lines of a deck list mean; `sheet` finds their
rulings.
"""
