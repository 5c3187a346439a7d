"""kill -9 at random moments: the findings are those of a hunt that was left alone.

A broken compiler with two bugs is hunted twice with the same seed: once left alone, once killed again and again, from
its very first moments to its last, and started anew. Then both stores must have the same findings for the same
programs, and after every kill nothing that the hunt had started may live on. At the end nothing may be left in the
directory for temporary files, in shared memory, or half-written in the store.

With `--aftercare` findings are also reduced and looked into, so that most kills come while that is done. At the end every
finding of a few programs must be reduced and have its bug.
"""

import os
import random
import shutil
import tempfile
import time
from pathlib import Path

import campaign
import harness

# One that miscompiles often and one that crashes often, so that there is something to lose.
BUGS = "cmp-swapped,ice-fold"
# How long what a killed hunt has started may take to end, on a busy machine.
ORPHANS_TIMEOUT_S = 60
# With aftercare: what a finding needs, so that hunts that live longer get a little further.
LONGEST_LIFE_S = 8
SHARED = Path("/dev/shm")


def main(binary, arguments):
    place = Path(tempfile.mkdtemp(prefix="gadfly-kill-"))
    temporary = place / "tmp"
    temporary.mkdir()
    compiler = campaign.broken(binary, BUGS, arguments.cc, "broken")
    # Which of many alike are kept depends on the order of programs, which several jobs leave open.
    config = campaign.config(place / "gadfly.toml", [compiler], "small", keep_alike=1 << 20)
    own = []

    def start(store, tests):
        options = ["--seed", arguments.seed, "--jobs", arguments.jobs, "--tests", tests]
        options += [] if arguments.aftercare else ["--no-reduce"]
        hunting = campaign.Hunt(binary, config, place / store, options, {"TMPDIR": str(temporary)})
        own.append(hunting.process.pid)
        return hunting

    alone = start("alone", arguments.tests).finish().check()
    wall_s = time.monotonic() - alone.began
    kills, strays = torment(start, arguments, wall_s)
    complete(start, arguments)
    problems = [f"process {stray} lived on" for stray in strays]
    problems += compare(binary, place, arguments.tests)
    problems += neglected(binary, place / "killed") if arguments.aftercare else []
    left = [*scratch_of(own), *temporary.iterdir()]
    problems += [f"left behind: {path}" for path in sorted(left)]
    count = len(campaign.findings(binary, place / "alone"))
    what = ", while it reduces and triages" if arguments.aftercare else ""
    figures = harness.Figures(f"A hunt that is killed at random moments{what}", arguments.json)
    figures.add("kills", "kills", kills)
    figures.add("programs", "programs", arguments.tests)
    figures.add("findings", "findings", count)
    figures.add("problems", "findings lost or doubled, processes and files left behind", len(problems))
    figures.finish()
    for problem in problems:
        print(f"  {problem}")
    if problems:
        print(f"kept in {place}")
    else:
        shutil.rmtree(place)
    return bool(problems) or kills < arguments.kills


def torment(start, arguments, wall_s):
    """Hunts and kills until it was done so often; how often it was, and which processes lived on. Moments are drawn so
    that the whole takes as long as the programs do."""
    rng = random.Random(arguments.seed)
    strays = []
    # Aftercare takes far longer than programs: the campaign may not run ahead of what is to be cared for.
    tests, life_s = (1 << 40, 2 * wall_s / arguments.kills + 1)
    if arguments.aftercare:
        tests, life_s = arguments.tests, LONGEST_LIFE_S
    for _ in range(arguments.kills):
        hunting = start("killed", tests)
        time.sleep(rng.uniform(0, life_s))
        members = kill(hunting)
        strays += orphans(members)
    return arguments.kills, strays


def kill(hunting):
    hunting.kill()
    members = dict(hunting.members)
    members.pop(hunting.process.pid, None)
    hunting.finish()
    return members


def orphans(members):
    """Those that still live after a long time, and are not others with the same number."""
    deadline = time.monotonic() + ORPHANS_TIMEOUT_S
    while True:
        now = campaign.processes()
        alive = [pid for pid, was in members.items() if pid in now and now[pid].started == was.started]
        if not alive or time.monotonic() > deadline:
            return alive
        time.sleep(0.05)


def complete(start, arguments):
    """Goes on until every program below the number is done; those above it do not count."""
    wanted = arguments.tests + 2 * arguments.jobs
    more = 2 * arguments.jobs
    while more > 0:
        hunting = start("killed", more).finish().check()
        more = wanted - hunting.begin["resumed_after"] - hunting.summary["programs"]


def compare(binary, place, tests):
    """What is in one store only, or more than once, or without its directory."""
    sets, problems = [], []
    for name in ("alone", "killed"):
        found = [it for flaky in (False, True) for it in campaign.findings(binary, place / name, flaky)]
        ids = [finding["id"] for finding in found if finding["index"] < tests]
        if len(ids) != len(set(ids)):
            problems.append(f"{name}: a finding is there twice")
        directories = {path.name for path in (place / name / "findings").glob("*")}
        problems += [f"{name}: {id} has no directory" for id in ids if id not in directories]
        strays = directories - {finding["id"] for finding in found}
        problems += [f"{name}: the directory {stray} belongs to no finding" for stray in sorted(strays)]
        sets.append(set(ids))
    alone, killed = sets
    problems += [f"lost: {id}" for id in sorted(alone - killed)] + [f"only after kills: {id}" for id in sorted(killed - alone)]
    return problems


def neglected(binary, store):
    """Findings that were not reduced, or not looked into."""
    found = campaign.findings(binary, store)
    return [f"without aftercare: {it['id']}" for it in found if it["reduced_lines"] is None or it["bug"] is None]


def scratch_of(pids):
    """Directories in shared memory that these hunts made; others may be hunting on this machine too."""
    if not os.access(SHARED, os.R_OK):
        return []
    named = {str(pid) for pid in pids}
    return [path for path in SHARED.iterdir() if "gadfly" in path.name and named & set(path.name.split("-"))]
