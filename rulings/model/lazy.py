"""A value that is computed on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property:
        """That of `functools` as it is since Python 3.12: without a lock, which a child that is
        forked while another thread holds it would wait for forever.
        """

        def __init__(self, compute) -> None:
            self.compute, self.__doc__ = compute, compute.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = vars(instance)[self.name] = self.compute(instance)
            return value
