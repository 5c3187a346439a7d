"""Processes of the generator's benches: no limit on memory, which sanitizers would break, and output as text."""

import resource
import tempfile
from pathlib import Path

import harness


def directory():
    return tempfile.TemporaryDirectory(prefix="gadfly-", dir=harness.SCRATCH)


def run(command, timeout_s, cwd=None, environment=None):
    """As `harness.run`."""
    ran = harness.run(command, timeout_s, cwd, resource.RLIM_INFINITY, environment)
    ran.stdout, ran.stderr = ran.stdout.decode(errors="replace"), ran.stderr.decode(errors="replace")
    return ran


def text(path):
    return Path(path).read_text(errors="replace")
