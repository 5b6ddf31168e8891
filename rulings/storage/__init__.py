"""Files: YAML read and written, the schema, and the one cache of what was made from them."""
