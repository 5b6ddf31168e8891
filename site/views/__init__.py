"""The knowledge base → the pages of the site, each with its address, template and data."""
