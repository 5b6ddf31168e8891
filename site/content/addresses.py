"""Authorities, keywords, lists of cards, subjects of rulings → the addresses of their pages below the site root."""

from __future__ import annotations

from rulings.model.entities import Authority, Reference
from rulings.model.ids import slug


def authority_url(authority: Authority) -> str:
    """`/authorities/sparky/`."""
    return f"/authorities/{authority.id}/"


def keyword_url(keyword: str) -> str:
    """`/keywords/black-ice/`."""
    return f"/keywords/{slug(keyword)}/"


def card_list_url(value: str, fact: str) -> str:
    """`/cards/by-type/ice/`: the list of the cards with that value of a fact, such as `type`."""
    return f"/cards/by-{slug(fact)}/{slug(value)}/"


def subject_url(subject: Reference) -> str:
    """`/cards/dr-dreff/` or `/topics/tracing/`."""
    return f"/{subject.kind}s/{subject.id}/"
