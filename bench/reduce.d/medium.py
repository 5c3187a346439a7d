"""Wrong code of medium generated programs: how many lines are left, after how many seconds.

Findings are collected as for `cases`, of programs whose test unit has 400 to 600 lines, each of another bug.
"""

import os
import random
import statistics
import sys

import case as cases
import collect
import compare
import harness
import tools

SIZE = 500
UNIT_LINES = range(400, 601)


def main(binary, arguments):
    gather(binary, arguments)
    load = os.getloadavg()[0]
    rows = []
    for case in cases.every(arguments.only, "medium"):
        result = tools.reduced(binary, case, "gadfly")
        faults = compare.verify(binary, case, result)
        rows.append((case, result, faults))
        print(f"{case.name} {result.shown_seconds()} {result.lines} {', '.join(faults)}", file=sys.stderr, flush=True)
    report(rows, load, harness.Figures("Wrong code of medium generated programs, reduced", arguments.json))
    return any(faults for *_, faults in rows)


def gather(binary, arguments):
    bugs = [bug for bug, kind in cases.bugs(binary).items() if kind == "wrong-code" and bug not in collect.LEFT_OUT]
    random.Random(f"{arguments.seed} medium").shuffle(bugs)
    programs = collect.Programs(binary, "gadfly", [SIZE], arguments.seed * 100_000 + 70_000, UNIT_LINES)
    collect.fill(programs, "medium/", "wrong-code", bugs, arguments.count)


def report(rows, load, figures):
    table = [["finding", "lines before", "s", "lines", "tokens", ""]]
    for case, result, faults in rows:
        name = case.name.split("/")[1]
        after = [result.shown_seconds(), result.lines, result.tokens]
        table.append([name, case.facts["lines"], *after, ", ".join(faults)])
    harness.table(table)
    lines = statistics.median(result.lines for _, result, _ in rows)
    seconds = statistics.median(result.seconds for _, result, _ in rows)
    cpu_s = statistics.median(result.cpu_s for _, result, _ in rows)
    print()
    figures.add("findings", "findings", len(rows))
    figures.add("lines", "lines left, median", lines, f"{lines:g}")
    figures.add("seconds", "seconds, median", seconds, f"{seconds:.1f}")
    figures.add("cpu_s", "CPU seconds, median", cpu_s, f"{cpu_s:.1f}")
    figures.add("load", "load average at the start", load, f"{load:.2f}")
    figures.finish()
