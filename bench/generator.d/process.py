"""Runs processes and says what they cost: CPU seconds of the process and its children, and peak memory."""

import os
import resource
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

# In memory where there is such a place: a sweep writes a hundred thousand small files.
SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


class Ran:
    """`status` is the exit status, negative for a signal, or `None` after a time-out."""

    def __init__(self, status, stdout, stderr, cpu_s, rss_kb):
        self.status, self.stdout, self.stderr, self.cpu_s, self.rss_kb = status, stdout, stderr, cpu_s, rss_kb


def directory():
    return tempfile.TemporaryDirectory(prefix="gadfly-", dir=SCRATCH)


def run(command, timeout_s, cwd=None, environment=None):
    """Runs a command that may use so much CPU time, and ten times as much wall time on a busy machine."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (timeout_s, timeout_s + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile(dir=SCRATCH) as stdout, tempfile.TemporaryFile(dir=SCRATCH) as stderr:
        process = subprocess.Popen(
            [str(word) for word in command],
            cwd=cwd,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
            preexec_fn=limit,
        )
        killer = threading.Timer(10 * timeout_s, os.killpg, (process.pid, signal.SIGKILL))
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        timed_out = process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        return Ran(
            None if timed_out else process.returncode,
            content(stdout),
            content(stderr),
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss,
        )


def content(file):
    file.seek(0)
    return file.read().decode(errors="replace")


def text(path):
    return Path(path).read_text(errors="replace")
