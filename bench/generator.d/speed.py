"""How fast programs are made, on one core.

MB/s: bytes of all files over the CPU time of generation, execution and repair, writing excluded (`--no-write`), the
fastest of three runs. Csmith's CPU time is that of its process, which writes one file.

The share: CPU of generating (a process that writes all programs), against that of four compilations of each whole
program besides: gcc -O0, gcc -O3, clang -O0, clang -O3.
"""

import json
from pathlib import Path

import harness
import process
import programs

REPETITIONS = 3
CSMITH_COUNT = 40
LOOP_COUNT = 12
SIZES = ["small", "medium", "large"]
LOOP = [(compiler, level) for compiler in ["gcc", "clang"] for level in ["-O0", "-O3"]]


def main(binary, count, arguments):
    figures = harness.Figures("Speed of the generator, one core", arguments.json)
    rows = [["programs", "MB/s", "memory MB", "slowest ms", "CPU ms each"]]
    rows.append(["bar", "20", "200", "1000", ""])
    for size in SIZES:
        runs = [measure(binary, count, arguments.seed, size) for _ in range(REPETITIONS)]
        fastest = min(runs, key=lambda run: run["cpu_s"])
        rows.append(row(f"gadfly {size}, {count} seeds", fastest))
        rate = fastest["bytes"] / fastest["cpu_s"] / 1e6
        figures.add(f"{size}_mb_per_s", f"{size} programs, MB/s", rate, f"{rate:.1f}", "20")
    with process.directory() as scratch:
        if not arguments.no_csmith:
            rows.append(row(f"csmith, {CSMITH_COUNT} seeds", csmith(Path(scratch) / "csmith", arguments.seed)))
        figures.table(rows)
        print()
        shares(binary, Path(scratch), arguments, figures)
    print()
    figures.finish()


def measure(binary, count, seed, size):
    command = [binary, "generate", "--no-write", "--json", "--count", count, "--seed", seed, "--size", size]
    ran = process.run(command, 600)
    if ran.status != 0:
        harness.fail(f"gadfly generate --no-write: {ran.stderr[:500]}")
    return json.loads(ran.stdout)


def csmith(directory, first):
    """The same figures for Csmith."""
    directory.mkdir()
    seeds = range(first, first + CSMITH_COUNT)
    runs = {seed: process.run(["csmith", "--seed", seed], 60, cwd=directory) for seed in seeds}
    slowest = max(runs, key=lambda seed: runs[seed].cpu_s)
    return {
        "bytes": sum(len(ran.stdout) for ran in runs.values()),
        "cpu_s": sum(ran.cpu_s for ran in runs.values()),
        "programs": len(runs),
        "max_rss_kb": max(ran.rss_kb for ran in runs.values()),
        "slowest_seed": slowest,
        "slowest_ms": runs[slowest].cpu_s * 1e3,
    }


def row(name, run):
    return [
        name,
        f"{run['bytes'] / run['cpu_s'] / 1e6:.2f}",
        f"{run['max_rss_kb'] / 1024:.0f}",
        f"{run['slowest_ms']:.1f} (seed {run['slowest_seed']})",
        f"{run['cpu_s'] / run['programs'] * 1e3:.2f}",
    ]


def shares(binary, scratch, arguments, figures):
    seeds = range(arguments.seed, arguments.seed + LOOP_COUNT)
    made = scratch / "made"
    command = programs.gadfly_command(binary, arguments.seed, made, more=["--count", LOOP_COUNT])
    generated = process.run(command, 600)
    rows = [["share of a loop with four compilations", "generate CPU s", "compile CPU s", "share %", "bar"]]
    compiled = sum(compile_cpu_s(programs.Program(seed, made / str(seed), std="c17", identity="")) for seed in seeds)
    rows.append(share(f"gadfly medium, {LOOP_COUNT} programs", generated.cpu_s, compiled, "0.5"))
    part = generated.cpu_s / (generated.cpu_s + compiled)
    what = "share of a loop with gcc and clang at -O0 and -O3"
    figures.add("share", what, part, f"{100 * part:.1f}%", "0.5%")
    if not arguments.no_csmith:
        made = [programs.csmith(seed, scratch / f"csmith{seed}") for seed in seeds]
        compiled = sum(compile_cpu_s(program) for program in made)
        rows.append(share(f"csmith, {LOOP_COUNT} programs", sum(program.cpu_s for program in made), compiled, ""))
    figures.table(rows)


def compile_cpu_s(program):
    sources = [program.test] if program.is_csmith() else [program.test, program.driver]
    output = program.directory / "a.out"
    spent = 0.0
    for compiler, level in LOOP:
        ran = process.run([*program.compiler(compiler), level, *sources, "-o", output], programs.COMPILE_TIMEOUT_S)
        if ran.status != 0:
            harness.fail(f"{compiler} {level} does not compile seed {program.seed}: {ran.stderr[:500]}")
        spent += ran.cpu_s
    return spent


def share(name, generated, compiled, bar):
    return [name, f"{generated:.3f}", f"{compiled:.1f}", f"{generated / (generated + compiled) * 100:.2f}", bar]
