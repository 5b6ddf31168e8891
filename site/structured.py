"""Rulings and the site itself → JSON-LD (schema.org) for machines that read pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulings.model import Ruling


def site(site_url: str) -> dict[str, Any]:
    """The site as a whole, with how to search it; its address must be whole."""
    target = {"@type": "EntryPoint", "urlTemplate": f"{site_url}search/?q={{q}}"}
    return {
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": "Netrunner rulings",
        "url": site_url,
        "potentialAction": {"@type": "SearchAction", "target": target, "query-input": "required name=q"},
    }


def answers(rulings: Iterable[Ruling]) -> dict[str, Any] | None:
    """The rulings under their questions, as an FAQ page; None where there is none."""
    asked = [ruling for ruling in rulings if ruling.questions and ruling.kind != "see"]
    if not asked:
        return None
    return {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "mainEntity": [
            {"@type": "Question", "name": ruling.questions[0], "acceptedAnswer": _answer(ruling)} for ruling in asked
        ],
    }


def _answer(ruling: Ruling) -> dict[str, Any]:
    answer: dict[str, Any] = {"@type": "Answer", "text": ruling.text, "url": f"#{ruling.id}"}
    if ruling.date:
        answer["dateCreated"] = ruling.date
    people = [c.person or c.authority for c in ruling.citations]
    if people:
        answer["author"] = [
            {"@type": "Person" if c.person else "Organization", "name": c.person or c.authority}
            for c in ruling.citations
        ]
    return answer
