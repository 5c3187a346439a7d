"""What each strategy is worth: the seeded bugs of bench/generator that policy, live and equivalence expose in the same CPU
time, alone and taking turns, and which only one of them exposes.
"""

import harness
import programs
import seeded
import strategy

STRATEGIES = ["policy", "live", "equivalence"]


def main(binary, count, arguments):
    plugin = seeded.build()
    bugs = seeded.listed(plugin)
    if not seeded.check(plugin, bugs, False):
        return True
    make = lambda name: lambda seed, place: made(binary, name, seed, place, arguments.size)
    turns = lambda seed, place: make(STRATEGIES[seed % len(STRATEGIES)])(seed, place)
    hunts = [seeded.Hunt(name, plugin, make(name)) for name in STRATEGIES]
    hunts.append(seeded.Hunt("mixture", plugin, turns))
    for hunt in hunts:
        hunt.run(arguments.seed, count, arguments.budget, arguments.jobs)
    figures = harness.Figures(f"Seeded bugs in {arguments.budget} CPU seconds, by strategy", arguments.json)
    figures.table([["bug", *(hunt.name for hunt in hunts)], *(row(bug, hunts) for bug in bugs)])
    for hunt in hunts:
        figures.add(f"{hunt.name}_exposed", f"{hunt.name}: exposed of {len(bugs)}", len(hunt.exposed))
    for name, hunt in zip(STRATEGIES, hunts):
        others = {bug for other in hunts[: len(STRATEGIES)] if other is not hunt for bug in other.exposed}
        figures.add(f"{name}_alone", f"only {name}", len([bug for bug in hunt.exposed if bug not in others]))
    figures.finish()
    return False


def made(binary, name, seed, place, size):
    return programs.gadfly(binary, seed, place, size=size, more=strategy.of(name))


def row(bug, hunts):
    return [bug, *(seeded.cell(hunt, bug) for hunt in hunts)]
