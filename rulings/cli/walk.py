"""`rulings run --walk`: asks the questions of the run chart and follows the answers."""

from __future__ import annotations

import sys

from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen, shortened
from rulings.model import selecting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.model.views import AnswerView, DecisionView, RulingView, StepView

_ANSWERS = {
    "y": "yes",
    "yes": "yes",
    "n": "no",
    "no": "no",
    "b": "back",
    "back": "back",
    "q": "quit",
    "quit": "quit",
    "exit": "quit",
}
_MAX_RULINGS = 3  # listed per step; `r` and `rulings run N` show all


def walk(steps: list[StepView], rulings_by_step: dict[int, list[RulingView]], screen: Screen, start: int = 1) -> int:
    """Asks from the step `start` until the run or the input ends. Prints the path and returns 0.

    Typing a ruling's number, or `r` for all, shows it and repeats the question.
    """
    by_number = {step["number"]: step for step in steps}
    if terminal.is_interactive():
        screen.text("A run, step by step. Answer y or n; a number opens a ruling, r all; back undoes an answer.", "dim")
    path: list[str] = []
    # Of each question that was answered: step, question, length of the path before it, and `openable`.
    answered: list[tuple[int, DecisionView, int, list[RulingView]]] = []
    number: int | None = start
    decision: DecisionView | None = None
    openable: list[RulingView] = []  # rulings of the steps since the last answer, which can be opened by number
    while number is not None:
        step = by_number[number]
        if decision is None:
            is_first_visit = str(number) not in path
            _show_step(screen, step, rulings_by_step[number] if is_first_visit else [], openable)
            path.append(str(number))
            decision = step["decision"]
        if decision is None:
            number = step["next"]
            continue
        answer = _ask(screen, decision["question"], openable)
        if answer == "quit":
            break
        if answer == "back":
            if not answered:
                screen.text("This is the first question.", "dim")
                continue
            number, decision, length, openable = answered.pop()
            del path[length:]
            screen.text(f"Back to step {number}.", "dim")
            continue
        answered.append((number, decision, len(path), openable))
        openable = []
        path.append(answer)
        number, decision = _follow(screen, step, decision["yes"] if answer == "yes" else decision["no"], path)
    screen.blank(always=True)
    screen.text(_path_line(path), "", "Path  ", "      ")
    _flush(screen)
    return 0


def _follow(
    screen: Screen, step: StepView, answer: AnswerView, path: list[str]
) -> tuple[int | None, DecisionView | None]:
    """Where an answer leads: to a step, or to a further question of this one. An end is shown and added to the path.

    The number is None if the run is over.
    """
    if "decision" in answer:
        return step["number"], answer["decision"]
    if "go" in answer:
        return answer["go"], None
    path.append(answer["end"])
    screen.blank(always=True)
    screen.text(answer["end"], "strong")
    return selecting.step_after_end(step), None


def _path_line(path: list[str]) -> str:
    """The path in one line: `1 yes → 2 → 3 no → 4`."""
    words = ""
    for part in path:
        words += f"\xa0{part}" if part in ("yes", "no") else f" → {part}" if words else part
    return words


def _show_step(screen: Screen, step: StepView, rulings: list[RulingView], openable: list[RulingView]) -> None:
    """Shows a step with the first of its rulings, and appends all of them to `openable`, by which they are numbered."""
    screen.blank(always=True)
    words = "" if step["decision"] and step["decision"]["question"] == step["text"] else step["text"]
    render_ruling.show_statuses(screen, step, "   ")
    screen.text(": ".join(w for w in (step["actor"], words) if w), "strong", f"{step['number']}  ", "   ")
    for number, ruling in enumerate(rulings[:_MAX_RULINGS], len(openable) + 1):
        question = selecting.heading(ruling) or ruling["text"]
        words = render_ruling.with_mark(ruling, f"{ruling['subject']['title']}: {question}")
        screen.text(words, "dim", f"{number:>4} ", "     ")
    if len(rulings) > _MAX_RULINGS:
        last = f"{len(openable) + len(rulings)}" if len(rulings) > _MAX_RULINGS + 1 else ""
        numbers = f"{len(openable) + _MAX_RULINGS + 1}{f' to {last}' if last else ''}"
        screen.text(
            f"and {len(rulings) - _MAX_RULINGS} more: {numbers}, or rulings run {step['number']}", "dim", "     "
        )
    openable += rulings


def _ask(screen: Screen, question: str, openable: list[RulingView]) -> str:
    """Asks until the answer is `yes`, `no`, `back` or `quit` (also the end of the input); shows rulings on request."""
    while True:
        screen.text(question, "question", "   ")
        _flush(screen)
        numbers = "1" if len(openable) == 1 else f"1–{len(openable)}"
        terminal.write(f"   [y/n/back/quit{f', {numbers} or r' if openable else ''}] ")
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            terminal.write("\n")
            return "quit"
        answer = _ANSWERS.get(line.strip().lower())
        if not sys.stdin.isatty():
            terminal.write(f"{shortened(line)}\n")  # so that piped input looks like typed input
        if answer:
            return answer
        chosen = _chosen_rulings(line.strip().lower(), openable)
        if chosen:
            _show_rulings(screen, chosen)
            continue
        or_number = ", or the number of a ruling" if openable else ""
        screen.text(f"“{shortened(line)}” is not an answer; type y, n, back or quit{or_number}.", "dim", "   ")


def _chosen_rulings(typed: str, openable: list[RulingView]) -> list[RulingView]:
    """The rulings that the user wants to see: one by its number, all by `r`."""
    if typed in ("r", "rulings"):
        return openable
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 5 else 0
    return openable[number - 1 : number] if number else []


def _show_rulings(screen: Screen, rulings: list[RulingView]) -> None:
    legend = render_ruling.Legend()
    for ruling in rulings:
        screen.blank(always=True)
        render_ruling.show_ruling(screen, ruling, legend, subject=True)
    legend.show(screen)
    screen.blank(always=True)
    if terminal.on_terminal():
        terminal.show(screen)
        screen.lines.clear()
    else:
        _flush(screen)


def _flush(screen: Screen) -> None:
    terminal.write(str(screen))
    screen.lines.clear()
    sys.stdout.flush()
