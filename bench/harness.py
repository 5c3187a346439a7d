"""What the bench scripts share: where things are, what must be installed, and how a program is run.

Only Python's standard library is used; everything else comes from Debian packages, installed when missing.
"""

import concurrent.futures
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
CACHE = BENCH / ".cache"
JOBS = os.cpu_count() or 2

# The stack that gadfly reserves counts, although it is hardly touched.
MAX_ADDRESS_SPACE = 16 << 30


def fail(message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(1)


def need(program, package):
    """Makes sure a program is on the path, installing its Debian package if it is not."""
    if shutil.which(program) is None:
        install(package)
    if shutil.which(program) is None:
        fail(f"`{program}` is still missing after installing the package {package}")


def install(*packages):
    if shutil.which("apt-get") is None:
        fail(f"please install {' '.join(packages)} (this is not Debian: there is no apt-get)")
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run([*sudo, "apt-get", "update", "-qq"], check=True, env=environment)
    subprocess.run([*sudo, "apt-get", "install", "-y", "-qq", *packages], check=True, env=environment)


def gadfly():
    """The release binary, built if need be; `GADFLY=path` names another."""
    if "GADFLY" in os.environ:
        return os.path.abspath(os.environ["GADFLY"])
    command = ["cargo", "build", "--release", "--quiet", "--message-format=json", "-p", "gadfly"]
    built = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if built.returncode != 0:
        fail("gadfly does not build")
    messages = [json.loads(line) for line in built.stdout.splitlines() if line.startswith("{")]
    return [m["executable"] for m in messages if m.get("executable")][-1]


class Ran:
    """How a process ended: its exit status, or `None` after a time-out, and what it printed."""

    def __init__(self, status, stdout, stderr):
        self.status, self.stdout, self.stderr = status, stdout, stderr


def run(command, timeout_s, cwd=None, address_space=MAX_ADDRESS_SPACE):
    """Runs a command that may use so much CPU time (and ten times as much wall time, on a busy machine). It has a
    process group of its own, which is killed whole when the time is over."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
        resource.setrlimit(resource.RLIMIT_CPU, (timeout_s, timeout_s + 1))

    process = subprocess.Popen(
        [str(word) for word in command],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=limit,
    )
    try:
        stdout, stderr = process.communicate(timeout=10 * timeout_s)
        status = None if process.returncode == -signal.SIGXCPU else process.returncode
        return Ran(status, stdout, stderr)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Ran(None, b"", b"")


def verdict(binary, arguments, timeout_s):
    """Runs `gadfly run --json`; a dict with at least `outcome`, which is `crashed` or `timeout` in those cases."""
    ran = run([binary, "run", "--json", *arguments], timeout_s)
    if ran.status is None:
        return {"outcome": "timeout", "message": f"no verdict in {timeout_s} s"}
    try:
        if ran.status == 0:
            return json.loads(ran.stdout) | {"stderr": ran.stderr.decode(errors="replace")}
    except json.JSONDecodeError:
        pass
    lines = ran.stderr.decode(errors="replace").strip().splitlines()
    return {"outcome": "crashed", "message": f"status {ran.status}: {lines[0] if lines else ''}"}


def in_parallel(work, items, label):
    """Maps in order, with progress on a terminal."""
    results = []
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for result in pool.map(work, items):
            results.append(result)
            if sys.stderr.isatty():
                print(f"\r{label} {len(results)}/{len(items)} ", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return results


def table(rows):
    """Rows of cells, the first left-aligned, the others right-aligned."""
    widths = [max(len(str(row[column])) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [str(cell).rjust(width) for cell, width in zip(row, widths)]
        cells[0] = str(row[0]).ljust(widths[0])
        print("  ".join(cells).rstrip())


class Stored:
    """A JSON file of results that do not depend on gadfly, such as what gcc does with a test."""

    def __init__(self, name):
        self.path = CACHE / name
        self.values = json.loads(self.path.read_text()) if self.path.exists() else {}

    def save(self):
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=CACHE, delete=False) as file:
            json.dump(self.values, file)
        os.replace(file.name, self.path)
