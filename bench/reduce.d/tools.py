"""Runs a reducer on a case, on two cores, for so long at most; and remembers what came out.

    bench/.cache/reduce/results/CASE/TOOL.json   seconds, tokens, whether it was cut off
    bench/.cache/reduce/results/CASE/TOOL.c      the result, or as far as it got
    bench/.cache/reduce/results/CASE/TOOL.log    what it said; Gadfly's is JSON

The time is wall time, from start to end of the process. All work in a directory of their own in memory, where
temporary files go, too. CPU seconds are there to see through the load of a busy machine.

The others need hours for all cases. So what they made of a case in the end is kept in others.json, which is part of the
repository, and not measured again while the case is the same. Of such a result half the CPU time counts as its time:
two cores cannot have done it in less, whatever else they did.
"""

import functools
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import case as cases
import harness
import script

RESULTS = cases.PLACE / "results"
KEPT = Path(__file__).with_name("others.json")
MEMORY = "/dev/shm"
# For Gadfly, which has no other limit.
GADFLY_LIMIT_S = 600
# Names of the packages, and what stands for how many jobs.
OTHERS = {"cvise": ["cvise", "--n", "2"], "creduce": ["creduce", "--n", "2"]}


class Result:
    def __init__(self, facts, path):
        self.facts, self.path = facts, path
        self.seconds, self.cpu_s, self.is_cut = facts["seconds"], facts["cpu_s"], facts["is_cut"]
        self.tokens, self.lines, self.failure = facts["tokens"], facts["lines"], facts["failure"]

    def shown_seconds(self):
        return f"{'> ' if self.is_cut else ''}{self.seconds:.1f}" if not self.failure else "failed"


def reduced(binary, case, tool, limit_s=GADFLY_LIMIT_S):
    """The result of a tool, measured now unless that was done; one that was cut off earlier than now is not enough."""
    known = remembered(binary, case, tool)
    if known and (not known.is_cut or known.facts["limit_s"] >= limit_s):
        return known
    place = RESULTS / case.name
    place.mkdir(parents=True, exist_ok=True)
    facts = measure(binary, case, tool, limit_s, place / f"{tool}.c")
    (place / f"{tool}.json").write_text(json.dumps(facts, indent=1))
    return Result(facts, place / f"{tool}.c")


def remembered(binary, case, tool):
    path = RESULTS / case.name / f"{tool}.json"
    if not path.exists():
        return kept(case, tool)
    facts = json.loads(path.read_text())
    is_stale = facts["case"] != digest(case.path) or (tool not in OTHERS and facts["binary"] != digest(binary))
    return None if is_stale else Result(facts, path.with_suffix(".c"))


def kept(case, tool):
    facts = read_kept().get(f"{case.name} {tool}")
    if not facts or facts["case"] != digest(case.path):
        return None
    return Result(facts | {"seconds": facts["cpu_s"] / 2, "is_cut": False, "failure": None}, None)


def read_kept():
    return json.loads(KEPT.read_text()) if KEPT.exists() else {}


def keep(results):
    """Adds finished results of others: cases and tools with results."""
    names = ["case", "tokens", "lines"]
    facts = lambda result: {"cpu_s": round(result.cpu_s, 1)} | {name: result.facts[name] for name in names}
    new = {f"{case.name} {tool}": facts(result) for case, tool, result in results}
    write_kept(read_kept() | new)


def write_kept(results):
    rows = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in sorted(results.items())]
    KEPT.write_text("{\n" + ",\n".join(rows) + "\n}\n")


def forget(tool, only):
    is_meant = lambda case: not only or any(case.startswith(name) for name in only)
    for path in RESULTS.glob("*/*/*.json"):
        if without_turn(path.stem) == tool and is_meant(path.parent.name):
            path.unlink()
    if tool in OTHERS:
        is_gone = lambda name: name.endswith(f" {tool}") and is_meant(name.split()[0].split("/")[1])
        write_kept({name: facts for name, facts in read_kept().items() if not is_gone(name)})


def measure(binary, case, tool, limit_s, out):
    with tempfile.TemporaryDirectory(prefix="bench-reduce-", dir=MEMORY) as directory:
        work = Path(directory, "work")
        work.mkdir()
        shutil.copy(case.path, work / "test.c")
        began, cpu_s = time.monotonic(), children_cpu_s()
        ended = watch(command(binary, case, tool, work), work, limit_s)
        seconds, cpu_s = time.monotonic() - began, children_cpu_s() - cpu_s
        shutil.copy(work.parent / "log", out.with_suffix(".log"))
        shutil.copy(work / ("test.reduced.c" if tool not in OTHERS and ended.has_result else "test.c"), out)
    text = out.read_text(errors="replace")
    failure = None if ended.status in (0, None) else f"status {ended.status}: {ended.message}"
    return {
        "seconds": seconds,
        "cpu_s": cpu_s,
        "is_cut": ended.status is None,
        "limit_s": limit_s,
        "tokens": cases.tokens(text),
        "lines": cases.lines(text),
        "failure": failure,
        "load": os.getloadavg()[0],
        "binary": digest(binary),
        "case": digest(case.path),
    }


def children_cpu_s():
    """Of what has ended and was waited for: more or less all, unless it was cut off."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def command(binary, case, tool, work):
    """`gadfly` is with two jobs, `gadfly-1.0` the first turn with one."""
    if tool not in OTHERS:
        jobs = without_turn(tool).removeprefix("gadfly").removeprefix("-") or "2"
        return [binary, "reduce", work / "test.c", "--compiler", case.command, "--jobs", jobs, "--json"]
    harness.need(tool, tool)
    test = script.write(case, work.parent / "interesting.sh")
    return [*OTHERS[tool], test, "test.c"]


def without_turn(tool):
    return tool.partition(".")[0]


class Ended:
    """The status is `None` for what was cut off."""

    def __init__(self, status, message, has_result):
        self.status, self.message, self.has_result = status, message, has_result


def watch(words, work, limit_s):
    temporary = work.parent / "tmp"
    temporary.mkdir()
    log = work.parent / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(word) for word in words],
            cwd=work,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, "TMPDIR": str(temporary)},
            preexec_fn=two_cores,
        )
        try:
            status = process.wait(limit_s)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            end(process)
    message = log.read_text(errors="replace").strip()[-300:]
    return Ended(status, message, (work / "test.reduced.c").exists())


def two_cores():
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])


def end(process):
    """Ends a process with all that it started, which may have left its group."""
    for pid in [process.pid, *descendants(process.pid)]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


def descendants(pid):
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            parents[int(entry)] = int(Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            pass
    members, grown = {pid}, True
    while grown:
        grown = {child for child, parent in parents.items() if parent in members} - members
        members |= grown
    return members - {pid}


@functools.cache
def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
