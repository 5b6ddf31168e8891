"""Views → lines for a terminal."""
