"""Makes the generator's benches use the equivalence strategy, and measures how fast it is."""

import json

import harness
import process
import programs
import sweep

STRATEGY = ["--strategy", "equivalence"]
REPETITIONS = 3
SIZES = ["small", "medium", "large"]


def choose():
    """From here on every generated program is a grown one, and the sweep remembers and keeps its own."""
    command = programs.gadfly_command
    programs.gadfly_command = lambda *recipe, **named: [*command(*recipe, **named), *STRATEGY]
    sweep.CACHE = harness.CACHE / "equivalence"
    sweep.FAILURES = sweep.CACHE / "failures"


def main(binary, count, arguments):
    """MB/s: bytes of all files over the CPU time of growth and execution, the fastest of three runs."""
    figures = harness.Figures("Speed of growing programs, one core", arguments.json)
    for size in SIZES:
        runs = [measure(binary, count, arguments.seed, size) for _ in range(REPETITIONS)]
        fastest = min(runs, key=lambda run: run["cpu_s"])
        rate = fastest["bytes"] / fastest["cpu_s"] / 1e6
        figures.add(f"{size}_mb_per_s", f"{size} programs, MB/s", rate, f"{rate:.1f}", "20")
        slowest = fastest["slowest_ms"]
        figures.add(f"{size}_slowest_ms", f"{size} programs, slowest seed, ms", slowest, f"{slowest:.1f}", "1000")
    figures.finish()


def measure(binary, count, seed, size):
    fixed = ["--no-write", "--json", "--count", count, "--seed", seed, "--size", size]
    ran = process.run([binary, "generate", *STRATEGY, *fixed], 600)
    if ran.status != 0:
        harness.fail(f"gadfly generate --no-write: {ran.stderr[:500]}")
    return json.loads(ran.stdout)
