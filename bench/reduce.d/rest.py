"""What C-Vise still takes away from Gadfly's results, with the script that it has for the original.

From the original it needs a quarter of an hour and more; what it finds in a result, and how small that becomes, is there
in a minute. Where it finds nothing, Gadfly's result is as small as C-Vise can make it from there.
"""

import statistics
import sys

import case as cases
import harness
import tools

LIMIT_S = 300


def main(binary, arguments):
    rows = []
    for case in cases.every(arguments.only):
        result = tools.reduced(binary, case, "gadfly")
        if result.failure:
            harness.fail(f"{case.name}: {result.failure}")
        name = case.name.split("/")[1]
        rest = tools.reduced(binary, cases.keep(f"rest/{name}", result.path.read_text(), case.facts), "cvise", LIMIT_S)
        rows.append([name, result.tokens, rest])
        print(f"{name} {result.tokens} {rest.tokens} {rest.shown_seconds()}", file=sys.stderr, flush=True)
    report(rows, harness.Figures("What C-Vise still takes away from Gadfly's results", arguments.json))
    return False


def report(rows, figures):
    table = [["case", "gadfly's tokens", "after cvise", "s", "ratio"]]
    ratios = {}
    for name, tokens, rest in rows:
        if not rest.failure:
            ratios[name] = tokens / rest.tokens
        table.append([name, tokens, rest.tokens, rest.shown_seconds(), f"{ratios[name]:.2f}" if name in ratios else ""])
    harness.table(table)
    print()
    figures.add("cases", "cases with a result of C-Vise", len(ratios), f"{len(ratios)} of {len(rows)}")
    if ratios:
        worst = max(ratios, key=ratios.get)
        median = statistics.median(ratios.values())
        figures.add("median", "Gadfly's tokens against what C-Vise leaves, median", median, f"{median:.2f}")
        figures.add("worst", f"… worst ({worst})", ratios[worst], f"{ratios[worst]:.2f}")
    figures.finish()
