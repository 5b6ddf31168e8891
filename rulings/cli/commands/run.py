"""`rulings run`: the run chart, one step with its rulings, or a walk through a run."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.arranging import in_order, limit_of
from rulings.cli.copy_and_open import copy_and_open
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.lookup import ruling_filter, step_number
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen, dotted, one_line
from rulings.model.filtering import RulingFilter
from rulings.model.formatting import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.model.views import AnswerView, DecisionView, RulingView, StepView

    Bearing = dict[int, list[RulingView]]


def run(args: Arguments) -> int:
    """Prints the chart or a step, or walks, and returns 0. `UsageError` for a step that does not exist."""
    form = output.output_format(args)
    pages = output.pages()
    filters, steps = ruling_filter(pages, args), pages.get("steps")
    bearing = {s["number"]: filters.rulings([r for id in s["rulings"] if (r := pages.ruling(id))]) for s in steps}
    if args["walk"]:
        if form:
            raise UsageError(f"--walk cannot be combined with --{form}")
        from rulings.cli.commands.walk import walk

        start = step_number(steps, " ".join(args.positional)) if args.positional else steps[0]["number"]
        return walk(steps, bearing, output.screen(args), start)
    if not args.positional:
        _chart(steps, bearing, args, form)
        copy_and_open(args, pages, "/run-chart/", [], "\n".join(f"{s['number']} {s['text']}" for s in steps))
        return 0
    number = step_number(steps, " ".join(args.positional))
    step = next(s for s in steps if s["number"] == number)
    rulings = in_order(bearing[step["number"]], args)[: limit_of(args, None)]
    if form == "json":
        # `rulings` keeps the ids, as in the export; the rulings themselves stand beside the step.
        output.json({"step": {**step, "rulings": [r["id"] for r in rulings]}, "rulings": rulings})
    elif form:
        output.records(rulings) if form == "plain" else output.citations(pages, rulings)
    else:
        screen = output.screen(args)
        show_step(screen, step, rulings, filters, bool(args["full"]))
        terminal.show(screen)
    copy_and_open(args, pages, step["url"], rulings)
    return 0


def _chart(steps: list[StepView], bearing: Bearing, args: Arguments, form: str) -> None:
    if form == "json":
        output.json({"steps": [{**s, "rulings": [r["id"] for r in bearing[s["number"]]]} for s in steps]})
        return
    if form:
        rows = (
            (
                str(s["number"]),
                s["actor"] or "",
                render_ruling.with_status(s, s["text"]),
                " ".join(ways(s)),
                str(len(bearing[s["number"]])),
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
        _brief(screen, step, len(bearing[step["number"]]))
    terminal.show(screen)


def _brief(screen: Screen, step: StepView, ruling_count: int) -> None:
    narrow = screen.width < 60
    number, actor = f"{step['number']:>2}", step["actor"] or ""
    indent = "    " if narrow else " " * 12
    if narrow:
        screen.row(((number, "strong"), ("  ", ""), (actor or "Check", "dim")))
        render_ruling.statuses(screen, step, indent)
        screen.text(step["text"], "", indent)
    else:
        render_ruling.statuses(screen, step, indent)
        screen.text(step["text"], "", f"{number}  {actor:<8}", indent)
    _decision(screen, step, indent)
    if ruling_count:
        screen.text(
            count(ruling_count, "ruling") + f": rulings run {step['number']}",
            "dim",
            indent,
        )


def _decision(screen: Screen, step: StepView, indent: str) -> None:
    """Shows where the step leads: its question with both answers; a question in an answer is indented."""
    if not step["decision"]:
        screen.text(f"→ {step['next']}" if step["next"] else "The run is over.", "dim", indent)
        return
    _ask(screen, step["decision"], indent, step["text"])


def _ask(screen: Screen, decision: DecisionView, indent: str, step_text: str = "") -> None:
    if decision["question"] != step_text:
        screen.text(decision["question"], "question", indent)
    for answer, then in (("yes", decision["yes"]), ("no", decision["no"])):
        if "decision" in then:
            screen.text(f"{answer:<3} →", "", indent + "  ")
            _ask(screen, then["decision"], indent + "      ")
        else:
            screen.text(_target(then), "", f"{indent}  {answer:<3} → ")


def _target(answer: AnswerView) -> str:
    return str(answer["go"]) if "go" in answer else answer["end"]


def ways(step: StepView) -> list[str]:
    """Where a step leads, for records: `yes:6`, `no:4`, or the next step."""
    if not step["decision"]:
        return [str(step["next"] or "end")]
    targets = []
    for answer, then in (("yes", step["decision"]["yes"]), ("no", step["decision"]["no"])):
        if "decision" in then:
            inner = then["decision"]
            targets += [f"{answer}-yes:{_target(inner['yes'])}", f"{answer}-no:{_target(inner['no'])}"]
        else:
            targets.append(f"{answer}:{_target(then)}")
    return targets


def show_step(
    screen: Screen, step: StepView, rulings: list[RulingView], filters: RulingFilter | None = None, full: bool = False
) -> None:
    """Shows a step: its text, where it leads, and its rulings with the reasons."""
    screen.text(f"Step {step['number']} of a run", "title")
    screen.text(
        dotted(w for w in (step["actor"] or "", count(len(rulings), "ruling")) if w),
        "dim",
    )
    screen.blank()
    render_ruling.statuses(screen, step)
    screen.text(step["text"])
    _decision(screen, step, "")
    legend = render_ruling.Legend()
    why = {row["ruling"]: row["reason"] for row in step["why"]}
    for ruling in rulings:
        screen.blank()
        render_ruling.show(screen, ruling, legend, subject=True)
        if why.get(ruling["id"]):
            screen.text(
                f"Why it applies: {why[ruling['id']]}",
                "dim",
                "" if ruling["kind"] == "errata" else "  ",
                bar=ruling["kind"] == "errata",
            )
    legend.show(screen, full)
