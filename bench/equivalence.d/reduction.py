"""Findings on broken compilers, reduced through the log of transformations.

For each bug of `gadfly __broken-cc` in turn, the first program that it gets wrong is a finding, until there are enough.
`gadfly reduce --recipe` first undoes transformations and then hands over to the general reducer; the time of the first
stage is the paper's (its Table 3: 4.2 to 31.3 s, C-Reduce 73 to 3,888 s). The whole reduction is shown beside it.
"""

import json
import statistics
from pathlib import Path

import harness
import process
import programs

BUGS = [
    "sar-as-shr",
    "add-constant",
    "imul-constant",
    "mask",
    "xor-as-or",
    "neg-dropped",
    "setl-as-setb",
    "jle-as-jl",
    "cmp-swapped",
    "idiv-as-div",
    "constant-store-dropped",
    "spill-dropped",
    "member-offset",
    "float-add",
    "lea-scale",
    "shift-count",
    "not-as-neg",
    "movslq-as-movl",
]
FLAGS = ["-O2", "-w", "-ffp-contract=off"]
TRIES = 40


def main(binary, count, arguments):
    rows = [["bug", "seed", "lines", "undone to", "undo s", "reduced to", "all s"]]
    times, totals = [], []
    with process.directory() as scratch:
        for bug in BUGS:
            if len(times) == count:
                break
            program = finding(binary, bug, arguments, Path(scratch) / bug)
            if program is None:
                print(f"{bug}: no program of {TRIES} shows it")
                continue
            reduced = reduce(binary, bug, program, arguments.jobs)
            if reduced is None or reduced["undo_seconds"] is None:
                print(f"{bug}: seed {program.seed} was not reduced through its log")
                continue
            times.append(reduced["undo_seconds"])
            totals.append(reduced["seconds"])
            rows.append(row(bug, program, reduced))
    figures = harness.Figures("Reduction through the log", arguments.json)
    figures.table(rows)
    figures.add("findings", "findings reduced", len(times), None, "11")
    if times:
        median, most = statistics.median(times), max(times)
        figures.add("median_s", "seconds of undoing, median", median, f"{median:.2f}", "2")
        figures.add("most_s", "seconds of undoing, most", most, f"{most:.2f}", "5")
        total = statistics.median(totals)
        figures.add("total_median_s", "seconds of the whole reduction, median", total, f"{total:.2f}")
    figures.finish()
    return len(times) < count


def finding(binary, bug, arguments, scratch):
    """The first program that the compiler with the bug gets wrong."""
    for seed in range(arguments.seed, arguments.seed + TRIES):
        program = programs.gadfly(binary, seed, scratch / str(seed), size=arguments.size)
        if isinstance(program, str):
            harness.fail(program)
        executable = program.directory / "broken"
        command = [binary, "__broken-cc", bug, "--", "gcc", *FLAGS, program.test, program.driver, "-o", executable]
        if process.run(command, programs.COMPILE_TIMEOUT_S).status != 0:
            continue
        ran = process.run([executable], programs.RUN_TIMEOUT_S)
        if ran.status == 0 and ran.stdout != program.expected:
            return program
    return None


def reduce(binary, bug, program, jobs):
    compiler = f"{binary} __broken-cc {bug} -- gcc {' '.join(FLAGS)}"
    files = [program.test, program.directory / "init.h", program.driver]
    options = ["--recipe", program.identity, "--compiler", compiler, "--jobs", jobs, "--json"]
    ran = process.run([binary, "reduce", *files, *options, "--out", program.directory / "out"], 600)
    if ran.status != 0:
        print(ran.stderr[-500:])
        return None
    return json.loads(ran.stdout)


def row(bug, program, reduced):
    undone = next((entry for entry in reduced["passes"] if entry["pass"] == "undo"), {})
    return [
        bug,
        str(program.seed),
        str(reduced["original"]["lines"]),
        f"-{undone.get('bytes', 0)} bytes, {undone.get('judged', 0)} judged",
        f"{reduced['undo_seconds']:.2f}",
        f"{reduced['reduced']['lines']} lines",
        f"{reduced['seconds']:.2f}",
    ]
