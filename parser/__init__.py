"""Reads the five documents and the hand-kept YAML and writes the knowledge base: lines → entries → citations → links → YAML."""
