"""Floating point is exact: gcc and clang at -O0, -O1, -O2 and -O3 print the expected line, with -ffp-contract=off.

Only exactly rounded operations are generated, so every difference is a bug. The programs have as much floating point as
the parameters allow; C and C++ alternate.
"""

import concurrent.futures
import shutil
from pathlib import Path

import harness
import process
import programs

SETTINGS = {
    "float_float": 100,
    "float_double": 100,
    "floats_per_100_lines": 12,
    "stmt_float": 40,
    "array_float": 50,
    "param_float": 50,
    "field_float": 40,
    "float_compare": 15,
}
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
LINES = 150
FAILURES = harness.CACHE / "generator" / "failures"


def main(binary, count, arguments):
    seeds = range(arguments.seed, arguments.seed + count)
    with process.directory() as scratch, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        floats = Floats(binary, Path(scratch))
        found = list(pool.map(floats.judge, seeds))
    wrong = [failure for failures, _ in found for failure in failures]
    for failure in wrong[:20]:
        print(failure)
    operations = sum(operations for _, operations in found)
    figures = harness.Figures("Floating point of generated programs", arguments.json)
    figures.add("programs", "programs, each compiled 8 times", count)
    figures.add("lines", "lines that mention float or double", operations, f"{operations:,}")
    figures.add("differences", "differences", len(wrong))
    figures.finish()
    return bool(wrong)


class Floats:
    def __init__(self, binary, scratch):
        self.binary, self.scratch = binary, scratch
        self.headers = programs.Headers(scratch)

    def judge(self, seed):
        """The failures of a seed, and how many lines of it are about floating point."""
        directory = self.scratch / str(seed)
        settings = [word for key, value in SETTINGS.items() for word in ("--set", f"{key}={value}")]
        std = "c++17" if seed % 2 else "c17"
        program = programs.gadfly(self.binary, seed, directory, std, size=LINES, more=settings)
        if isinstance(program, str):
            return [f"seed {seed}: not generated: {program}"], 0
        failures = [failure for compiler in programs.COMPILERS for failure in self.levels(program, compiler)]
        if failures:
            kept = FAILURES / f"{seed}-float"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(directory, kept, ignore=shutil.ignore_patterns("*.o", "gcc-*", "clang-*"))
        text = process.text(program.test) + process.text(directory / "init.h")
        shutil.rmtree(directory)
        return failures, sum("float" in line or "double" in line for line in text.splitlines())

    def levels(self, program, compiler):
        driver = program.directory / f"{compiler}.o"
        headers = lambda level: self.headers.flags(program, compiler, level)
        self.build([*program.compiler(compiler), "-O0", *headers("-O0"), "-c", program.driver, "-o", driver])
        for level in LEVELS:
            executable = program.directory / f"{compiler}{level}"
            self.build([*program.compiler(compiler), level, *headers(level), program.test, driver, "-o", executable])
            ran = process.run([executable], programs.RUN_TIMEOUT_S)
            if (ran.status, ran.stdout) != (0, program.expected):
                yield f"{program.identity}: {compiler} {level}: {ran.stdout!r}, expected {program.expected!r}"

    def build(self, command):
        ran = process.run(command, programs.COMPILE_TIMEOUT_S)
        if ran.status != 0:
            harness.fail(f"{' '.join(map(str, command))}: {ran.stderr[:500]}")
