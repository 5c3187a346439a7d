"""Broken compilers: each is found, confirmed and kept within its budget, and the unbroken one is not accused.

The compilers are `gadfly __broken-cc BUG -- CC`. Each is hunted alone, on a store of its own, with the configuration
that a user gets, but no reduction. The time is the CPU time of the hunt and all it starts, up to the moment its first
confirmed finding is in the store. A finding of another kind than the bug's, or one that is filed against Gadfly, is
shown and is a miss. Narrow bugs (`bench/broken` has their rates) need more than such a budget; they are hunted only if
`--only` names them.
"""

import concurrent.futures
import shutil
import sys
import tempfile
import textwrap
from pathlib import Path

import campaign
import harness


class Result:
    def __init__(self, bug, kind):
        self.bug, self.kind = bug, kind
        self.cpu_s, self.programs, self.found, self.flags, self.note = 0.0, 0, None, "", ""

    def row(self):
        found = self.found or "missed"
        return [self.bug, self.kind, found, f"{self.cpu_s:.1f}", self.programs, self.flags, self.note]


def listed(binary):
    """Name and kind of every bug, and whether it is narrow: few programs meet all of its conditions."""
    ran = harness.run([binary, "__broken-cc", "--list"], 20)
    rows = [line.split(maxsplit=2) for line in ran.stdout.decode().splitlines()]
    bugs = {name: (kind, about.startswith("narrow: ")) for name, kind, about in rows if name != "none"}
    return bugs or harness.fail("there are no bugs")


def main(binary, arguments):
    bugs = listed(binary)
    unknown = set(arguments.only or []) - set(bugs)
    if unknown:
        harness.fail(f"there is no bug {', '.join(sorted(unknown))}")
    chosen = [bug for bug, (_, is_narrow) in bugs.items() if (bug in arguments.only if arguments.only else not is_narrow)]
    results = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for result in pool.map(lambda bug: hunt(binary, bug, bugs[bug][0], arguments), chosen):
            results.append(result)
            print(f"{len(results)}/{len(chosen)} {' '.join(map(str, result.row()))}", file=sys.stderr, flush=True)
    figures = harness.Figures("Broken compilers, each hunted alone", arguments.json)
    report(results, arguments.cpu_seconds, figures)
    return any(result.found != result.kind for result in results)


def hunt(binary, bug, kind, arguments):
    result = Result(bug, kind)
    directory = Path(tempfile.mkdtemp(prefix="gadfly-seeded-"))
    config = campaign.config(directory / "gadfly.toml", [campaign.broken(binary, bug, arguments.cc)])
    hunting = campaign.Hunt(binary, config, directory / "store", ["--seed", arguments.seed, "--jobs", 1, "--no-reduce"])
    for event in hunting:
        result.programs += event["event"] == "program"
        if result.found is None and campaign.is_confirmed(event):
            hunting.look()
            result.found, result.cpu_s = event["kind"], hunting.cpu_s
            result.flags = textwrap.shorten(" ".join(event["builds"][0]), 40, placeholder=" …")
            hunting.interrupt()
        if result.found is None and hunting.cpu_s > arguments.cpu_seconds:
            hunting.interrupt()
    hunting.check()
    result.cpu_s = result.cpu_s or hunting.cpu_s
    if result.found and not campaign.findings(binary, directory / "store"):
        result.found, result.note = None, "not in the store"
    shutil.rmtree(directory)
    return result


def report(results, budget_s, figures):
    harness.table([["bug", "kind", "found as", "CPU s", "programs", "first wrong with", ""], *(r.row() for r in results)])
    right = [result for result in results if result.found == result.kind]
    times = sorted(result.cpu_s for result in right)
    print()
    figures.add("budget_s", "budget for each, CPU s", budget_s)
    figures.add("bugs", "broken compilers", len(results))
    figures.add("found", "found, confirmed and kept", len(right))
    if times:
        middle = times[len(times) // 2]
        figures.add("median_cpu_s", "CPU s until the first finding is kept, median", middle, f"{middle:.1f}")
        figures.add("most_cpu_s", "… most", times[-1], f"{times[-1]:.1f}")
    figures.finish()


def none(binary, arguments):
    """The unbroken compiler, through the same wrapper."""
    count = arguments.count or 5000
    directory = Path(tempfile.mkdtemp(prefix="gadfly-none-"))
    compilers = [campaign.broken(binary, "none", arguments.cc)]
    config = campaign.config(directory / "gadfly.toml", compilers, size="small")
    options = ["--seed", arguments.seed, "--tests", count, "--jobs", arguments.jobs]
    hunting = campaign.Hunt(binary, config, directory / "store", options).finish().check()
    found = [finding for flaky in (False, True) for finding in campaign.findings(binary, directory / "store", flaky)]
    summary = hunting.summary
    for finding in found:
        print(f"{finding['id']} {finding['kind']} {finding['message']} ({finding['recipe']})")
    figures = harness.Figures(f"{arguments.cc} as it is", arguments.json)
    figures.add("programs", "programs", summary["programs"], f"{summary['programs']:,}")
    figures.add("builds", "builds", summary["builds"], f"{summary['builds']:,}")
    figures.add("findings", "findings", len(found))
    figures.finish()
    for reason, times in summary.get("reasons", {}).items():
        print(f"  inconclusive {times} times: {reason}")
    if found:
        print(f"kept in {directory}")
    else:
        shutil.rmtree(directory)
    return bool(found) or summary["programs"] < count
