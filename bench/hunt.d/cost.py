"""What a hunt costs besides compilers, linkers and test programs.

gcc with the configuration that a user gets: Gadfly's own share of the CPU (generating, judging, storing, and the
sandbox's processes; bar 2%), and the wall time with two jobs against the CPU time of the children over two cores (bar
5% more; only a quiet machine shows it). tcc, the fastest compiler and so the hardest case: the same, and the memory of
the process after a tenth of the programs and after all of them, which must be about the same.
"""

import shutil
import tempfile
import time
from pathlib import Path

import campaign
import harness


def main(binary, arguments):
    most = arguments.count or 10000
    harness.need("tcc", "tcc")
    figures = harness.Figures("What a hunt costs besides compilers and programs", arguments.json)
    measure(binary, arguments, "gcc", max(1, most // 50), figures)
    measure(binary, arguments, "tcc", most, figures)
    figures.finish()
    return False


def measure(binary, arguments, compiler, count, figures):
    directory = Path(tempfile.mkdtemp(prefix="gadfly-cost-"))
    config = campaign.config(directory / "gadfly.toml", [{"name": compiler, "command": compiler}])
    options = ["--seed", arguments.seed, "--jobs", 2, "--tests", count, "--no-reduce"]
    hunting = campaign.Hunt(binary, config, directory / "store", options)
    programs, early_kb, first_s = 0, 0, None
    for event in hunting:
        if event["event"] == "begin":
            hunting.look()
            first_s = time.monotonic()
        programs += event["event"] == "program"
        if programs == max(1, count // 10) and not early_kb:
            hunting.look()
            early_kb = hunting.rss_kb
    wall_s = time.monotonic() - first_s
    hunting.check()
    shutil.rmtree(directory)
    cpu_ms = hunting.summary["cpu_ms"]
    own_ms, children_ms = cpu_ms["generate"] + cpu_ms["gadfly"], cpu_ms["compile"] + cpu_ms["run"]
    share, said = own(hunting) / max(hunting.cpu_s, 0.01), own_ms / max(own_ms + children_ms, 1)
    wall, bar = wall_s / max(children_ms / 2000, 0.001), "2%" if compiler == "gcc" else None
    add = lambda key, what, *rest: figures.add(f"{compiler}_{key}", f"{compiler}: {what}", *rest)
    add("programs", "programs", programs, f"{programs:,}")
    add("own_share", "Gadfly's own share of the CPU time", share, f"{100 * share:.1f}%", bar)
    add("own_share_said", "… as the hunt's summary says", said, f"{100 * said:.1f}%")
    add("wall", "wall time with two jobs, against half the children's CPU time", wall, f"{wall:.3f}")
    add("early_mb", "memory after a tenth of the programs, MB", early_kb / 1024, f"{early_kb / 1024:.0f}")
    add("late_mb", "memory after all of them, MB", hunting.rss_kb / 1024, f"{hunting.rss_kb / 1024:.0f}")


def own(hunting):
    """CPU seconds of the hunt's process and of its sandboxes, each a child and a grandchild, without what they ran."""
    wardens = {pid for pid, member in hunting.members.items() if member.parent == hunting.process.pid}
    helpers = [m.own_s for pid, m in hunting.members.items() if pid in wardens or m.parent in wardens]
    return hunting.own_s + sum(helpers)
