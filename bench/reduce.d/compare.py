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
    report(rows, others)
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


def report(rows, others):
    heads = [head for tool in ["gadfly", *others] for head in (f"{tool} s", "tokens", "lines")]
    harness.table([["case", "kind", "tokens", *heads, ""], *(row.cells(others) for row in rows)])
    print()
    for kind in ("wrong-code", "crash"):
        own = [row for row in rows if row.case.kind == kind]
        if own:
            summary(f"{kind}, gadfly", own)
    for tool in others:
        compared(tool, [row for row in rows if not row.others[tool].failure and not row.gadfly.failure])
    wrong = [row for row in rows if row.faults]
    print(f"verified: {len(rows) - len(wrong)} of {len(rows)}")


def summary(label, rows):
    seconds = statistics.median(row.gadfly.seconds for row in rows)
    tokens = statistics.median(row.gadfly.tokens for row in rows)
    lines = statistics.median(row.gadfly.lines for row in rows)
    cpu_s = statistics.median(row.gadfly.cpu_s for row in rows)
    print(f"{label}: median {seconds:.1f} s ({cpu_s:.1f} CPU s), {tokens:g} tokens, {lines:g} lines")


def compared(tool, rows):
    if not rows:
        return
    times = [row.time_ratio(tool) for row in rows]
    cut = sum(row.others[tool].is_cut for row in rows)
    median = statistics.median(times)
    print(f"{tool}: at least {median:.1f} times Gadfly's time in the median, {min(times):.1f} in the least", end="")
    print(f" ({cut} of {len(rows)} cut off)")
    tokens = {row.case.name: ratio for row in rows if (ratio := row.token_ratio(tool))}
    if tokens:
        worst = max(tokens, key=tokens.get)
        median = statistics.median(tokens.values())
        print(f"{tool}: Gadfly's results have {median:.2f} times the tokens of finished ones in the median", end="")
        print(f", {tokens[worst]:.2f} in the worst ({worst}; {len(tokens)} cases)")
    sure = sum((row.token_ratio(tool) or row.most_ratio()) <= RATIO_BAR for row in rows)
    print(f"{tool}: at most {RATIO_BAR:.2f} times the tokens in {sure} of {len(rows)} cases for sure")
    open_rows = [row for row in rows if row.token_ratio(tool) is None and row.case.kind == "wrong-code"]
    small = [row for row in open_rows if row.most_ratio() <= 2]
    if open_rows:
        print(f"{tool}: {len(small)} of {len(open_rows)} others cannot have more than 2.00 times the tokens", end="")
        print(f", as no program that prints has fewer than {FEWEST_TOKENS}, more where it needs an array, a switch or a loop")
