"""The base class of all entities: an immutable record that converts to JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform

from msgspec import Struct, field
from msgspec.json import decode, encode
from msgspec.structs import force_setattr

from rulings.model import plain_text


class _WithId(Protocol):
    @property
    def id(self) -> str: ...


_Item = TypeVar("_Item", bound=_WithId)


def by_id(items: Iterable[_Item]) -> dict[str, _Item]:
    """The items by their ids, in the given order."""
    return {item.id: item for item in items}


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def grouped(
    pairs: Iterable[tuple[_Key, _Value]],
) -> dict[_Key, list[_Value]]:
    """The values of each key, both in the given order."""
    groups: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Entity(Struct, frozen=True, forbid_unknown_fields=True):
    """An immutable record: the base class of all entities."""

    # The values of fields without a default, if the YAML leaves them out
    omitted_values: ClassVar[dict[str, Any]] = {}

    def to_dict(self) -> dict[str, Any]:
        """The entity as JSON data."""
        data: dict[str, Any] = decode(encode(self))
        return data

    def _set(self, **values: object) -> None:
        """Sets fields that follow from others, while the entity is made."""
        for name, value in values.items():
            force_setattr(self, name, value)

    def __repr__(self) -> str:
        """`<Ruling dr-dreff-601afce4: Dr. Dreff>` for an entity that has an id or whose
        subject has one. All the values of a page would be long.
        """
        about: Any = self
        if not hasattr(self, "id"):
            about = getattr(self, "subject", None)
            if not hasattr(about, "id"):
                return super().__repr__()
        title = getattr(about, "title", None) or getattr(about, "name", "")
        class_name = type(self).__name__
        return f"<{class_name} {about.id}: {plain_text.shortened(str(title))}>"

    def __hash__(self) -> int:
        """The hash of its id. An entity without an id has a hash unless it contains a
        list or a dict.
        """
        if hasattr(self, "id"):
            return hash(self.id)
        return super().__hash__()
