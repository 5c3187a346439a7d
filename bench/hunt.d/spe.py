"""Variants of the tests of GCC and clang (`--source spe:…`) against real compilers, for internal errors.

GCC's trunk (gcc-snapshot) and clang 23 are hunted in the chroot of `bench/trunk`, the compilers of this machine outside of
it, with the tests of GCC 16 and clang 23 that are in the chroot. Each compiler has some kinds of hunts: `c++ syntax` is the
front end alone, `c++` and `c` compile at -O2 and with random flags. C is executed as well where it is defined.

A hunt goes on round after round. A round takes the next FILES tests of the suites in a random order and a random order of
their variants, both decided by its number, so that no two rounds do the same. `--json FILE` adds the rounds of this run to
those in the file: what was hunted is kept although stores are not, and later runs begin where earlier ones ended. Findings
are not reduced here: `gadfly findings --store STORE` lists them.
"""

import json
import os
import signal
import sys
from pathlib import Path

import campaign
import harness
import suites

PLACE = harness.CACHE / "hunt" / "spe"
TRUNK = Path(os.environ.get("TRUNK", harness.CACHE / "trunk"))
FILES = 300
# CPU seconds of a round.
ROUND_S = 300
# Of the tests, those of the compiler's own suite.
OWN_SHARE = 0.8
CRASHES = ["crash", "hang"]
KINDS = {
    # Warnings are not shown, but looked for.
    "c++ syntax": {"flags": ["-fsyntax-only -Wall -Wextra"], "random_flags": 0, "oracles": CRASHES},
    "c++": {"flags": ["-O2 -g"], "random_flags": 1, "oracles": CRASHES},
    "c": {"flags": ["-O2 -g"], "random_flags": 1},
}


class Target:
    """A compiler of both languages, in the chroot or here."""

    def __init__(self, name, owner, commands, in_chroot=False):
        self.name, self.owner, self.commands, self.in_chroot = name, owner, commands, in_chroot

    def suites(self):
        return "/suite" if self.in_chroot else str(TRUNK / "suite")

    def hunt(self, binary, place, words):
        """Starts a hunt with the configuration of this place."""
        here = str(place) if not self.in_chroot else f"/hunt/{place.name}"
        environment = {"TRUNK": str(TRUNK), "HUNTS": str(PLACE), "GADFLY": str(binary)}
        command = str(harness.BENCH / "trunk") if self.in_chroot else binary
        return Hunt(command, f"{here}/gadfly.toml", f"{here}/store", words, environment)


class Hunt(campaign.Hunt):
    def interrupt(self):
        """The whole group, because a script may be between us and gadfly."""
        if not self.is_interrupted and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        self.is_interrupted = True


GCC_TRUNK = "/usr/lib/gcc-snapshot/bin/"
TARGETS = [
    Target("gcc-snapshot", "gcc", {"c++": f"{GCC_TRUNK}g++", "c": f"{GCC_TRUNK}gcc"}, in_chroot=True),
    Target("clang-23", "clang", {"c++": "clang++-23", "c": "clang-23"}, in_chroot=True),
    Target("gcc-12", "gcc", {"c++": "g++-12", "c": "gcc-12"}),
    Target("clang-14", "clang", {"c++": "clang++-14", "c": "clang-14"}),
    Target("clang-19", "clang", {"c++": "clang++-19", "c": "clang-19"}),
]


def main(binary, arguments):
    names = {target.name: target for target in TARGETS}
    for name in set(arguments.only or []) - set(names):
        harness.fail(f"there is no {name}; there are {', '.join(names)}")
    if not (TRUNK / "suite").is_dir():
        harness.fail(f"there are no tests in {TRUNK}/suite; `bench/trunk setup` and `bench/trunk suites` get them")
    record = Record(arguments.json)
    kinds = [arguments.kind] if arguments.kind else list(KINDS)
    for name in arguments.only or names:
        for kind in kinds:
            left_s = 60 * arguments.cpu_minutes / len(kinds)
            while left_s > 0:
                left_s -= round_of(binary, names[name], kind, record, min(left_s, ROUND_S))
    record.save()
    return False


class Record:
    """Rounds that were done: those of the file of `--json`, and of this cache if there is no such file."""

    def __init__(self, path):
        self.path, self.cached = path and Path(path), PLACE / "rounds.json"
        known = self.path if self.path and self.path.exists() else self.cached
        self.rounds = json.loads(known.read_text()) if known.exists() else {"rounds": []}
        self.rounds = self.rounds["rounds"]

    def number(self, target, kind):
        """The next round of this kind."""
        mine = [it["round"] for it in self.rounds if (it["compiler"], it["kind"]) == (target.name, kind)]
        return max(mine, default=-1) + 1

    def write(self):
        """After each slice, so that nothing is lost if the bench is killed."""
        self.cached.parent.mkdir(parents=True, exist_ok=True)
        self.cached.write_text(json.dumps({"rounds": self.rounds}, indent=1))

    def save(self):
        figures = harness.Figures("Variants of GCC's and clang's tests against real compilers", self.path)
        rows = [["compiler", "kind", "rounds", "CPU minutes", "tests", "variants", "builds", "findings"]]
        keys = ["cpu_s", "files", "programs", "builds", "findings"]
        for name, kind in dict.fromkeys((it["compiler"], it["kind"]) for it in self.rounds):
            mine = [it for it in self.rounds if (it["compiler"], it["kind"]) == (name, kind)]
            cpu_s, *sums = [sum(it[key] for it in mine) for key in keys]
            rows.append([name, kind, len(mine), round(cpu_s / 60, 1), *(f"{count:,}" for count in sums)])
        figures.table(rows)
        minutes = sum(it["cpu_s"] for it in self.rounds) / 60
        figures.add("cpu_minutes", "CPU minutes", round(minutes))
        figures.show()
        if self.path:
            self.path.write_text(json.dumps(figures.as_json() | {"rounds": self.rounds}, indent=1) + "\n")


def round_of(binary, target, kind, record, budget_s):
    """One round. Returns the CPU seconds it took."""
    number, language = record.number(target, kind), kind.split()[0]
    place = PLACE / f"{target.name}-{kind.replace(' ', '-').replace('+', 'p')}-{number}"
    taken = tests(target, language, number)
    configure(place, target, kind, number, taken)
    sums = {"compiler": target.name, "kind": kind, "round": number, "files": len(taken)}
    sums |= dict.fromkeys(["programs", "builds", "findings", "cpu_s"], 0)
    record.rounds.append(sums)
    hunting = target.hunt(binary, place, ["--seed", number, "--jobs", 1, "--no-reduce"])
    for event in hunting:
        sums["cpu_s"] = round(hunting.cpu_s)
        if event["event"] == "program":
            sums["builds"] += event["builds"]
            sums["findings"] += event["findings"]
            record.write()
        if hunting.cpu_s > budget_s:
            hunting.interrupt()
    sums["programs"] = hunting.check().summary["programs"]
    record.write()
    print(f"{place.name}: {sums}", file=sys.stderr, flush=True)
    return max(1, sums["cpu_s"])


def tests(target, language, number):
    """The tests of a round, of both suites."""
    own = round(FILES * OWN_SHARE)
    other = {"gcc": "clang", "clang": "gcc"}[target.owner]
    parts = [(target.owner, own), (other, FILES - own)]
    return [it for owner, count in parts for it in suites.round_of(suites.tests(TRUNK / "suite", owner, language), number, count)]


def configure(place, target, kind, number, taken):
    """A configuration with one source for all tests of the same options."""
    place.mkdir(parents=True, exist_ok=True)
    language = kind.split()[0]
    by_options = {}
    for test in taken:
        by_options.setdefault(suites.flags(test, target.owner), []).append(test)
    settings = KINDS[kind] | {"confirm": 1}
    flags = settings.pop("flags")
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    lines += ["[[compiler]]", f'name = "{target.name}"', f'command = "{target.commands[language]}"']
    lines.append(f"flags = {json.dumps(flags)}")
    for at, (options, some) in enumerate(by_options.items()):
        paths = [str(test.path).replace(str(TRUNK / "suite"), target.suites()) for test in some]
        (place / f"tests-{at}").write_text("\n".join(paths) + "\n")
        lines += ["[[source]]", f'name = "spe:./tests-{at}"', f'language = "{language}"', f"weight = {len(some)}"]
        lines += [f"flags = {json.dumps(options)}", f"seed = {number}"]
    (place / "gadfly.toml").write_text("\n".join(lines) + "\n")
