"""The version of the project, written only here."""

__version__ = "1.0.0"
