"""Collects cases: programs that a broken compiler gets wrong, each of another bug, and some of real compilers.

Half are programs of `csmith` with its default options, half of `gadfly generate`, of several sizes. A program is taken
if both references and `gadfly run` agree on what it prints and the sanitizers have nothing against it, and a case if
the compiler prints something else, or breaks, and the script for C-Vise finds it interesting. Programs are tried in the
order of their seeds, each with the bugs that have no case yet; the first that shows is the case. The same seed gives
the same cases.

All text is preprocessed by gcc with such definitions that gcc, clang and Gadfly take glibc's headers.
"""

import collections
import functools
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import case as cases
import harness
import oracle
import script

PREPROCESS = ["gcc", "-std=c17", "-E", "-P", "-U__GNUC__", "-D__GNUC__=10", "-D_BITS_FLOATN_H"]
CSMITH_INCLUDE = "/usr/include/csmith"
CSMITH_LINES = range(500, 2501)
SIZES = [150, 300, 500, 900]
LEVELS = ["-O2", "-O3"]
WRONG_PER_SOURCE, CRASH_PER_SOURCE = 10, 5
# Bugs of which one program shows at most one, and how many are tried with it.
BUGS_PER_PROGRAM = 6
MOST_PROGRAMS = 200
# Programs in a row that show none of the bugs without a case.
PATIENCE = 15
# Real compilers have finds only among programs without what they do not know; they get so many.
REAL = {"tcc": ["tcc"], "pcc": ["pcc"], "chibicc": ["chibicc"]}
REAL_PROGRAMS = {"gadfly": 60, "csmith": 25}
PLAIN = ["--set", "vectors=0", "--set", "builtin=0"]
# Where a case is until it is known to be one.
CANDIDATE = "candidate"
# Those that end by a time-out measure the time-out.
LEFT_OUT = {"loop-endless", "hang", "rejects-valid"}


def main(binary, arguments):
    set_up()
    every = {bug: kind for bug, kind in cases.bugs(binary).items() if bug not in LEFT_OUT}
    for source in ("gadfly", "csmith"):
        for kind, wanted in (("wrong-code", WRONG_PER_SOURCE), ("crash", CRASH_PER_SOURCE)):
            bugs = [bug for bug in every if every[bug] == kind]
            random.Random(f"{arguments.seed} {source} {kind}").shuffle(bugs)
            first = arguments.seed * 100_000 + (50_000 if kind == "crash" else 0)
            fill(Programs(binary, source, SIZES, first), f"set/{source}-", kind, bugs, wanted)
        for name in REAL:
            find_real(binary, source, name, arguments.seed)
    report(cases.every(), harness.Figures("Cases of the reducer's bench", arguments.json))
    return False


def set_up():
    harness.need("csmith", "csmith")
    harness.need("gcc", "gcc")
    if not Path(CSMITH_INCLUDE, "csmith.h").exists():
        harness.install("libcsmith-dev")
    for compiler in REAL:
        harness.need(compiler, compiler)


def fill(programs, stem, kind, bugs, wanted):
    """Cases of different bugs until there are enough; when no other shows, of those that did."""
    missing, found, in_vain = list(bugs), collections.Counter(), 0
    for index, program in enumerate(programs):
        if found.total() >= wanted:
            return
        tried = missing[:BUGS_PER_PROGRAM] if in_vain < PATIENCE else sorted(found, key=found.get)
        flags = [LEVELS[index % len(LEVELS)], "-w"]
        name = lambda bug: f"{stem}{bug}-{found[bug] + 1}" if bug in found else f"{stem}{bug}"
        hit = next((bug for bug in tried if shows(program, name(bug), [f"@{bug}", *flags], kind)), None)
        # What was tried in vain waits until the others had their turn.
        again = [bug for bug in tried if bug != hit and bug not in found]
        missing = [bug for bug in missing if bug not in tried] + again
        found.update([hit] if hit else [])
        in_vain = 0 if hit and in_vain < PATIENCE else in_vain + 1


def shows(program, name, compiler, kind):
    return TRIED.ask(f"{name} {program.name} {' '.join(compiler)}", lambda: program.shows(name, compiler, kind))


def find_real(binary, source, name, seed):
    case = f"set/{source}-{name}"
    programs = Programs(binary, source, SIZES[:2], seed * 100_000 + 90_000, options=PLAIN)
    programs.most = REAL_PROGRAMS[source]
    any(shows(program, case, REAL[name], "wrong-code") for program in programs)


class Programs:
    """Those of use, in the order of their seeds. `unit_lines` is what the test unit of a generated one may have."""

    def __init__(self, binary, source, sizes, first, unit_lines=None, options=()):
        self.binary, self.source, self.sizes, self.first = binary, source, sizes, first
        self.unit_lines, self.options, self.most = unit_lines, options, MOST_PROGRAMS

    def __iter__(self):
        for index in range(self.most):
            size = self.sizes[index % len(self.sizes)]
            program = Program(self.binary, self.source, self.first + index, size, self.unit_lines, self.options)
            if TRIED.ask(program.name, lambda: program.answer is not None):
                yield program


class Program:
    """One preprocessed file, made when it is needed. `answer` is what it prints, or `None` if it is of no use."""

    def __init__(self, binary, source, seed, size, unit_lines, options):
        self.binary, self.source, self.seed, self.size = binary, source, seed, size
        self.unit_lines, self.options = unit_lines, options
        self.name = " ".join([source, str(seed), str(size), *options])

    @functools.cached_property
    def text(self):
        with tempfile.TemporaryDirectory(prefix="bench-reduce-") as directory:
            is_made = self.csmith(directory) if self.source == "csmith" else self.generated(directory)
            return self.preprocessed(directory) if is_made else None

    @functools.cached_property
    def answer(self):
        return self.judge() if self.text else None

    def csmith(self, directory):
        file = Path(directory, "all.c")
        ran = harness.run(["csmith", "--seed", self.seed, "-o", file], 20, cwd=directory)
        return ran.status == 0 and len(file.read_text().splitlines()) in CSMITH_LINES

    def generated(self, directory):
        words = [self.binary, "generate", "--seed", self.seed, "--size", self.size, "--out", directory, *self.options]
        if harness.run(words, 20).status != 0:
            return False
        units = [Path(directory, name).read_text() for name in ("test.c", "driver.c")]
        Path(directory, "all.c").write_text("\n".join(units))
        return not self.unit_lines or len(units[0].splitlines()) in self.unit_lines

    def preprocessed(self, directory):
        words = [*PREPROCESS, "-I", directory, "-I", CSMITH_INCLUDE, Path(directory, "all.c")]
        return harness.run(words, 20).stdout.decode()

    def judge(self):
        with tempfile.TemporaryDirectory(prefix="bench-reduce-") as directory:
            file = Path(directory, "test.c")
            file.write_text(self.text)
            answer = oracle.reference_answer(file)
            verdict = harness.verdict(self.binary, [file], 5) if answer else {"outcome": "none"}
        is_defined = verdict["outcome"] == "defined"
        return answer if is_defined and (verdict["exit_code"], verdict["stdout"].encode()) == answer else None

    def shows(self, name, compiler, kind):
        """Keeps a case if the compiler is wrong about this program in this way."""
        facts = {"kind": kind, "source": self.source, "seed": self.seed, "compiler": compiler}
        case = cases.keep(CANDIDATE, self.text, facts)
        build = oracle.Build(case.compiler, case.path)
        if kind == "crash":
            facts["signature"] = oracle.crash_signature(build.compiled)
            is_wrong = facts["signature"] is not None
        else:
            is_wrong = build.answer not in (None, self.answer) and build.answer[0] is not None
        is_case = is_wrong and is_fit(cases.keep(CANDIDATE, self.text, facts), self.answer)
        if is_case:
            cases.keep(name, self.text, facts)
        print(f"{name} seed {self.seed}: {'kept' if is_case else 'no'}", file=sys.stderr, flush=True)
        return is_case


def is_fit(case, answer):
    """Whether there is nothing against the program, and the other tools would start with it."""
    return oracle.is_clean(case.path, answer) and is_interesting(case)


class Tried:
    """What came of a program, so that a collection that was stopped repeats its way without its work."""

    def __init__(self):
        self.kept = harness.Stored("reduce-tried.json")

    def ask(self, question, work):
        if question not in self.kept.values:
            self.kept.values[question] = work()
            self.kept.save()
        return self.kept.values[question]


TRIED = Tried()


def is_interesting(case):
    with tempfile.TemporaryDirectory(prefix="bench-reduce-") as directory:
        work = Path(directory, "work")
        work.mkdir()
        test = script.write(case, Path(directory, "interesting.sh"))
        (work / "test.c").write_text(case.path.read_text())
        return subprocess.run([test], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def report(collected, figures):
    rows = [["case", "kind", "lines", "tokens", "compiler"]]
    for case in collected:
        name, compiler = case.name.split("/")[1], " ".join(case.facts["compiler"])
        rows.append([name, case.kind, case.facts["lines"], case.size, compiler])
    harness.table(rows)
    for kind in ("wrong-code", "crash"):
        sources = collections.Counter(case.source for case in collected if case.kind == kind)
        for source in ("csmith", "gadfly"):
            figures.add(harness.key(f"{kind} {source}"), f"{kind}, programs of {source}", sources[source])
    figures.finish()
