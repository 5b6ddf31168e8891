"""Tests of the JSON of entities."""

from __future__ import annotations

from dataclasses import fields

from rulings.model.entities import Card
from rulings.model.views import CardView


def test_every_fact_of_a_card_is_in_its_json() -> None:
    facts = {field.name for field in fields(Card)} - {"inherits"}
    assert facts <= CardView.__annotations__.keys()
