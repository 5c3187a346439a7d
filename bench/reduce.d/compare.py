"""Every case with every tool: times, sizes, and whether Gadfly's results are what they should be.

C-Vise needs minutes for a case, up to an hour. So it is cut off at `--limit-factor` times what Gadfly needed, at 30 s at
least: still running then is all there is to know about the ratio of times, which counts as at least that. The `--full`
smallest cases run to their ends, or two hours; only finished results have a size to compare with, and they are kept
(`tools.py`).

A result of Gadfly is verified with the two references, the sanitizers of both compilers, `gadfly run`, and the broken
compiler (wrong code), or with the references and the message of the crash.
"""

import math
import os
import statistics
import sys

import case as cases
import harness
import oracle
import tools

# No result of wrong code that the script accepts has less: `int printf(const char *, ...); int main() { printf("%d", 1); }`.
FEWEST_TOKENS = 23
# What such a program has besides where a bug strikes at nothing less. An array or a struct, as `int a[2];` and `a[1]` for
# the 1; a switch, as `int a` and `switch (a) { case 0: case 1: case 2: case 3: }`, fewer than which GCC makes no table for;
# a loop to a constant, as `int a` and `while (a++ < 4)`; every second exclusive or, as `int a` and `a ^ 2 ^ 1`.
FURTHER_TOKENS = {"vector-add": 9, "vector-shift": 9, "member-offset": 9, "jump-table": 20, "loop-short": 9, "xor-as-or": 6}
# At most so many times the tokens in the median.
RATIO_BAR = 1.1
LEAST_LIMIT_S = 30
FULL_LIMIT_S = 7200


def main(binary, arguments):
    chosen = cases.every(arguments.only)
    others = [tool for tool in arguments.tools.split(",") if tool != "gadfly"]
    unknown = set(others) - set(tools.OTHERS)
    if unknown:
        harness.fail(f"there is no tool {', '.join(sorted(unknown))}")
    print(f"load average {os.getloadavg()[0]:.2f}", file=sys.stderr)
    rows = []
    for index, case in enumerate(chosen):
        row = Row(binary, case)
        for tool in others:
            row.add(binary, tool, limit_s(row.gadfly, index < arguments.full, arguments.limit_factor))
        rows.append(row)
        print(f"{index + 1}/{len(chosen)} {'  '.join(map(str, row.cells(others)))}", file=sys.stderr, flush=True)
    tools.keep((row.case, tool, row.others[tool]) for row in rows for tool in others if row.is_finished(tool))
    report(rows, others, harness.Figures("The reducer beside C-Vise and C-Reduce", arguments.json))
    return any(row.faults for row in rows)


def limit_s(gadfly, is_full, factor):
    return FULL_LIMIT_S if is_full else max(LEAST_LIMIT_S, factor * gadfly.seconds)


class Row:
    def __init__(self, binary, case):
        self.case, self.others = case, {}
        self.gadfly = tools.reduced(binary, case, "gadfly")
        self.faults = verify(binary, case, self.gadfly)

    def add(self, binary, tool, limit):
        self.others[tool] = tools.reduced(binary, self.case, tool, limit)

    def cells(self, others):
        cells = [self.case.name.split("/")[1], self.case.kind, self.case.size]
        for result in [self.gadfly, *(self.others[tool] for tool in others)]:
            cells += [result.shown_seconds(), result.tokens, result.lines]
        return [*cells, ", ".join(self.faults) or "verified"]

    def time_ratio(self, tool):
        return self.others[tool].seconds / self.gadfly.seconds

    def token_ratio(self, tool):
        """Of finished results."""
        return self.gadfly.tokens / self.others[tool].tokens if self.is_finished(tool) else None

    def fewest_tokens(self):
        """Of any result that the script accepts."""
        bug = self.case.name.split("-", 1)[1]
        return FEWEST_TOKENS + FURTHER_TOKENS.get(bug, 0)

    def most_ratio(self):
        """To any result that the script accepts."""
        return self.gadfly.tokens / self.fewest_tokens() if self.case.kind == "wrong-code" else math.inf

    def is_finished(self, tool):
        other = self.others[tool]
        return not other.is_cut and not other.failure and other.tokens > 0


def verify(binary, case, gadfly):
    if gadfly.failure:
        return [gadfly.failure]
    return oracle.faults(binary, case, gadfly.path)


def report(rows, others, figures):
    heads = [head for tool in ["gadfly", *others] for head in (f"{tool} s", "tokens", "lines")]
    harness.table([["case", "kind", "tokens", *heads, ""], *(row.cells(others) for row in rows)])
    print()
    for kind in ("wrong-code", "crash"):
        own = [row for row in rows if row.case.kind == kind]
        if own:
            summary(kind, own, figures)
    for tool in others:
        compared(tool, [row for row in rows if not row.others[tool].failure and not row.gadfly.failure], figures)
    right = sum(not row.faults for row in rows)
    figures.add("verified", "results that were verified", right, f"{right} of {len(rows)}")
    figures.finish()


def summary(kind, rows, figures):
    """Medians of Gadfly alone."""
    names = {"tokens": "tokens left", "lines": "lines left", "seconds": "seconds", "cpu_s": "CPU seconds"}
    figures.add(harness.key(f"{kind} cases"), f"{kind}: cases", len(rows))
    for name, what in names.items():
        middle = statistics.median(getattr(row.gadfly, name) for row in rows)
        figures.add(harness.key(f"{kind} {name}"), f"{kind}: {what}, median", middle, f"{round(middle, 1):g}")


def compared(tool, rows, figures):
    """Gadfly beside another tool. A tool that was cut off took at least as long as it was given."""
    if not rows:
        return
    times = [row.time_ratio(tool) for row in rows]
    median, cut = statistics.median(times), sum(row.others[tool].is_cut for row in rows)
    add = lambda key, what, *rest: figures.add(f"{tool}_{key}", f"{tool}: {what}", *rest)
    add("cut", "cases that were cut off", cut, f"{cut} of {len(rows)}")
    add("time_median", "at least so many times Gadfly's time, median", median, f"{median:.1f}")
    add("time_least", "… least", min(times), f"{min(times):.1f}")
    tokens = {row.case.name: ratio for row in rows if (ratio := row.token_ratio(tool))}
    if tokens:
        worst, median = max(tokens, key=tokens.get), statistics.median(tokens.values())
        add("token_cases", "cases that it finished", len(tokens))
        add("token_median", "Gadfly's tokens against those of finished cases, median", median, f"{median:.2f}")
        add("token_worst", f"… worst ({worst})", tokens[worst], f"{tokens[worst]:.2f}")
    sure = sum((row.token_ratio(tool) or row.most_ratio()) <= RATIO_BAR for row in rows)
    add("sure", f"cases with at most {RATIO_BAR} times its tokens, for sure", sure, f"{sure} of {len(rows)}")
    open_rows = [row for row in rows if row.token_ratio(tool) is None and row.case.kind == "wrong-code"]
    if open_rows:
        # No program that prints has fewer tokens than `fewest_tokens`, so that bounds the ratio.
        small = sum(row.most_ratio() <= 2 for row in open_rows)
        add("small", "other cases with at most 2 times its tokens, for sure", small, f"{small} of {len(open_rows)}")
