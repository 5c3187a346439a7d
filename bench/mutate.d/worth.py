"""What variants are worth: seeded optimizer bugs that are exposed in the same CPU time by parents alone, and by parents with eight
variants each of more and more kinds.

The bugs are those of `bench/generator seeded`, a pass plugin for clang. Every arm has the same parents in the same order, and
the same budget, spent on generating, mutating, clang -O2, linking and running. After each parent come its variants, so an arm with
variants sees fewer parents. The last arm walks from variant to variant with `--guide`, and pays for the compilations of the walk, too.
Parents are Gadfly's own, Csmith's and the tests of GCC's torture suite, apart.
"""  # noqa: E501

import json
import shutil
import sys
from pathlib import Path

import harness
import parents

sys.path.insert(0, str(harness.BENCH / "generator.d"))

import process
import programs
import seeded

ARMS = {
    "parents": None,
    "+ prune": ["--kinds", "prune"],
    "+ insert": ["--kinds", "prune,insert"],
    "+ live": ["--kinds", "prune,insert,live"],
    "+ guide": ["--kinds", "prune,insert,live", "--guide", "clang-19 -O2"],
}
FUEL = 30_000_000


def main(binary, arguments):
    programs.set_up(csmith=arguments.only != "own")
    plugin = seeded.build()
    bugs = seeded.listed(plugin)
    if not seeded.check(plugin, bugs, False):
        return True
    hunts = []
    for origin in [origin for origin in ["own", "csmith", "torture"] if arguments.only in (None, origin)]:
        for arm, kinds in ARMS.items():
            if arguments.arms and arm not in arguments.arms.split(","):
                continue
            family = Family(binary, origin, kinds, arguments.variants, arguments.first)
            hunt = seeded.Hunt(f"{origin} {arm}", plugin, family.member)
            # One at a time: a parent comes before its variants.
            hunt.run(1, None, arguments.budget, 1)
            hunts.append(hunt)
            print(f"{hunt.name}: {len(hunt.exposed)} bugs, {hunt.programs} programs", file=sys.stderr, flush=True)
    report(bugs, hunts, arguments)
    return False


class Family:
    """Programs one after the other: a parent, then its variants."""

    def __init__(self, binary, origin, kinds, count, first, size="medium"):
        self.binary, self.origin, self.kinds, self.count, self.size = binary, origin, kinds, count, size
        self.seed, self.variants = first, []

    def is_walk(self):
        return "--guide" in (self.kinds or [])

    def member(self, _number, directory):
        """The next variant, or if there is none the next parent."""
        if self.variants:
            return self.variants.pop(0)
        parent = self.parent(self.seed, directory)
        self.seed += 1
        if not isinstance(parent, str):
            parent.edits = []
        if self.kinds and not isinstance(parent, str):
            self.mutate(parent, directory)
        return parent

    def parent(self, seed, directory):
        if self.origin == "csmith":
            return programs.csmith(seed, directory)
        if self.origin == "torture":
            return self.torture(seed, directory)
        return programs.gadfly(self.binary, seed, directory, size=self.size)

    def torture(self, seed, directory):
        """The next test, as a program of one file whose output is not known."""
        test = parents.test_at(seed - 1)
        Path(directory).mkdir()
        parent = programs.Program(seed, directory)
        shutil.copy(test, parent.test)
        return parent

    def mutate(self, parent, directory):
        out = Path(f"{directory}-variants")
        files = [parent.test] if parent.is_csmith() else [parent.test, parent.driver]
        flags = ["-I", programs.CSMITH_INCLUDE] if parent.is_csmith() else []
        words = ["--out", out, "--variants", self.count, "--seed", parent.seed, *self.kinds, "--fuel", FUEL]
        ran = process.run([self.binary, "mutate", *files, *flags, *words, "--json"], 60)
        parent.cpu_s += ran.cpu_s
        made = json.loads(ran.stdout)["variants"] if ran.status == 0 else []
        for number, told in enumerate(made, 1):
            place = Path(f"{directory}-{number}")
            shutil.move(out / str(number), place)
            variant = programs.Program(f"{parent.seed}.{number}", place, parent.std, parent.target, parent.expected, parent.identity)  # noqa: E501
            if parent.is_csmith():
                # A variant is called as its parent's file.
                variant.test = place / parent.test.name
            variant.edits = [f"{edit['kind']}: {edit['what']}" for edit in told["edits"]]
            self.variants.append(variant)
        shutil.rmtree(out, ignore_errors=True)


def report(bugs, hunts, arguments):
    harness.table([["bug", *(hunt.name for hunt in hunts)], *([bug, *(mark(hunt, bug) for hunt in hunts)] for bug in bugs)])
    print()
    figures = harness.Figures("Bugs that variants expose", arguments.json)
    figures.add("bugs", "seeded bugs", len(bugs))
    figures.add("budget_s", "budget of each arm, CPU s", arguments.budget)
    for hunt in hunts:
        key = hunt.name.replace(" + ", "_").replace(" ", "_")
        figures.add(f"{key}_exposed", f"{hunt.name}: bugs exposed", len(hunt.exposed))
        figures.add(f"{key}_fired", f"{hunt.name}: bugs whose pattern occurs", len(hunt.fired))
        figures.add(f"{key}_programs", f"{hunt.name}: programs", hunt.programs)
    figures.finish()


def mark(hunt, bug):
    return f"{hunt.exposed[bug][1]:.0f} s" if bug in hunt.exposed else "-"
