"""A step of the run chart → lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import dotted
from rulings.model.entities import Answer, Decision, Ruling, Step
from rulings.model.formatting import count


def show_step(
    screen: Screen, step: Step, rulings: list[Ruling], *, full: bool = False, limit: int | None = None
) -> None:
    """Shows a step: its text, where it leads, and at most `limit` of its rulings with the reasons."""
    screen.text(f"Step {step.number} of a run", "title")
    screen.text(dotted([step.actor or "", count(len(rulings), "ruling")]), "dim")
    screen.blank()
    render_ruling.show_statuses(screen, step)
    screen.text(step.text)
    _show_next(screen, step, "")
    render_ruling.show_explanations(screen, step)
    render_ruling.show_clarifications(screen, step)
    legend = render_ruling.Legend()
    legend.add_notes(step)
    reasons = {applied.ruling: applied.reason for applied in step.applied}
    render_ruling.show_rulings(screen, rulings, legend, with_subject=True, limit=limit, reasons=reasons)
    legend.show(screen, full)


def show_step_briefly(screen: Screen, step: Step, ruling_count: int) -> None:
    """Shows a step for the list of all: its text, where it leads, and the command that shows its rulings."""
    narrow = screen.width < 60
    number = f"{step.number:>2}"
    actor = step.actor or ""
    indent = "    " if narrow else " " * 12
    if narrow:
        screen.row(((number, "strong"), ("  ", ""), (actor or "Check", "dim")))
        render_ruling.show_statuses(screen, step, indent)
        screen.text(step.text, indent=indent)
    else:
        render_ruling.show_statuses(screen, step, indent)
        screen.text(step.text, prefix=f"{number}  {actor:<8}", indent=indent)
    _show_next(screen, step, indent)
    if ruling_count:
        screen.text(
            count(ruling_count, "ruling") + f": rulings run {step.number}",
            "dim",
            indent=indent,
        )


def _show_next(screen: Screen, step: Step, indent: str) -> None:
    """Shows what follows the step: the next one, or its question with both answers; nested questions are indented."""
    if not step.decision:
        screen.text(f"→ {step.next}" if step.next else "The run is over.", "dim", indent=indent)
        return
    _show_decision(screen, step.decision, indent, step.text)


def _show_decision(screen: Screen, decision: Decision, indent: str, step_text: str = "") -> None:
    if decision.question != step_text:
        screen.text(decision.question, "question", indent=indent)
    for word, answer in (("yes", decision.yes), ("no", decision.no)):
        if answer.decision:
            screen.text(f"{word:<3} →", indent=indent + "  ")
            _show_decision(screen, answer.decision, indent + "      ")
        else:
            screen.text(_target(answer), prefix=f"{indent}  {word:<3} → ")


def _target(answer: Answer) -> str:
    return answer.end if answer.end is not None else str(answer.go)


def step_targets(step: Step) -> list[str]:
    """Where a step leads, for records: `yes:6` and `no:4`, or the number of the next step.

    Answers to nested questions are joined: `yes-no:12` is yes, then no.
    """
    return list(_targets(step.decision)) if step.decision else [str(step.next or "end")]


def _targets(decision: Decision, answers: str = "") -> Iterator[str]:
    for word, answer in (("yes", decision.yes), ("no", decision.no)):
        if answer.decision:
            yield from _targets(answer.decision, f"{answers}{word}-")
        else:
            yield f"{answers}{word}:{_target(answer)}"
