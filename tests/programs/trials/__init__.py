"""The trials of `programs/reliability.py`, each a function that returns how many of its runs had which outcome."""
