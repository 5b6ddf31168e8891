"""Text or a query → the words that are compared: folded, split, and (for the ranking) cut down to their stems.

No word is lost: *not, may, can, if, when* decide a ruling, `R&D` is one word, one-letter names are words. The same
functions read the entries when the index is built and the query, so both sides agree. Nothing is imported here.
"""

from __future__ import annotations

LONGEST = 40  # letters of a word that are kept: the longest real one has 17

_TABLE = "".join(chr(i) if chr(i).isalnum() else " " for i in range(128)).lower()
_MARKS = ("[tm]", "(tm)", "(r)")

# English, not the game: contractions keep their negation as a word of its own.
_CONTRACTIONS = {
    "cannot": ("can", "not"),
    "cant": ("can", "not"),
    "dont": ("do", "not"),
    "doesnt": ("do", "not"),
    "didnt": ("do", "not"),
    "isnt": ("be", "not"),
    "arent": ("be", "not"),
    "wasnt": ("be", "not"),
    "werent": ("be", "not"),
    "wont": ("will", "not"),
    "wouldnt": ("would", "not"),
    "couldnt": ("could", "not"),
    "shouldnt": ("should", "not"),
    "havent": ("have", "not"),
    "hasnt": ("have", "not"),
    "hadnt": ("have", "not"),
    "mustnt": ("must", "not"),
    "im": ("i", "be"),
    "ive": ("i", "have"),
    "whats": ("what", "be"),
    "whos": ("who", "be"),
    "thats": ("that", "be"),
    "hes": ("he", "be"),
    "shes": ("she", "be"),
    "theyre": ("they", "be"),
    "youre": ("you", "be"),
    "lets": ("let",),
    "rd": ("rnd",),
    "never": ("never",),
}
_IRREGULAR = {
    "am": "be",
    "is": "be",
    "are": "be",
    "was": "be",
    "were": "be",
    "been": "be",
    "being": "be",
    "has": "have",
    "had": "have",
    "having": "have",
    "does": "do",
    "did": "do",
    "done": "do",
    "doing": "do",
    "goes": "go",
    "went": "go",
    "gone": "go",
    "going": "go",
    "paid": "pay",
    "payment": "pay",
    "payments": "pay",
    "took": "take",
    "taken": "take",
    "gave": "give",
    "given": "give",
    "got": "get",
    "gotten": "get",
    "getting": "get",
    "drew": "draw",
    "drawn": "draw",
    "broke": "break",
    "broken": "break",
    "chose": "choose",
    "chosen": "choose",
    "choice": "choose",
    "choices": "choose",
    "lost": "lose",
    "loses": "lose",
    "losing": "lose",
    "loss": "lose",
    "stole": "steal",
    "stolen": "steal",
    "threw": "throw",
    "thrown": "throw",
    "dealt": "deal",
    "kept": "keep",
    "ran": "run",
    "made": "make",
    "said": "say",
    "says": "say",
    "saw": "see",
    "seen": "see",
    "knew": "know",
    "known": "know",
    "began": "begin",
    "begun": "begin",
    "spent": "spend",
    "put": "put",
    "hid": "hide",
    "hidden": "hidden",
    "dies": "die",
    "died": "die",
    "dying": "die",
    "ties": "tie",
    "tied": "tie",
    "this": "this",
    "its": "it",
    "us": "us",
    "yes": "yes",
    "less": "less",
    "plus": "plus",
    "minus": "minus",
    "bonus": "bonus",
    "virus": "virus",
    "viruses": "virus",
    "status": "status",
    "always": "always",
    "versus": "versus",
    "vs": "versus",
    "uses": "use",
    "used": "use",
    "using": "use",
    "dice": "die",
    "removal": "remove",
    "removals": "remove",
    "came": "come",
    "blew": "blow",
    "blown": "blow",
    "cheaper": "cheap",
    "weaker": "weak",
    "stronger": "strong",
    "higher": "high",
    "bigger": "big",
    "larger": "large",
    "longer": "long",
    "fewer": "few",
    "easier": "easy",
    "smaller": "small",
    "smallest": "small",
    "fewest": "few",
    "won": "win",
    "bought": "buy",
    "sold": "sell",
    "caught": "catch",
    "fell": "fall",
    "held": "hold",
    "met": "meet",
    "sent": "send",
    "stood": "stand",
    "told": "tell",
    "thought": "think",
    "understood": "understand",
    "wrote": "write",
    "bodies": "body",
    "series": "series",
    "refusal": "refuse",
    "later": "late",
    "earlier": "early",
    "something": "something",
    "anything": "anything",
    "nothing": "nothing",
    "everything": "everything",
    "thing": "thing",
    "king": "king",
    "ring": "ring",
    "during": "during",
    "bring": "bring",
    "brought": "bring",
    "speed": "speed",
    "need": "need",
    "exceed": "exceed",
    "proceed": "proceed",
    "indeed": "indeed",
    "forgone": "forgo",
    "lying": "lie",
    "reversal": "reverse",
    "reversals": "reverse",
    "noisy": "noise",
    "red": "red",
    "bed": "bed",
    "action": "action",
    "actions": "action",
}
_VOWELS = frozenset("aeiouy")


def words_of(text: str) -> list[str]:
    """The folded words of a text in order, contractions opened: `Can't R&D's 2nd?` → `can not rnd 2nd`."""
    if not text.isascii():
        from rulings.search.accents import plain

        text = plain(text)
    text = text.lower()
    if "(" in text or "[" in text:
        for mark in _MARKS:
            text = text.replace(mark, "")
    found = list[str]()
    for word in text.replace("'", "").replace("`", "").replace("&", " and ").translate(_TABLE).split():
        if word in _CONTRACTIONS:
            found.extend(_CONTRACTIONS[word])
        elif word in ("d", "ds") and found[-2:] == ["r", "and"]:
            found[-2:] = ["rnd"]  # R&D is one word, however it is written
        else:
            found.append(word[:LONGEST])
    return found


def stem(word: str) -> str:
    """What is common to the forms of a word: `rezzed`, `rezzing`, `rezzes` → `rez`. Words with digits stay whole."""
    if word not in _IRREGULAR:
        if len(word) < 4 or not word.isalpha():
            return word
        word = _without_plural(word)
        if word not in _IRREGULAR:
            word = _without_ending(word)
    word = _IRREGULAR.get(word, word)
    if len(word) > 4 and word.endswith("e") and not word.endswith("ee"):
        word = word[:-1]
    return word


def stems_of(text: str) -> list[str]:
    """The stems of a text's words, in order."""
    return [stem(word) for word in words_of(text)]


def _without_plural(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def _without_ending(word: str) -> str:
    for ending in ("ied", "ed", "ing"):
        if word.endswith(ending) and len(word) - len(ending) > 1:
            root = word[: -len(ending)]
            if ending == "ied":
                return root + "y" if len(root) > 2 else root + "ie"
            if not _VOWELS.isdisjoint(root):
                return _whole(root)
    if word.endswith("zz"):
        return word[:-1]
    if len(word) > 7:
        for ending, kept in (
            ("ification", "ify"),
            ("ation", ""),
            ("ment", ""),
            ("ness", ""),
            ("tion", "t"),
            ("sion", "s"),
            ("ly", ""),
        ):
            if word.endswith(ending):
                return _whole(word[: -len(ending)] + kept)
    return word[:-2] if len(word) > 5 and word.endswith("ly") else word


def _whole(root: str) -> str:
    """A root after its ending was cut: a doubled consonant is single (`rezz`), a short one gets its e back (`us`)."""
    if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "aeiouls":
        return root[:-1]
    if len(root) < 3 or (
        len(root) == 3 and root[0] not in _VOWELS and root[1] in _VOWELS and root[2] not in "aeiouwxy"
    ):
        return root + "e"
    return root
