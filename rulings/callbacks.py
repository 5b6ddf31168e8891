"""The types of the functions that long tasks call to say how far they are."""

from __future__ import annotations

from collections.abc import Callable

TaskProgress = Callable[[str], None]  # called with what the task does now; some tasks call it with "" when they end
CountProgress = Callable[[int, int], None]  # called with how many items are done, and how many there are in all
