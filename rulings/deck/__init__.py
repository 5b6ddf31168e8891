"""Deck lists: read in any common form, and the rulings that bear on their cards as one sheet."""
