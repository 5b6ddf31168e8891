"""Text and data → HTML and SVG."""
