"""The finder: search while one types, on a terminal."""
