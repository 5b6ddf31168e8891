"""`rulings run`: the chart, one step with the rulings that bear on it, or a walk through a run."""

from __future__ import annotations

from rulings import card_page, entry, terminal
from rulings.limits import Limits
from rulings.terminal import Screen, dotted, one_line, shortened

from . import printing
from .grammar import Typed, UsageError
from .lookup import limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Step = dict[str, Any]
    Bearing = dict[int, list[dict[str, Any]]]


def run(typed: Typed) -> int:
    """Prints the chart or a step, or walks, and returns 0; 1 for a step that there is not."""
    form = printing.form(typed)
    pages = printing.pages()
    limit, rulings, steps = limits(pages, typed), pages.get("rulings"), pages.get("steps")
    bearing = {s["number"]: limit.rulings([rulings[id] for id in s["rulings"] if id in rulings]) for s in steps}
    if typed["walk"]:
        if typed.arguments:
            raise UsageError("--walk begins at the first step and takes no number")
        if form:
            raise UsageError(f"--walk asks and answers; it has no --{form}")
        from .walk import walk

        return walk(steps, bearing, printing.screen(typed))
    if not typed.arguments:
        _chart(steps, bearing, typed, form)
        return 0
    step = _step(steps, " ".join(typed.arguments))
    if step is None:
        terminal.complain(f"the run chart has steps 1 to {len(steps)}, no “{shortened(' '.join(typed.arguments))}”")
        return 1
    several = bearing[step["number"]]
    if form == "json":
        # `rulings` keeps the ids, as in the export; the rulings themselves stand beside the step.
        printing.json({"step": {**step, "rulings": [r["id"] for r in several]}, "rulings": several})
    elif form:
        printing.records(several) if form == "plain" else printing.citations(pages, several)
    else:
        screen = printing.screen(typed)
        show_step(screen, step, several, limit)
        terminal.show(screen)
    return 0


def _step(steps: list[Step], words: str) -> Step | None:
    words = words.strip().lower().removeprefix("step").strip(" -")
    return next(
        (s for s in steps if words.isascii() and words.isdigit() and str(s["number"]) == words.lstrip("0")), None
    )


def _chart(steps: list[Step], bearing: Bearing, typed: Typed, form: str) -> None:
    if form == "json":
        printing.json({"steps": [{**s, "rulings": [r["id"] for r in bearing[s["number"]]]} for s in steps]})
        return
    if form:
        rows = (
            (str(s["number"]), s["actor"] or "", s["text"], " ".join(ways(s)), str(len(bearing[s["number"]])))
            for s in steps
        )
        terminal.put("".join("\t".join(one_line(cell) for cell in row) + "\n" for row in rows))
        return
    screen = printing.screen(typed)
    screen.text("A run, step by step", "title")
    screen.text(
        "Sparky's Run Chart. One step with its rulings: rulings run 13. Question by question: rulings run --walk",
        "dim",
    )
    for step in steps:
        screen.blank()
        _brief(screen, step, len(bearing[step["number"]]))
    terminal.show(screen)


def _brief(screen: Screen, step: Step, bear: int) -> None:
    narrow = screen.width < 60
    number, actor = f"{step['number']:>2}", step["actor"] or ""
    indent = "    " if narrow else " " * 12
    if narrow:
        screen.row(((number, "strong"), ("  ", ""), (actor or "Check", "dim")))
        screen.text(step["text"], "", indent)
    else:
        screen.text(step["text"], "", f"{number}  {actor:<8}", indent)
    _decision(screen, step, indent)
    if bear:
        screen.text(
            card_page.count(bear, "ruling bears", "rulings bear") + f" on it: rulings run {step['number']}",
            "dim",
            indent,
        )


def _decision(screen: Screen, step: Step, indent: str) -> None:
    """Where the step leads: its question with both answers, a question inside an answer further in."""
    if not step["decision"]:
        screen.text(f"→ {step['next']}" if step["next"] else "The run is over.", "dim", indent)
        return
    _ask(screen, step["decision"], indent, step["text"])


def _ask(screen: Screen, decision: dict[str, Any], indent: str, said: str = "") -> None:
    if decision["question"] != said:
        screen.text(decision["question"], "question", indent)
    for answer in ("yes", "no"):
        then = decision[answer]
        if then.get("decision"):
            screen.text(f"{answer:<3} →", "", indent + "  ")
            _ask(screen, then["decision"], indent + "      ")
        else:
            screen.text(_target(then), "", f"{indent}  {answer:<3} → ")


def _target(answer: dict[str, Any]) -> str:
    return str(answer["go"]) if answer.get("go") else str(answer["end"])


def ways(step: Step) -> list[str]:
    """Where a step leads, for a record: `yes:6`, `no:4`, or the next step."""
    if not step["decision"]:
        return [str(step["next"] or "end")]
    found = []
    for answer in ("yes", "no"):
        then = step["decision"][answer]
        if then.get("decision"):
            found += [f"{answer}-{inner}:{_target(then['decision'][inner])}" for inner in ("yes", "no")]
        else:
            found.append(f"{answer}:{_target(then)}")
    return found


def show_step(screen: Screen, step: Step, several: list[dict[str, Any]], limit: Limits | None = None) -> None:
    """One step: its words, where it leads, and the rulings that bear on it with the reason."""
    screen.text(f"Step {step['number']} of a run", "title")
    screen.text(
        dotted(
            w
            for w in (step["actor"] or "", card_page.count(len(several), "ruling bears", "rulings bear") + " on it")
            if w
        ),
        "dim",
    )
    screen.blank()
    screen.text(step["text"])
    _decision(screen, step, "")
    used: dict[str, str] = {}
    why = {row["ruling"]: row["reason"] for row in step["why"]}
    for ruling in several:
        screen.blank()
        entry.show(screen, ruling, used, subject=True)
        if why.get(ruling["id"]):
            screen.text(
                f"Why here: {why[ruling['id']]}",
                "dim",
                "" if ruling["kind"] == "errata" else "  ",
                bar=ruling["kind"] == "errata",
            )
    entry.legend(screen, used)
