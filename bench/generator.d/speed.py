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
    rows = [["bench/generator speed", "MB/s", "bar", "memory MB", "bar", "slowest ms", "bar", "CPU ms each"]]
    for size in SIZES:
        best = min((measure(binary, count, arguments.seed, size) for _ in range(REPETITIONS)), key=lambda run: run["cpu_s"])
        rows.append(row(f"gadfly {size}, {count} seeds", best["bytes"], best["cpu_s"], best["programs"], best["max_rss_kb"])[:3]
                    + [f"{best['max_rss_kb'] / 1024:.0f}", "200", f"{best['slowest_ms']:.1f} (seed {best['slowest_seed']})", "1000",
                       f"{best['cpu_s'] / best['programs'] * 1e3:.2f}"])
    with process.directory() as scratch:
        if not arguments.no_csmith:
            rows.append(csmith(Path(scratch) / "csmith", min(count, CSMITH_COUNT), arguments.seed))
        harness.table(rows)
        print()
        shares(binary, Path(scratch), arguments)


def measure(binary, count, seed, size):
    command = [binary, "generate", "--no-write", "--json", "--count", count, "--seed", seed, "--size", size]
    ran = process.run(command, 600)
    if ran.status != 0:
        harness.fail(f"gadfly generate --no-write: {ran.stderr[:500]}")
    return json.loads(ran.stdout)


def row(name, size, cpu_s, count, rss_kb):
    return [name, f"{size / cpu_s / 1e6:.2f}", "20", f"{rss_kb / 1024:.0f}", "", "", "", f"{cpu_s / count * 1e3:.2f}"]


def csmith(directory, count, first):
    size, cpu_s, slowest, memory = 0, 0.0, (0.0, 0), 0
    directory.mkdir()
    for seed in range(first, first + count):
        ran = process.run(["csmith", "--seed", seed], 60, cwd=directory)
        size, cpu_s, memory = size + len(ran.stdout), cpu_s + ran.cpu_s, max(memory, ran.rss_kb)
        slowest = max(slowest, (ran.cpu_s, seed))
    cells = row(f"csmith, {count} seeds", size, cpu_s, count, memory)
    cells[2], cells[5] = "", f"{slowest[0] * 1e3:.0f} (seed {slowest[1]})"
    return cells


def shares(binary, scratch, arguments):
    seeds = range(arguments.seed, arguments.seed + LOOP_COUNT)
    made = scratch / "made"
    command = programs.gadfly_command(binary, arguments.seed, made, more=["--count", LOOP_COUNT])
    generated = process.run(command, 600)
    rows = [["share of a loop with four compilations", "generate CPU s", "compile CPU s", "share %", "bar"]]
    compiled = sum(compile_cpu_s(programs.Program(seed, made / str(seed), std="c17", identity="")) for seed in seeds)
    rows.append(share(f"gadfly medium, {LOOP_COUNT} programs", generated.cpu_s, compiled, "0.5"))
    if not arguments.no_csmith:
        made = [programs.csmith(seed, scratch / f"csmith{seed}") for seed in seeds]
        compiled = sum(compile_cpu_s(program) for program in made)
        rows.append(share(f"csmith, {LOOP_COUNT} programs", sum(program.cpu_s for program in made), compiled, ""))
    harness.table(rows)


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
