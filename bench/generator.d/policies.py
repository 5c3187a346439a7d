"""What policies do to optimizers: counters of GCC -O3 and remarks of clang -O3, policies on against policies off.

GCC's counters are those of -fdump-statistics-details, summed over functions: pass and event. Clang's are the remarks of
-Rpass=.* (taken from -fsave-optimization-record, which has the same and is easier to read): pass and name. The paper
gave both sides the same testing time, so everything is per CPU second of that compilation; per 1,000 nonblank lines of
the test unit is shown beside it. For each counter: the ratio of the mean rates, and whether Welch's t of the two samples
says, at 95%, that they differ. The geometric means are over counters that fire on both sides.
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
# A counter is common if it fires in this part of the programs of both sides: the others' ratios are mostly noise.
COMMON = 0.1
SHOWN = 12
GEOMETRIC = "geometric mean of the ratios"
# The paper's.
BARS = {"gcc": "1.4", "clang": "1.2"}


def main(binary, count, arguments):
    seeds = range(arguments.seed, arguments.seed + count)
    on, off = [measure_all(binary, seeds, side, arguments.jobs) for side in ["on", "off"]]
    compared = {compiler: compare(compiler, on, off) for compiler in ["gcc", "clang"]}
    per_line = {compiler: compare(compiler, on, off, "lines") for compiler in compared}
    figures = harness.Figures("What policies do to optimizers: with policies against without", arguments.json)
    for compiler, counters in compared.items():
        for name, value in summary(counters, count).items():
            bar = BARS[compiler] if name == GEOMETRIC else None
            figures.add(f"{compiler}_{harness.key(name)}", f"{compiler}: {name}", value, bar=bar)
        per_lines = summary(per_line[compiler], count)[GEOMETRIC]
        figures.add(f"{compiler}_per_line", f"{compiler}: {GEOMETRIC}, per line", per_lines)
    figures.finish()
    for compiler, counters in compared.items():
        print(f"\n{compiler}: ratio, t, counter")
        counters.sort(key=lambda counter: -counter.ratio)
        shown = counters if len(counters) <= 2 * SHOWN else [*counters[:SHOWN], None, *counters[-SHOWN:]]
        for counter in shown:
            print(f"  {counter.ratio:8.2f} {counter.t:7.1f}  {counter.name}" if counter else "  …")


def summary(counters, count):
    on_both_sides = [counter.ratio for counter in counters if min(counter.programs) > 0]
    common = [counter.ratio for counter in counters if min(counter.programs) >= count * COMMON]
    return {
        "programs with policies, and without": count,
        "counters that fire with policies": sum(counter.programs[0] > 0 for counter in counters),
        "counters that fire without": sum(counter.programs[1] > 0 for counter in counters),
        GEOMETRIC: geometric_mean(on_both_sides),
        f"the same, counters of {COMMON:.0%} of the programs": geometric_mean(common),
        "significantly better": sum(counter.t > SIGNIFICANT for counter in counters),
        "significantly worse": sum(counter.t < -SIGNIFICANT for counter in counters),
        "no significant difference": sum(abs(counter.t) <= SIGNIFICANT for counter in counters),
    }


def geometric_mean(ratios):
    return f"{math.exp(statistics.fmean(map(math.log, ratios))):.2f}" if ratios else "-"


def measure_all(binary, seeds, side, jobs):
    with process.directory() as scratch, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        work = lambda seed: measure(binary, seed, Path(scratch) / str(seed), side)
        return list(pool.map(work, seeds))


def measure(binary, seed, directory, side):
    """`{"gcc": {"cpu": {counter: rate}, "lines": {counter: rate}}, "clang": …}` of one program."""
    program = programs.gadfly(binary, seed, directory, more=["--policies", side])
    if isinstance(program, str):
        harness.fail(program)
    thousands = programs.nonblank_lines(program.test) / 1000
    output = directory / "test.o"
    gcc_s = compile(program, "gcc", ["-fdump-statistics-details"], output)
    clang_s = compile(program, "clang", ["-fsave-optimization-record"], output)
    gcc, clang = collections.Counter(), collections.Counter()
    for statistics_file in directory.glob("*.statistics"):
        for name, event, times in GCC_EVENT.findall(process.text(statistics_file)):
            gcc[f"{name}: {re.sub(r'[0-9]+', 'N', event)}"] += int(times)
    for remark in CLANG_REMARK.findall(process.text(directory / "test.opt.yaml")):
        clang[": ".join(remark)] += 1
    per = lambda counts, unit: {key: times / unit for key, times in counts.items() if times > 0}
    rates = lambda counts, cpu_s: {"cpu": per(counts, cpu_s), "lines": per(counts, thousands)}
    return {"gcc": rates(gcc, gcc_s), "clang": rates(clang, clang_s)}


def compile(program, compiler, options, output):
    command = [*program.compiler(compiler), "-O3", *options, "-c", program.test, "-o", output]
    ran = process.run(command, programs.COMPILE_TIMEOUT_S, cwd=program.directory)
    if ran.status != 0:
        harness.fail(f"{compiler} does not compile seed {program.seed}: {ran.stderr[:500]}")
    return max(ran.cpu_s, 0.001)


class Counter:
    """A counter's ratio of mean rates, Welch's t, and in how many programs of each side it fires."""

    def __init__(self, name, a, b):
        self.name = name
        mean_a, mean_b = statistics.fmean(a), statistics.fmean(b)
        spread = math.sqrt(statistics.variance(a) / len(a) + statistics.variance(b) / len(b))
        self.ratio = mean_a / mean_b if mean_b else math.inf
        self.t = (mean_a - mean_b) / spread if spread else 0.0
        self.programs = [sum(rate > 0 for rate in side) for side in (a, b)]


def compare(compiler, on, off, per="cpu"):
    names = sorted(set().union(*(rates[compiler][per] for rates in [*on, *off])))
    rates_of = lambda name, side: [rates[compiler][per].get(name, 0.0) for rates in side]
    return [Counter(name, rates_of(name, on), rates_of(name, off)) for name in names]
