"""Programs that variants are made of, of three origins, and their variants."""

import itertools
import json
import shutil
import sys
from pathlib import Path

import harness

sys.path.insert(0, str(harness.BENCH))

import dejagnu

FUEL = 30_000_000
CSMITH_INCLUDE = "/usr/include/csmith"
KINDS = ["prune", "insert", "live"]
# One program in six is as Csmith makes it; the others are smaller, or have what it leaves out otherwise.
CSMITH_OPTIONS = [
    [],
    ["--max-funcs", 5],
    ["--max-funcs", 3, "--max-block-depth", 3, "--float"],
    ["--max-funcs", 5, "--packed-struct", "--inline-function", "--no-argc"],
    ["--max-funcs", 4, "--builtins", "--concise"],
    ["--max-funcs", 6, "--max-pointer-depth", 4, "--max-array-dim", 2, "--no-safe-math"],
]


class Program:
    """A program that may become a parent: its files, and the options that compilers need for it."""

    def __init__(self, origin, name, files, options):
        self.origin, self.name, self.files, self.options = origin, name, files, options


def csmith(_binary, first, scratch):
    for seed in itertools.count(first):
        source = scratch / f"csmith-{seed}.c"
        more = CSMITH_OPTIONS[seed % len(CSMITH_OPTIONS)]
        made = harness.run(["csmith", "--seed", seed, *more, "-o", source], 60, cwd=scratch)
        if made.status == 0:
            yield Program("csmith", str(seed), [source], ["-I", CSMITH_INCLUDE])


def own(binary, first, scratch):
    for seed in itertools.count(first):
        size = ["small", "small", "medium"][seed % 3]
        out = scratch / f"own-{seed}"
        made = harness.run([binary, "generate", "--seed", seed, "--size", size, "--out", out], 60)
        if made.status == 0:
            yield Program("own", str(seed), [out / "test.c", out / "driver.c"], ["-ffp-contract=off"])


def tests():
    """GCC's torture suite."""
    suite = dejagnu.unpack("gcc-testsuite-torture", ["gcc.c-torture/*"]) / "gcc.c-torture" / "execute"
    return suite, sorted(suite.rglob("*.c"))


def test_at(number):
    """A test of the suite, in an order in which neighbours have nothing in common."""
    _, all_tests = tests()
    # A prime that does not divide the number of tests.
    return all_tests[number * 7919 % len(all_tests)]


def torture(_binary, first, _scratch):
    suite, all_tests = tests()
    for number in range(first - 1, len(all_tests)):
        test = test_at(number)
        options = dejagnu.preprocessor_options(test).split()
        name = str(test.relative_to(suite))
        yield Program("torture", name, [test], [word for word in options if not word.startswith("-std")])


ORIGINS = {"csmith": csmith, "own": own, "torture": torture}


class Parent:
    """A program with its variants."""

    def __init__(self, program, report, directory):
        self.origin, self.name, self.files, self.options = program.origin, program.name, program.files, program.options
        self.report, self.directory = report, directory
        self.expected = (directory / "expected.txt").read_bytes()

    def variants(self):
        for variant in self.report["variants"]:
            directory = Path(variant["directory"])
            yield directory, [directory / name for name in variant["files"]]


def mutated(binary, program, directory, variants, kinds=KINDS):
    """The program with its variants in a directory; none if it is beyond the interpreter, or undefined."""
    flags = [option for option in program.options if not option.startswith("-f")]
    command = [binary, "mutate", *program.files, "--json", "--out", directory, "--variants", variants, "--fuel", FUEL]
    cpp = ["--cpp", " ".join(flags)] if flags else []
    ran = harness.run([*command, "--kinds", ",".join(kinds), *cpp], 60)
    if ran.status in (65, 86, 87, 88) or ran.status is None:
        return None
    if ran.status != 0:
        harness.fail(f"gadfly mutate {program.files[0]}: status {ran.status}: {ran.stderr.decode(errors='replace')}")
    return Parent(program, json.loads(ran.stdout), directory)


def forget(program):
    """Deletes a program that was made for this run."""
    if program.origin == "own":
        shutil.rmtree(program.files[0].parent, ignore_errors=True)
    elif program.origin == "csmith":
        program.files[0].unlink(missing_ok=True)
