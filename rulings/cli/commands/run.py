"""`rulings run`: the run chart, one step with its rulings, or a walk through a run."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.copy_and_open import copy_and_open
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.lookup import ruling_filter, step_number
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen, dotted, one_line
from rulings.cli.sort_and_limit import limit_of, sort_rulings
from rulings.model.formatting import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.model.views import AnswerView, DecisionView, RulingView, StepView

    RulingsByStep = dict[int, list[RulingView]]


def run(args: Arguments) -> int:
    """Prints the chart or a step, or walks through a run, and returns 0. Raises `UsageError` for an unknown step."""
    output_format = output.format_of(args)
    pages = output.pages()
    filters, steps = ruling_filter(pages, args), pages.steps
    rulings_by_step = {
        s["number"]: filters.filter_rulings([r for id in s["rulings"] if (r := pages.ruling(id))]) for s in steps
    }
    if args["walk"]:
        if output_format:
            raise UsageError(f"--walk cannot be combined with --{output_format}")
        from rulings.cli.commands.walk import walk

        start = step_number(steps, " ".join(args.positional)) if args.positional else steps[0]["number"]
        return walk(steps, rulings_by_step, output.screen(args), start)
    if not args.positional:
        _print_chart(steps, rulings_by_step, args, output_format)
        copy_and_open(args, pages, "/run-chart/", [], "\n".join(f"{s['number']} {s['text']}" for s in steps))
        return 0
    number = step_number(steps, " ".join(args.positional))
    step = next(s for s in steps if s["number"] == number)
    rulings = sort_rulings(rulings_by_step[step["number"]], args)[: limit_of(args, None)]
    if output_format == "json":
        # `rulings` of the step lists ids, as in the export; the rulings themselves are beside the step.
        output.print_json({"step": {**step, "rulings": [r["id"] for r in rulings]}, "rulings": rulings})
    elif output_format:
        output.print_records(rulings) if output_format == "plain" else output.print_citations(pages, rulings)
    else:
        screen = output.screen(args)
        show_step(screen, step, rulings, bool(args["full"]))
        terminal.show(screen)
    copy_and_open(args, pages, step["url"], rulings)
    return 0


def _print_chart(steps: list[StepView], rulings_by_step: RulingsByStep, args: Arguments, output_format: str) -> None:
    if output_format == "json":
        output.print_json({"steps": [{**s, "rulings": [r["id"] for r in rulings_by_step[s["number"]]]} for s in steps]})
        return
    if output_format:
        rows = (
            (
                str(s["number"]),
                s["actor"] or "",
                render_ruling.with_status(s, s["text"]),
                " ".join(step_targets(s)),
                str(len(rulings_by_step[s["number"]])),
            )
            for s in steps
        )
        terminal.write("".join("\t".join(one_line(cell) for cell in row) + "\n" for row in rows))
        return
    screen = output.screen(args)
    screen.text("A run, step by step", "title")
    screen.text(
        "Sparky's Run Chart. To see a step with its rulings: rulings run 13. Question by question: rulings run --walk",
        "dim",
    )
    for step in steps:
        screen.blank()
        _show_step_briefly(screen, step, len(rulings_by_step[step["number"]]))
    terminal.show(screen)


def _show_step_briefly(screen: Screen, step: StepView, ruling_count: int) -> None:
    narrow = screen.width < 60
    number, actor = f"{step['number']:>2}", step["actor"] or ""
    indent = "    " if narrow else " " * 12
    if narrow:
        screen.row(((number, "strong"), ("  ", ""), (actor or "Check", "dim")))
        render_ruling.show_statuses(screen, step, indent)
        screen.text(step["text"], "", indent)
    else:
        render_ruling.show_statuses(screen, step, indent)
        screen.text(step["text"], "", f"{number}  {actor:<8}", indent)
    _show_next(screen, step, indent)
    if ruling_count:
        screen.text(
            count(ruling_count, "ruling") + f": rulings run {step['number']}",
            "dim",
            indent,
        )


def _show_next(screen: Screen, step: StepView, indent: str) -> None:
    """Shows what follows the step: the next one, or its question with both answers; nested questions are indented."""
    if not step["decision"]:
        screen.text(f"→ {step['next']}" if step["next"] else "The run is over.", "dim", indent)
        return
    _show_decision(screen, step["decision"], indent, step["text"])


def _show_decision(screen: Screen, decision: DecisionView, indent: str, step_text: str = "") -> None:
    if decision["question"] != step_text:
        screen.text(decision["question"], "question", indent)
    for word, answer in (("yes", decision["yes"]), ("no", decision["no"])):
        if "decision" in answer:
            screen.text(f"{word:<3} →", "", indent + "  ")
            _show_decision(screen, answer["decision"], indent + "      ")
        else:
            screen.text(_target(answer), "", f"{indent}  {word:<3} → ")


def _target(answer: AnswerView) -> str:
    return str(answer["go"]) if "go" in answer else answer["end"]


def step_targets(step: StepView) -> list[str]:
    """Where a step leads, for records: `yes:6` and `no:4`, or the number of the next step."""
    if not step["decision"]:
        return [str(step["next"] or "end")]
    targets = []
    for word, answer in (("yes", step["decision"]["yes"]), ("no", step["decision"]["no"])):
        if "decision" in answer:
            inner = answer["decision"]
            targets += [f"{word}-yes:{_target(inner['yes'])}", f"{word}-no:{_target(inner['no'])}"]
        else:
            targets.append(f"{word}:{_target(answer)}")
    return targets


def show_step(screen: Screen, step: StepView, rulings: list[RulingView], full: bool = False) -> None:
    """Shows a step: its text, where it leads, and its rulings with the reasons."""
    screen.text(f"Step {step['number']} of a run", "title")
    screen.text(
        dotted(w for w in (step["actor"] or "", count(len(rulings), "ruling")) if w),
        "dim",
    )
    screen.blank()
    render_ruling.show_statuses(screen, step)
    screen.text(step["text"])
    _show_next(screen, step, "")
    legend = render_ruling.Legend()
    why = {row["ruling"]: row["reason"] for row in step["why"]}
    for ruling in rulings:
        screen.blank()
        render_ruling.show_ruling(screen, ruling, legend, subject=True)
        if why.get(ruling["id"]):
            screen.text(
                f"Why it applies: {why[ruling['id']]}",
                "dim",
                "" if ruling["kind"] == "errata" else "  ",
                bar=ruling["kind"] == "errata",
            )
    legend.show(screen, full)
