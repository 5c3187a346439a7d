"""Makes the benches of the generator use another strategy than its default one."""

import json

import harness
import process
import programs
import sweep

REPETITIONS = 3
SIZES = ["small", "medium", "large"]


def of(name):
    """Options that choose a strategy."""
    return ["--strategy", name]


def choose(name):
    """From here on every generated program is of this strategy, and the sweep remembers and keeps its own."""
    command = programs.gadfly_command
    programs.gadfly_command = lambda *recipe, **named: [*command(*recipe, **named), *of(name)]
    sweep.CACHE = harness.CACHE / name
    sweep.FAILURES = sweep.CACHE / "failures"


def fastest(binary, name, count, seed, size):
    """What `gadfly generate --no-write` says of the fastest of some runs, by CPU time."""
    runs = [measure(binary, name, count, seed, size) for _ in range(REPETITIONS)]
    return min(runs, key=lambda run: run["cpu_s"])


def measure(binary, name, count, seed, size):
    fixed = ["--no-write", "--json", "--count", count, "--seed", seed, "--size", size]
    ran = process.run([binary, "generate", *of(name), *fixed], 600)
    if ran.status != 0:
        harness.fail(f"gadfly generate --no-write: {ran.stderr[:500]}")
    return json.loads(ran.stdout)
