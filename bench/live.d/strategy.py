"""Makes the sweep of the generator's bench use the live strategy."""

import harness
import programs
import sweep

NAME = "live"


def of(name):
    """Options that choose a strategy."""
    return ["--strategy", name]


def choose():
    """From here on every generated program is a live one, and the sweep remembers and keeps its own."""
    command = programs.gadfly_command
    programs.gadfly_command = lambda *recipe, **named: [*command(*recipe, **named), *of(NAME)]
    sweep.CACHE = harness.CACHE / "live"
    sweep.FAILURES = sweep.CACHE / "failures"
