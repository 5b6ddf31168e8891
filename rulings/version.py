"""The version of the project, written only here."""

__version__ = "0.1.0"
