"""The steps of the run chart and a person's answers → the way through a run, with the rulings on each step."""

from __future__ import annotations

import sys

from rulings import terminal
from rulings.terminal import Screen, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Step = dict[str, Any]

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
_SHOWN = 3  # rulings of a step that are named on the way; `rulings run N` shows all


def walk(steps: list[Step], bearing: dict[int, list[dict[str, Any]]], screen: Screen) -> int:
    """Asks and follows until the run ends or the answers do. Prints the path walked and returns 0."""
    by_number = {step["number"]: step for step in steps}
    if terminal.on_terminal() and sys.stdin.isatty():
        screen.text("A run, step by step: answer y or n; back undoes, quit ends.", "dim")
    path: list[str] = []
    turns: list[
        tuple[int, dict[str, Any] | None, int]
    ] = []  # questions answered: step, the question, length of the path before it
    at: int | None = steps[0]["number"]
    decision: dict[str, Any] | None = None
    while at is not None:
        step = by_number[at]
        if decision is None:
            _show(screen, step, bearing[at] if str(at) not in path else [])  # a loop need not name its rulings again
            path.append(str(at))
            decision = step["decision"]
        if decision is None:
            at = step["next"]
            continue
        answer = _ask(screen, decision["question"])
        if answer == "quit":
            break
        if answer == "back":
            if not turns:
                screen.text("This is the first question.", "dim")
                continue
            at, decision, length = turns.pop()
            del path[length:]
            screen.text(f"Back to step {at}.", "dim")
            continue
        turns.append((at, decision, len(path)))
        path.append(answer)
        then = decision[answer]
        if then.get("decision"):
            decision = then["decision"]
        elif then.get("go"):
            at, decision = then["go"], None
        else:
            path.append(then["end"])
            screen.lines.append("")
            screen.text(then["end"], "strong")
            at = None
    screen.lines.append("")
    screen.text(_told(path), "", "Path  ", "      ")
    _flush(screen)
    return 0


def _told(path: list[str]) -> str:
    """`1 yes → 2 → 3 no → 4`: answers behind their step, a no-break space between."""
    words = ""
    for part in path:
        words += f"\xa0{part}" if part in ("yes", "no") else f" → {part}" if words else part
    return words


def _show(screen: Screen, step: Step, several: list[dict[str, Any]]) -> None:
    screen.lines.append("")
    words = "" if step["decision"] and step["decision"]["question"] == step["text"] else step["text"]
    screen.text(": ".join(w for w in (step["actor"], words) if w), "strong", f"{step['number']}  ", "   ")
    for ruling in several[:_SHOWN]:
        question = ruling["questions"][0] if ruling["questions"] else ruling["text"]
        screen.text(f"{ruling['subject']['title']}: {question}", "dim", "   ▸ ", "     ")
    if len(several) > _SHOWN:
        screen.text(f"and {len(several) - _SHOWN} more: rulings run {step['number']}", "dim", "   ")


def _ask(screen: Screen, question: str) -> str:
    """`yes`, `no`, `back` or `quit`; the end of the input is `quit`."""
    while True:
        screen.text(question, "question", "   ")
        _flush(screen)
        terminal.put("   [y/n/back/quit] ")
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            terminal.put("\n")
            return "quit"
        answer = _ANSWERS.get(line.strip().lower())
        if not sys.stdin.isatty():
            terminal.put(f"{shortened(line)}\n")  # so that a piped walk reads like a typed one
        if answer:
            return answer
        screen.text(f"“{shortened(line)}” is none of them: type y, n, back or quit.", "dim", "   ")


def _flush(screen: Screen) -> None:
    terminal.put(str(screen))
    screen.lines.clear()
    sys.stdout.flush()
