"""Two jobs of Gadfly against one, on all cases, the one right after the other; which comes first alternates."""

import os
import statistics
import sys

import case as cases
import harness
import tools

TOOLS = ["gadfly-1", "gadfly-2"]


def main(binary, arguments):
    load = os.getloadavg()[0]
    rows = []
    for index, case in enumerate(cases.every(arguments.only)):
        order = TOOLS if index % 2 == 0 else TOOLS[::-1]
        results = {tool: tools.reduced(binary, case, tool) for tool in order}
        rows.append([case.name.split("/")[1], *(results[tool] for tool in TOOLS)])
        print(f"{rows[-1][0]} {' '.join(results[tool].shown_seconds() for tool in TOOLS)}", file=sys.stderr, flush=True)
    report(rows, load)
    return any(result.failure for _, *results in rows for result in results)


def report(rows, load):
    table = [["case", "1 job s", "tokens", "2 jobs s", "tokens", "ratio"]]
    ratios = []
    for name, one, two in rows:
        ratios.append(one.seconds / two.seconds)
        table.append([name, one.shown_seconds(), one.tokens, two.shown_seconds(), two.tokens, f"{ratios[-1]:.2f}"])
    harness.table(table)
    total = sum(one.seconds for _, one, _ in rows) / sum(two.seconds for _, _, two in rows)
    print(f"\n2 jobs are {statistics.median(ratios):.2f} times as fast in the median, {total:.2f} times in all")
    print(f"load average at the start: {load:.2f}")
