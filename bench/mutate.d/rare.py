"""What variants are worth with bugs that few programs show: how many of them each arm exposes in the same CPU time.

The bugs are the narrow ones of `gadfly __broken-cc --list`, and gcc -O2 is the compiler. Every arm has the same parents in the same
order, and the same budget, spent on generating, mutating, walking (`--guide`), compiling, linking and running. After each parent come
its variants, so an arm with variants sees fewer parents. A program is compiled once: the bugs are rewrites of its assembly, and what it
takes to try those that strike is not counted. A bug is exposed by a program that with it prints something else than its parent, crashes, or
does not compile.

For each kind of edit the second table says how many variants have it, and how many bugs struck a variant and not its parent.
"""  # noqa: E501

import collections
import itertools
import shutil
import sys
from pathlib import Path

import harness

sys.path.insert(0, str(harness.BENCH / "generator.d"))

import process
import programs
import worth

KINDS = ["--kinds", "prune,insert,live"]
LEVEL = "-O2"
# The options of `gadfly mutate`, and how many variants each parent has.
ARMS = {
    "parents": (None, 0),
    "+ prune": (["--kinds", "prune"], 8),
    "+ insert": (["--kinds", "prune,insert"], 8),
    "+ live": (KINDS, 8),
    "+ live, 2 variants": (KINDS, 2),
    "+ guide": ([*KINDS, "--guide", f"gcc {LEVEL}"], 8),
}
# Instead of a compiler: the assembly is there already.
READY = '#!/bin/sh\ncase " $* " in *" -S "*) exec cat "$GADFLY_ASSEMBLY" ;; *) exec gcc "$@" ;; esac\n'


def main(binary, arguments):
    programs.set_up(csmith=arguments.only != "own")
    listed = process.run([binary, "__broken-cc", "--list"], 20).stdout.splitlines()
    bugs = [line.split()[0] for line in listed if line.startswith("narrow-")]
    arms, edits = [], Edits()
    with process.directory() as scratch:
        ready = Path(scratch, "ready-cc")
        ready.write_text(READY)
        ready.chmod(0o755)
        for origin in [origin for origin in ["own", "csmith", "torture"] if arguments.only in (None, origin)]:
            for name, (options, variants) in ARMS.items():
                if arguments.arms and name not in arguments.arms.split(","):
                    continue
                family = worth.Family(binary, origin, options, variants, arguments.first, arguments.size)
                arm = Arm(f"{origin} {name}", binary, bugs, ready, edits)
                arm.run(family, arguments.budget, Path(scratch))
                arms.append(arm)
                print(f"{arm.name}: {len(arm.exposed)} bugs, {arm.programs} programs", file=sys.stderr, flush=True)
    report(bugs, arms, edits, arguments)
    return False


class Edits:
    """By kind of edit: variants that have it, and bugs that strike them and not their parents."""

    def __init__(self):
        self.variants, self.strikes = collections.Counter(), collections.Counter()

    def add(self, whats, new):
        for what in set(whats):
            self.variants[what] += 1
            self.strikes[what] += len(new)


class Arm:
    """What one way to make programs exposes."""

    def __init__(self, name, binary, bugs, ready, edits):
        self.name, self.binary, self.ready, self.edits = name, binary, ready, edits
        self.bugs, self.exposed, self.struck = set(bugs), {}, collections.Counter()
        self.programs, self.parents, self.cpu_s, self.unusable = 0, 0, 0.0, 0

    def run(self, family, budget_s, scratch):
        before = set()
        for number in itertools.count():
            program = family.member(number, scratch / f"{self.name.replace(' ', '')}{number}")
            if self.cpu_s >= budget_s:
                break
            if isinstance(program, str):
                harness.fail(f"{self.name}: {program}")
            struck = self.take(program)
            if not program.edits:
                before = struck
                self.parents += 1
            elif not family.is_walk():
                self.edits.add(program.edits, struck - before)
            shutil.rmtree(program.directory)

    def take(self, program):
        """Compiles and runs the program; the bugs that strike it, which are then tried."""
        directory, test = program.directory, program.test
        compiler = ["gcc", *program.flags(), LEVEL]
        made = [process.run([*compiler, "-S", test, "-o", directory / "test.s"], programs.COMPILE_TIMEOUT_S)]
        if not program.is_csmith():
            driver = [*compiler[:-1], "-O0", "-c", program.driver, "-o", directory / "driver.o"]
            made.append(process.run(driver, programs.COMPILE_TIMEOUT_S))
        made.append(process.run(["gcc", "-c", directory / "test.s", "-o", directory / "test.o"], programs.COMPILE_TIMEOUT_S))
        ran, cpu_s = self.link_and_run(program, "test.o")
        self.cpu_s += program.cpu_s + cpu_s + sum(each.cpu_s for each in made)
        self.programs += 1
        if any(each.status != 0 for each in made) or ran is None or ran.status != 0:
            self.unusable += 1
            return set()
        if program.is_csmith():
            program.expected = ran.stdout
        elif ran.stdout != program.expected:
            harness.fail(f"{self.name}: {test}: another output than expected")
        return self.strike(program, compiler)

    def link_and_run(self, program, test):
        """How the program ran, if it could be linked, and the CPU seconds of both."""
        directory, executable = program.directory, program.directory / "program"
        objects = [directory / test] + ([] if program.is_csmith() else [directory / "driver.o"])
        linked = process.run(["gcc", *program.flags(), *objects, "-o", executable], programs.COMPILE_TIMEOUT_S)
        if linked.status != 0:
            return None, linked.cpu_s
        ran = process.run([executable], programs.CSMITH_RUN_TIMEOUT_S if program.is_csmith() else programs.RUN_TIMEOUT_S)
        return ran, linked.cpu_s + ran.cpu_s

    def strike(self, program, compiler):
        environment = {"GADFLY_ASSEMBLY": str(program.directory / "test.s")}
        command = [self.ready, *compiler[1:], "-c", program.test]
        asked = process.run([self.binary, "__broken-cc", "--strikes", "--", *command], 60, environment=environment)
        struck = self.bugs & set(asked.stdout.split())
        self.struck.update(struck)
        for bug in sorted(struck - set(self.exposed)):
            wrong = program.directory / "wrong.o"
            built = process.run([self.binary, "__broken-cc", bug, "--", *command, "-o", wrong], 5, environment=environment)
            ran = self.link_and_run(program, "wrong.o")[0] if built.status == 0 else None
            if ran is None or (ran.status, ran.stdout) != (0, program.expected):
                self.exposed[bug] = (program, self.cpu_s)
        return struck


def report(bugs, arms, edits, arguments):
    figures = harness.Figures("Rare bugs that variants expose", arguments.json)
    figures.table([["bug", *(arm.name for arm in arms)], *([bug, *(mark(arm, bug) for arm in arms)] for bug in bugs)])
    print()
    whats = sorted(edits.variants, key=lambda what: -edits.strikes[what] / edits.variants[what])
    rows = [[what, edits.variants[what], f"{edits.strikes[what] / edits.variants[what]:.2f}"] for what in whats]
    figures.table([["variants with this edit", "variants", "new strikes of each"], *rows])
    print()
    figures.add("bugs", "bugs", len(bugs))
    figures.add("budget_s", "budget of each arm, CPU s", arguments.budget)
    for arm in arms:
        key = harness.key(arm.name)
        figures.add(f"{key}_exposed", f"{arm.name}: bugs exposed", len(arm.exposed))
        figures.add(f"{key}_struck", f"{arm.name}: bugs that strike", len(arm.struck))
        by_variants = sum(bool(program.edits) for program, _ in arm.exposed.values())
        figures.add(f"{key}_by_variants", f"{arm.name}: bugs exposed by a variant first", by_variants)
        figures.add(f"{key}_programs", f"{arm.name}: programs (of them parents)", arm.programs, f"{arm.programs} ({arm.parents})")
    figures.finish()


def mark(arm, bug):
    if bug not in arm.exposed:
        return "-"
    program, cpu_s = arm.exposed[bug]
    return f"{cpu_s:.0f} s{' variant' if program.edits else ''}"
