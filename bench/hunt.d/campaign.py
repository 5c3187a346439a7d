"""A running `gadfly hunt --json`: its events as they come, and the CPU time of it and everything it started."""

import json
import os
import shlex
import signal
import subprocess
import threading
import time
from pathlib import Path

import harness

TICK = os.sysconf("SC_CLK_TCK")
# How long a hunt may take to drain after SIGINT, on a busy machine with a compiler that hangs.
SILENCE_TIMEOUT_S = 600
WATCH_EVERY_S = 0.2


def config(path, compilers, size=None, **keys):
    """Writes a gadfly.toml with these compilers, each a dict of its keys, the policy generator, and further keys."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    for compiler in compilers:
        lines += ["[[compiler]]", *(f"{key} = {json.dumps(value)}" for key, value in compiler.items()), ""]
    if size:
        lines += ["[[source]]", 'name = "policy"', f"size = {json.dumps(size)}", ""]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines))
    return path


def broken(binary, bug, cc, name=None):
    """A compiler with a bug, as a configuration names it."""
    return {"name": name or bug, "command": f"{shlex.quote(str(binary))} __broken-cc {bug} -- {cc}"}


class Process:
    """A line of /proc: who started it, and its CPU seconds without and with the children it has waited for."""

    def __init__(self, stat):
        fields = stat.rpartition(")")[2].split()
        self.state, self.parent, self.started = fields[0], int(fields[1]), fields[19]
        self.own_s = sum(map(int, fields[11:13])) / TICK
        self.cpu_s = sum(map(int, fields[11:15])) / TICK


def processes():
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                found[int(entry)] = Process(Path("/proc", entry, "stat").read_text())
            except OSError:
                pass
    return found


def tree(pid):
    """A process and all its descendants."""
    every = processes()
    members = {pid: every[pid]} if pid in every else {}
    grown = bool(members)
    while grown:
        grown = {p: it for p, it in every.items() if it.parent in members and p not in members}
        members.update(grown)
    return members


class Hunt:
    """Started at once; iterating gives its events. `cpu_s` and `rss_kb` are as last seen."""

    def __init__(self, binary, config, store, arguments=(), environment=None):
        words = [binary, "hunt", "--json", "--config", config, "--store", store, *arguments]
        self.process = subprocess.Popen(
            [str(word) for word in words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
            text=True,
            start_new_session=True,
        )
        self.began = time.monotonic()
        self.cpu_s, self.own_s, self.rss_kb = 0.0, 0.0, 0
        self.messages, self.begin, self.summary = [], {}, {}
        self.members, self.watching, self.is_interrupted = {}, True, False
        self.heard, self.is_finishing = self.began, False
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self.listen, self.watch)]
        for thread in self.threads:
            thread.start()

    def __iter__(self):
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] == "begin":
                self.begin = event
            if event["event"] == "summary":
                self.summary = event
            yield event
        self.process.wait()
        self.watching = False

    def listen(self):
        self.messages += self.process.stderr.readlines()

    def watch(self):
        while self.watching:
            self.look()
            if self.is_finishing and time.monotonic() - self.heard > SILENCE_TIMEOUT_S:
                self.process.kill()
            time.sleep(WATCH_EVERY_S)

    def look(self):
        """CPU time, which only grows: what has ended is in what its parent has waited for."""
        members = tree(self.process.pid)
        own = members.get(self.process.pid)
        if own is None or own.state == "Z":
            return
        self.members = members
        self.cpu_s = max(self.cpu_s, sum(member.cpu_s for member in members.values()))
        self.own_s = max(self.own_s, own.own_s)
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            self.rss_kb = int(status.partition("VmRSS:")[2].split()[0])
        except (OSError, IndexError):
            pass

    def interrupt(self):
        """Once only: a second SIGINT would stop it without saving."""
        if not self.is_interrupted and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.is_interrupted = True

    def kill(self):
        """kill -9 of the hunt alone: what it started has to end by itself."""
        self.look()
        self.process.kill()

    def finish(self):
        """Takes the remaining events; one that falls silent for long is killed, and so fails its check."""
        self.heard, self.is_finishing = time.monotonic(), True
        for _ in self:
            self.heard = time.monotonic()
        return self

    def check(self):
        if self.process.returncode not in (0, 10):
            harness.fail(f"gadfly hunt: status {self.process.returncode}: {''.join(self.messages)[:2000]}")
        return self


def findings(binary, store, flaky=False):
    """The findings of a store, as `gadfly findings --json` has them; none if it was not made yet."""
    return _listed(binary, store, ["--flaky"] if flaky else []).get("findings", [])


def repeats(binary, store):
    """What is only counted, being like other findings."""
    return _listed(binary, store, []).get("repeats", [])


def _listed(binary, store, options):
    ran = harness.run([binary, "findings", "--json", "--store", store, *options], 120)
    return json.loads(ran.stdout) if ran.status in (0, 10) else {}


def is_confirmed(event):
    return event["event"] == "finding" and event["state"]["state"] == "confirmed"
