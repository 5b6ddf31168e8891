"""stub."""

from collections.abc import Iterable

from markupsafe import Markup

from rulings.model import Step


def diagram(steps: Iterable[Step], columns: int, name: str) -> Markup:
    return Markup("")
