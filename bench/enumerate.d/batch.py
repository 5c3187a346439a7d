"""What compiling variants in batches saves: CPU time per variant with `gadfly hunt --source spe:FILE`, 64 variants of each file in
one program against 64 programs, with gcc -O2.

Files are those of gcc.c-torture/execute that have at least 64 variants and whose variants can stand in one program. Both
numbers are of one run each, over the same variants, with all that a hunt does: generating, compiling, linking, running and
gadfly itself. The bar is a fifth.
"""  # noqa: E501

import json
import random
import tempfile
from pathlib import Path

import dejagnu
import harness

TOGETHER = 64
TIMEOUT_S = 600
BAR = 5


def main(binary, arguments):
    suite = dejagnu.unpack("gcc-testsuite-enumerate", ["gcc.c-torture/*", "gcc.dg/torture/*"])
    files = sorted((suite / "gcc.c-torture" / "execute").glob("*.c"))
    random.Random(2017).shuffle(files)
    measured = []
    for file in files:
        if len(measured) == (arguments.sample or 20):
            break
        if variants(binary, file) >= TOGETHER and (both := measure(binary, file)):
            measured.append((file.name, *both))
            print(f"{file.name}: {both[0]:.1f} ms in a batch, {both[1]:.1f} ms alone", flush=True)
    batched, alone = [sum(row[at] for row in measured) / len(measured) for at in (1, 2)]
    figures = harness.Figures("Variants in batches", arguments.json)
    figures.add("files", "files of gcc.c-torture/execute", len(measured))
    figures.add("together", "variants in a batch", TOGETHER)
    figures.add("batch_ms", "CPU ms per variant in batches, gcc -O2", round(batched, 2))
    figures.add("alone_ms", "CPU ms per variant alone, gcc -O2", round(alone, 2))
    figures.add("ratio", "times less CPU time in batches", round(alone / batched, 1), bar=BAR)
    figures.finish()
    return alone / batched < BAR


def variants(binary, file):
    ran = harness.run([binary, "enumerate", file, "--count", "--json"], 60)
    return int(json.loads(ran.stdout)["count"]) if ran.status == 0 else 0


def measure(binary, file):
    """CPU milliseconds per variant, together and alone; none if the variants cannot stand in one program."""
    together, count = hunt(binary, file, TOGETHER, 1)
    if count < TOGETHER:
        return None
    alone, count = hunt(binary, file, 1, TOGETHER)
    return (together / TOGETHER, alone / TOGETHER) if count == TOGETHER else None


def hunt(binary, file, batch, tests):
    """CPU milliseconds of a hunt, and its programs."""
    with tempfile.TemporaryDirectory(dir=harness.SCRATCH) as scratch:
        config = Path(scratch, "gadfly.toml")
        compiler = '[[compiler]]\nname = "gcc"\ncommand = "gcc"\nflags = ["-O2"]\nrandom_flags = 0\n'
        source = f'[[source]]\nname = "spe:{file}"\nlimit = {TOGETHER}\nbatch = {batch}\n'
        config.write_text(compiler + source)
        words = ["--tests", tests, "--seed", 1, "--jobs", 1, "--no-reduce", "--json", "--store", Path(scratch, "store")]
        ran = harness.run([binary, "hunt", "--config", config, *words], TIMEOUT_S)
        if ran.status not in (0, 10):
            return 0, 0
        summary = json.loads(ran.stdout.splitlines()[-1])
        return sum(summary["cpu_ms"].values()), summary["programs"]
