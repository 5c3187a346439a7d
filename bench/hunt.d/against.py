"""The CPU time of a small program, compiled, linked and run, with this binary and with another one (`--old PATH`).

Both take turns, so that a busy machine slows both down. What a hunt costs before its first program is measured with a
hunt of one program, and taken off. The ratio should be near 1: most of the time is the compiler's.
"""

import json
import resource
import shutil
import subprocess
import tempfile

import harness

ROUNDS = 4


def main(binary, arguments):
    if not arguments.old:
        raise SystemExit("bench/hunt against needs --old PATH")
    figures = harness.Figures("CPU time of a small program, against another binary", arguments.json)
    for name, compiler, count in [("gcc", "gcc -O0", 20), ("tcc", "tcc", 100)]:
        ms = compare([arguments.old, binary], compiler, count)
        for who, value in zip(["old", "new"], ms, strict=True):
            figures.add(f"{name}_{who}_ms", f"{compiler}: milliseconds of a program, {who}", value, f"{value:.2f}")
        ratio = ms[1] / ms[0]
        figures.add(f"{name}_ratio", f"{compiler}: new by old", ratio, f"{ratio:.3f}")
    figures.finish()
    return False


def compare(binaries, compiler, count):
    """Milliseconds of one program with each binary."""
    totals = [0.0 for _ in binaries]
    for _ in range(ROUNDS):
        for at, binary in enumerate(binaries):
            totals[at] += cpu_s(binary, compiler, count + 1) - cpu_s(binary, compiler, 1)
    return [1000 * total / ROUNDS / count for total in totals]


def cpu_s(binary, compiler, programs):
    """Of a hunt with everything that it started, which it has waited for."""
    directory = tempfile.mkdtemp(prefix="gadfly-against-")
    options = ["--json", "--no-reduce", "--jobs", "1", "--seed", "1", "--size", "small", "--random-flags", "0"]
    command = [binary, "hunt", *options, "--compiler", compiler, "--tests", str(programs)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    hunted = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    shutil.rmtree(directory)
    done = json.loads(hunted.stdout.splitlines()[-1])["programs"]
    if done != programs:
        raise SystemExit(f"{binary} did {done} programs instead of {programs}: {hunted.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
