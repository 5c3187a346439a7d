"""What policies do to optimizers: counters of GCC -O3 and remarks of clang -O3, policies on against policies off.

GCC's counters are those of -fdump-statistics-details, summed over functions: pass and event. Clang's are the remarks of
-Rpass=.* (taken from -fsave-optimization-record, which has the same and is easier to read): pass and name. As the
programs' sizes differ, everything is per 1,000 nonblank lines of the test unit. For each counter: the ratio of the mean
rates, and whether Welch's t of the two samples says, at 95%, that they differ. The geometric mean is over the counters
that fire on both sides.
"""

import collections
import concurrent.futures
import math
import re
import statistics
from pathlib import Path

import harness
import process
import programs

GCC_EVENT = re.compile(r'^\d+ (\S+) "([^"]*)" "[^"]*" (-?\d+)$', re.M)
CLANG_REMARK = re.compile(r"^--- !Passed\nPass: +(\S+)\nName: +(\S+)$", re.M)
# Two-sided 95% quantile of the normal distribution; t is near it for 30 programs and more.
SIGNIFICANT = 1.96
SHOWN = 12


def main(binary, count, arguments):
    seeds = range(arguments.seed, arguments.seed + count)
    samples = {side: measure_all(binary, seeds, side, arguments.jobs) for side in ["on", "off"]}
    rows = [["bench/generator policies", "counters on", "off", "geometric mean", "bar", "better", "worse", "no difference"]]
    details = {}
    for compiler, bar in [("gcc", "1.4"), ("clang", "1.2")]:
        sides = [[rates[compiler] for rates in samples[side]] for side in ["on", "off"]]
        compared = compare(*sides)
        ratios = [ratio for _, ratio, _ in compared if 0 < ratio < math.inf]
        better = [entry for entry in compared if entry[2] > SIGNIFICANT]
        worse = [entry for entry in compared if entry[2] < -SIGNIFICANT]
        fired = [len(set().union(*side)) for side in sides]
        mean = math.exp(statistics.fmean(map(math.log, ratios))) if ratios else math.nan
        rest = len(compared) - len(better) - len(worse)
        rows.append([f"{compiler}, {count} programs each", *fired, f"{mean:.2f}", bar, len(better), len(worse), rest])
        details[compiler] = sorted(compared, key=lambda entry: -entry[1])
    harness.table(rows)
    for compiler, compared in details.items():
        print(f"\n{compiler}: ratio, t, counter")
        shown = compared if len(compared) <= 2 * SHOWN else [*compared[:SHOWN], None, *compared[-SHOWN:]]
        for entry in shown:
            print("  …" if entry is None else f"  {entry[1]:8.2f} {entry[2]:7.1f}  {entry[0]}")


def measure_all(binary, seeds, side, jobs):
    with process.directory() as scratch, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        work = lambda seed: measure(binary, seed, Path(scratch) / str(seed), side)
        return list(pool.map(work, seeds))


def measure(binary, seed, directory, side):
    """`{"gcc": {counter: rate}, "clang": {counter: rate}}` of one program."""
    program = programs.gadfly(binary, seed, directory, more=["--policies", side])
    if isinstance(program, str):
        harness.fail(program)
    thousands = programs.nonblank_lines(program.test) / 1000
    output = directory / "test.o"
    compile(program, "gcc", ["-fdump-statistics-details"], output)
    compile(program, "clang", ["-fsave-optimization-record"], output)
    gcc, clang = collections.Counter(), collections.Counter()
    for statistics_file in directory.glob("*.statistics"):
        for name, event, times in GCC_EVENT.findall(process.text(statistics_file)):
            gcc[f"{name}: {re.sub(r'[0-9]+', 'N', event)}"] += int(times)
    for remark in CLANG_REMARK.findall(process.text(directory / "test.opt.yaml")):
        clang[": ".join(remark)] += 1
    rates = lambda counts: {key: times / thousands for key, times in counts.items() if times > 0}
    return {"gcc": rates(gcc), "clang": rates(clang)}


def compile(program, compiler, options, output):
    command = [*program.compiler(compiler), "-O3", *options, "-c", program.test, "-o", output]
    ran = process.run(command, programs.COMPILE_TIMEOUT_S, cwd=program.directory)
    if ran.status != 0:
        harness.fail(f"{compiler} does not compile seed {program.seed}: {ran.stderr[:500]}")


def compare(on, off):
    """`(counter, ratio of means, Welch's t)` for every counter that fires."""
    compared = []
    for key in set().union(*on, *off):
        a, b = [[rates.get(key, 0.0) for rates in side] for side in (on, off)]
        mean_a, mean_b = statistics.fmean(a), statistics.fmean(b)
        spread = math.sqrt(statistics.variance(a) / len(a) + statistics.variance(b) / len(b))
        ratio = mean_a / mean_b if mean_b else math.inf
        compared.append((key, ratio, (mean_a - mean_b) / spread if spread else 0.0))
    return compared
