"""How fast programs grow, on one core: bytes of all files over the CPU time of growth and execution, the fastest of three
runs.
"""

import harness
import strategy


def main(binary, count, arguments):
    figures = harness.Figures("Speed of growing programs, one core", arguments.json)
    for size in strategy.SIZES:
        fastest = strategy.fastest(binary, "equivalence", count, arguments.seed, size)
        rate = fastest["bytes"] / fastest["cpu_s"] / 1e6
        figures.add(f"{size}_mb_per_s", f"{size} programs, MB/s", rate, f"{rate:.1f}", "20")
        slowest = fastest["slowest_ms"]
        figures.add(f"{size}_slowest_ms", f"{size} programs, slowest seed, ms", slowest, f"{slowest:.1f}", "1000")
    figures.finish()
