"""How fast live programs are made, on one core: bytes of all files, and lines of test units, over the CPU time of generation,
execution, flips and repair, the fastest of three runs. Lines are those of the first seeds, written once more.
"""

from pathlib import Path

import harness
import process
import programs
import strategy

COUNTED = 20


def main(binary, count, arguments):
    figures = harness.Figures("Speed of live programs, one core", arguments.json)
    for size in strategy.SIZES:
        fastest = strategy.fastest(binary, "live", count, arguments.seed, size)
        rate = fastest["bytes"] / fastest["cpu_s"] / 1e6
        figures.add(f"{size}_mb_per_s", f"{size} programs, MB/s", rate, f"{rate:.1f}", "10")
        lines = rate * 1e6 * lines_per_byte(binary, arguments.seed, size)
        figures.add(f"{size}_lines_per_s", f"{size} programs, lines/s", lines, f"{lines:,.0f}", "314,000")
        slowest = fastest["slowest_ms"]
        figures.add(f"{size}_slowest_ms", f"{size} programs, slowest seed, ms", slowest, f"{slowest:.1f}", "1000")
    figures.finish()


def lines_per_byte(binary, seed, size):
    lines = size_bytes = 0
    with process.directory() as scratch:
        # Without `--json`, which flips every assignment.
        fixed = ["--count", COUNTED, "--seed", seed, "--size", size, "--out", scratch]
        ran = process.run([binary, "generate", *strategy.of("live"), *fixed], 600)
        if ran.status != 0:
            harness.fail(f"gadfly generate: {ran.stderr[:500]}")
        for place in Path(scratch).iterdir():
            lines += programs.nonblank_lines(place / "test.c")
            size_bytes += sum(len(process.text(place / name)) for name in ["test.c", "init.h", "driver.c"])
    return lines / size_bytes
