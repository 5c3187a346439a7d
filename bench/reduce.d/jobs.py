"""Two jobs of Gadfly against one, on all cases, the one right after the other; which comes first alternates.

Every case has `--turns`, of which the medians count: the order in which two jobs finish differs from turn to turn, and
so does what else the machine does.
"""

import os
import statistics
import sys

import case as cases
import harness
import tools

JOBS = [1, 2]


def main(binary, arguments):
    load = os.getloadavg()[0]
    rows = []
    for index, case in enumerate(cases.every(arguments.only)):
        turns = [turn(binary, case, number, index + number) for number in range(arguments.turns)]
        rows.append((case.name.split("/")[1], {jobs: [turn[jobs] for turn in turns] for jobs in JOBS}))
        times = "  ".join(" ".join(turn[jobs].shown_seconds() for jobs in JOBS) for turn in turns)
        print(f"{rows[-1][0]}  {times}", file=sys.stderr, flush=True)
    report(rows, load, harness.Figures("The reducer with two jobs against one", arguments.json))
    return any(result.failure for _, results in rows for of_jobs in results.values() for result in of_jobs)


def turn(binary, case, number, position):
    """Results by jobs."""
    order = JOBS if position % 2 == 0 else JOBS[::-1]
    return {jobs: tools.reduced(binary, case, f"gadfly-{jobs}.{number}") for jobs in order}


def report(rows, load, figures):
    table = [["case", "1 job s", "tokens", "2 jobs s", "tokens", "ratio"]]
    seconds = {jobs: [middle(results[jobs], "seconds") for _, results in rows] for jobs in JOBS}
    ratios = [one / two for one, two in zip(*seconds.values())]
    for (name, results), one, two, ratio in zip(rows, *seconds.values(), ratios):
        tokens = {jobs: f"{middle(results[jobs], 'tokens'):g}" for jobs in JOBS}
        table.append([name, shown(results[1], one), tokens[1], shown(results[2], two), tokens[2], f"{ratio:.2f}"])
    harness.table(table)
    total = sum(seconds[1]) / sum(seconds[2])
    print()
    middle = statistics.median(ratios)
    figures.add("cases", "cases", len(rows))
    figures.add("total", "all cases together: times as fast", total, f"{total:.2f}")
    figures.add("median", "median of the cases: times as fast", middle, f"{middle:.2f}")
    figures.add("load", "load average at the start", load, f"{load:.2f}")
    figures.finish()


def shown(results, seconds):
    return "failed" if any(result.failure for result in results) else f"{seconds:.1f}"


def middle(results, name):
    return statistics.median(getattr(result, name) for result in results)
