"""Random trials of damage, kills and races: `python tests/programs reliability --runs 5000` prints the outcomes.

The outcome of a run is `right`, or one of four failures: a wrong answer, a traceback, a crash of the interpreter, or
`lost` (a killed process left files behind for good). `tests/project/test_reliability.py` makes a few runs of each
trial; by hand, thousands can be made.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable

from programs.trials import damage_compiled, kill_compilations, race_compilations
from rulings.storage.compiled import state as program_state

FAILURES = ("wrong", "traceback", "crash", "lost")


TRIALS: dict[str, Callable[[int, int], Counter[str]]] = {
    "damage": damage_compiled,
    "kills": lambda runs, seed: kill_compilations(max(runs // 10, 1), seed),
    "races": lambda runs, seed: race_compilations(max(runs // 16, 1), seed=seed),
}


def main() -> None:
    """Runs the trials and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--runs",
        type=int,
        default=300,
        help="how many damaged files and as many processes that race; a tenth as many kills",
    )
    parser.add_argument("--seed", type=int, default=1996)
    parser.add_argument("--only", choices=tuple(TRIALS))
    arguments = parser.parse_args()
    print(f"{'':10}{'runs':>8}" + "".join(f"{name:>11}" for name in FAILURES) + f"{'seconds':>10}")
    failures = 0
    before = program_state()
    for name, trial in TRIALS.items():
        if arguments.only not in (None, name):
            continue
        trial_start = time.monotonic()
        outcomes = trial(arguments.runs, arguments.seed)
        failures += sum(outcomes[failure] for failure in FAILURES)
        figures = "".join(f"{outcomes[failure]:>11}" for failure in FAILURES)
        print(f"{name:10}{sum(outcomes.values()):>8}{figures}{time.monotonic() - trial_start:>10.0f}", flush=True)
    if program_state() != before:
        sys.exit("the program or its YAML was edited meanwhile: these figures say nothing")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
