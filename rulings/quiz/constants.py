"""The numbers of the quiz. The page uses them too: `site/export/script_constants.py`."""

from __future__ import annotations

PROGRESS_VERSION = 1  # of the format in which answers are saved
REVIEW_INTERVALS_DAYS = (1, 3, 7, 21, 60)  # until a question in box 1, 2, … is due again
