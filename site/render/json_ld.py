"""Rulings and the site → JSON-LD (schema.org) for search engines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulings.model.entities import Ruling
from rulings.model.marks import status_words
from rulings.model.selecting import without_see_entries
from rulings.site import SITE_NAME


def website(site_url: str) -> dict[str, object]:
    """The site, and the address with which it is searched. `site_url` must be absolute."""
    target = {"@type": "EntryPoint", "urlTemplate": f"{site_url}search/?q={{q}}"}
    return {
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": SITE_NAME,
        "url": site_url,
        "potentialAction": {"@type": "SearchAction", "target": target, "query-input": "required name=q"},
    }


def answers(rulings: Iterable[Ruling]) -> dict[str, Any] | None:
    """The rulings as answers to their questions (an FAQ page); None if no ruling has a question.

    Superseded rulings are left out; a ruling that is superseded in part or disputed begins with its status.
    """
    faq = [r for r in without_see_entries(rulings) if r.questions and r.status != "superseded"]
    if not faq:
        return None
    return {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "mainEntity": [
            {"@type": "Question", "name": ruling.questions[0], "acceptedAnswer": _answer(ruling)} for ruling in faq
        ],
    }


def _answer(ruling: Ruling) -> dict[str, object]:
    text = f"{status_words(ruling)} {ruling.text}".lstrip()
    answer: dict[str, object] = {"@type": "Answer", "text": text, "url": f"#{ruling.id}"}
    date = ruling.date
    if date:
        answer["dateCreated"] = date
    # A document is not an author: schema.org allows only people and organizations.
    people = [c.person or c.authority for c in ruling.citations if c.standing != "document"]
    documents = [c.authority for c in ruling.citations if c.standing == "document"]
    for key, type, names in (("author", "Person", people), ("citation", "CreativeWork", documents)):
        if names:
            answer[key] = [{"@type": type, "name": name} for name in names]
    return answer
