"""The compilers of this machine, each hunted alone for some CPU minutes.

Stores are kept in bench/.cache/hunt/real/NAME with the configuration beside them, and a hunt goes on where the last one
stopped: a budget that is spent already does nothing. A compiler that is not installed, or whose programs this CPU does
not run, is left out and said so. Nothing is reduced: the minutes are those
of the hunt.
"""

import json
import shutil
import sys
from pathlib import Path

import campaign
import harness

PLACE = harness.CACHE / "hunt" / "real"
QEMU = "qemu-aarch64 -L /usr/aarch64-linux-gnu"


class Target:
    def __init__(self, name, command, run=None, cpu=()):
        self.name, self.command, self.run, self.cpu = name, command, run, cpu

    def missing(self):
        """Why it cannot be hunted here."""
        programs = [self.command.split()[0], *(self.run.split()[:1] if self.run else [])]
        absent = [program for program in programs if shutil.which(program) is None]
        if absent:
            return f"{', '.join(absent)} is not installed"
        flags = set(Path("/proc/cpuinfo").read_text().partition("flags")[2].partition("\n")[0].split())
        lacking = [flag for flag in self.cpu if flag not in flags]
        return f"this CPU has no {', '.join(lacking)}" if lacking else None

    def compiler(self):
        keys = {"name": self.name, "command": self.command}
        return keys | ({"run": self.run} if self.run else {})


TARGETS = [
    Target("tcc", "tcc"),
    Target("pcc", "pcc"),
    Target("chibicc", "chibicc"),
    Target("gcc-11", "gcc-11"),
    Target("gcc-12", "gcc-12"),
    Target("gcc-12-m32", "gcc-12 -m32"),
    Target("gcc-12-v3", "gcc-12 -march=x86-64-v3", cpu=["avx2", "bmi2", "fma"]),
    Target("gcc-12-v4", "gcc-12 -march=x86-64-v4", cpu=["avx512f", "avx512bw", "avx512vl"]),
    Target("clang-14", "clang-14"),
    Target("clang-19", "clang-19"),
    Target("clang-22", "clang-22"),
    Target("aarch64-gcc", "aarch64-linux-gnu-gcc", QEMU),
]


def main(binary, arguments):
    names = [target.name for target in TARGETS]
    unknown = set(arguments.only or []) - set(names)
    if unknown:
        harness.fail(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    rows = []
    for target in (target for target in TARGETS if not arguments.only or target.name in arguments.only):
        missing = target.missing()
        spent = {} if missing else hunt(binary, target, arguments)
        rows.append([target.name, *(cells(binary, target, spent) if spent else ["-", "-", "-", "-", missing])])
        print("  ".join(map(str, rows[-1])), file=sys.stderr, flush=True)
    figures = harness.Figures("Real compilers, each hunted alone", arguments.json)
    figures.table([["compiler", "programs", "builds", "CPU min", "inconclusive", "findings"], *rows])
    print()
    figures.add("compilers", "compilers hunted", sum(row[1] != "-" for row in rows))
    figures.finish()
    print(f"\nStores are in {PLACE}: `gadfly findings --store {PLACE}/NAME/store` lists what is in one.")
    return False


def hunt(binary, target, arguments):
    """What all hunts of a target have spent, after one more if there is budget left."""
    directory = PLACE / target.name
    config = campaign.config(directory / "gadfly.toml", [target.compiler()])
    account = Account(directory / "spent.json")
    budget_s = 60 * arguments.cpu_minutes - account.spent["cpu_s"]
    if budget_s <= 0:
        return account.spent
    options = ["--seed", arguments.seed, "--jobs", arguments.jobs, "--no-reduce"]
    hunting = campaign.Hunt(binary, config, directory / "store", options)
    for _ in hunting:
        if hunting.cpu_s > budget_s:
            hunting.interrupt()
    hunting.check()
    account.add(hunting)
    return account.spent


class Account:
    """What a target has cost so far, on disk."""

    KEYS = ["programs", "builds", "inconclusive"]

    def __init__(self, path):
        self.path = path
        self.spent = json.loads(path.read_text()) if path.exists() else dict.fromkeys([*self.KEYS, "cpu_s"], 0)

    def add(self, hunting):
        for key in self.KEYS:
            self.spent[key] += hunting.summary[key]
        self.spent["cpu_s"] += hunting.cpu_s
        self.path.write_text(json.dumps(self.spent))


def cells(binary, target, spent):
    kinds = {}
    for finding in campaign.findings(binary, PLACE / target.name / "store"):
        kinds[finding["kind"]] = kinds.get(finding["kind"], 0) + 1
    for alike in campaign.repeats(binary, PLACE / target.name / "store"):
        kinds[alike["kind"]] = kinds.get(alike["kind"], 0) + len(alike["programs"])
    flaky = len(campaign.findings(binary, PLACE / target.name / "store", flaky=True))
    found = [f"{count} {kind}" for kind, count in sorted(kinds.items())] + ([f"{flaky} flaky"] if flaky else [])
    minutes = f"{spent['cpu_s'] / 60:.1f}"
    return [spent["programs"], spent["builds"], minutes, spent["inconclusive"], ", ".join(found) or "none"]
