"""Words that people may type (Hypothesis): parts of words, signs, operators and letters
in any order, and any text.
"""

from __future__ import annotations

from hypothesis import strategies as st

FRAGMENTS = (
    *(
        "dreff",
        "Dr. Dreff",
        "tracing",
        "jack out",
        "R&D",
        "π in the 'Face",
        "step 3",
        "17",
    ),
    *("variant", "boardwalk-", "the"),
    *"\"'()[]-+~^:*?/|<>&=#!",
    *(
        "--",
        "\\\\",
        "%s",
        "{}",
        "OR",
        "AND",
        "NOT",
        "TO",
        "card:",
        "by:",
        "is:errata",
        "before:",
    ),
    *("1997-01-01", "n:", "@"),
    *"\x00\t\n\r\x85\u2028\u202e\ufeff\uffff\ud800\udce9éΩ\U0001f600ﬀİ",
    *("\x1b[2J", "你好", "9" * 400, "a" * 3000, "((((((((", "- - -"),
    *("|\n", ">-\n", "- ", "  ", "? ", ": ", "*a", "&a", "!!python/object:os.system"),
)
typed_words = st.one_of(
    *(
        st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=14).map(
            separator.join
        )
        for separator in ("", " ")
    ),
    st.text(max_size=60),
)
