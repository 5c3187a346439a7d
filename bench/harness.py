"""What the bench scripts share: where things are, what must be installed, how a program is run, and how figures are
shown and written down.

Only Python's standard library is used; everything else comes from Debian packages, installed when missing.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
CACHE = BENCH / ".cache"
JOBS = os.cpu_count() or 2

# In memory where there is such a place: a sweep writes a hundred thousand small files.
SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

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


def debian_source(package):
    """The upstream source of a Debian package as a tar file, downloaded once from where this machine has its packages.

    Only binary packages are configured on most machines, so apt gets lists of its own."""
    place = CACHE / f"{package}-source"
    if not (found := list(place.glob("*.orig.tar.*"))):
        with tempfile.TemporaryDirectory() as temporary:
            options = source_lists(Path(temporary))
            # Places that have no sources do not matter, as long as one of them has this one.
            subprocess.run(["apt-get", *options, "update", "-qq"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            place.mkdir(parents=True, exist_ok=True)
            command = ["apt-get", *options, "source", "-qq", "--download-only", "--tar-only", package]
            if subprocess.run(command, cwd=place).returncode != 0:
                fail(f"apt-get finds no source of {package}")
        found = list(place.glob("*.orig.tar.*"))
    return found[0]


def source_lists(directory):
    """Options that make apt read sources from all places that are configured for packages. Nothing of the machine's is changed."""
    lists, state = directory / "lists", directory / "state"
    (state / "partial").mkdir(parents=True)
    lists.mkdir()
    apt = Path("/etc/apt")
    for file in [apt / "sources.list", *(apt / "sources.list.d").glob("*")]:
        if file.is_file() and file.suffix in (".list", ".sources"):
            text = re.sub(r"^deb(?=\s)", "deb-src", file.read_text(), flags=re.MULTILINE)
            (lists / file.name).write_text(re.sub(r"^Types:.*", "Types: deb-src", text, flags=re.MULTILINE))
    places = {"Dir::Etc::sourcelist": "/dev/null", "Dir::Etc::sourceparts": lists, "Dir::State::lists": state}
    places |= {"Dir::Cache::pkgcache": "", "Dir::Cache::srcpkgcache": "", "APT::Sandbox::User": ""}
    return [word for name, value in places.items() for word in ("-o", f"{name}={value}")]


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
    """How a process ended: its exit status (negative for a signal, `None` after a time-out), what it printed, the CPU
    seconds of it and the children it waited for, and its peak memory."""

    def __init__(self, status, stdout, stderr, cpu_s, rss_kb):
        self.status, self.stdout, self.stderr, self.cpu_s, self.rss_kb = status, stdout, stderr, cpu_s, rss_kb


def run(command, timeout_s, cwd=None, address_space=MAX_ADDRESS_SPACE, environment=None):
    """Runs a command that may use so much CPU time (and ten times as much wall time, on a busy machine). It has a
    process group of its own, which is killed whole when the time is over."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
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
        is_late = threading.Event()
        killer = threading.Timer(10 * timeout_s, kill_group, (process.pid, is_late))
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        timed_out = is_late.is_set() or is_out_of_cpu_time(process.returncode, usage, timeout_s)
        cpu_s = usage.ru_utime + usage.ru_stime
        return Ran(None if timed_out else process.returncode, content(stdout), content(stderr), cpu_s, usage.ru_maxrss)


def kill_group(pid, is_late):
    is_late.set()
    os.killpg(pid, signal.SIGKILL)


def is_out_of_cpu_time(status, usage, timeout_s):
    """SIGXCPU comes first; a process that ignores it is killed a second later."""
    is_killed = status == -signal.SIGKILL and usage.ru_utime + usage.ru_stime >= timeout_s
    return status == -signal.SIGXCPU or is_killed


def content(file):
    file.seek(0)
    return file.read()


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


def in_parallel(work, items, label, jobs=None):
    """Maps in order, with progress on a terminal."""
    results = []
    with concurrent.futures.ThreadPoolExecutor(jobs or JOBS) as pool:
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


class Figures:
    """The figures of one run. The table on the screen and the file of `--json` are made from the same values.

    `bench/figures` makes the documents from such files: copy one to bench/figures.d, and run it."""

    def __init__(self, title, path=None, command=None):
        self.title, self.path = title, path
        self.command = command or command_line()
        self.figures, self.tables = [], []

    def add(self, key, what, value, shown=None, bar=None):
        """One figure: a name for scripts, what it is in words, the value, how it is shown, and what it should reach."""
        figure = {"key": key, "what": what, "value": value, "shown": str(value) if shown is None else shown}
        self.figures.append(figure | ({"bar": bar} if bar is not None else {}))

    def table(self, rows):
        """Prints a table of several columns, and keeps it beside the figures."""
        table(rows)
        self.tables.append([[str(cell) for cell in row] for row in rows])

    def show(self):
        has_bars = any("bar" in figure for figure in self.figures)
        rows = [[self.title, "figure", *(["bar"] if has_bars else [])]]
        for figure in self.figures:
            rows.append([figure["what"], figure["shown"], *([figure.get("bar", "")] if has_bars else [])])
        table(rows)

    def finish(self):
        """Prints the table, and writes the file if one was asked for."""
        self.show()
        if self.path:
            Path(self.path).write_text(json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n")

    def as_json(self):
        origin = {"command": self.command, "date": datetime.date.today().isoformat(), "commit": commit()}
        tables = {"tables": self.tables} if self.tables else {}
        return {"title": self.title, **origin, "figures": self.figures, **tables}


def key(words):
    """A name for scripts, from words."""
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def parser(description):
    """A parser of arguments with what every bench takes."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--json", metavar="FILE", help="also write the figures to this file, as JSON")
    return made


def command_line():
    """How this bench was called, without `--json FILE`, which changes no figure."""
    words, left = [], iter(sys.argv[1:])
    for word in left:
        if word == "--json":
            next(left, None)
        elif not word.startswith("--json="):
            words.append(word)
    return shlex.join([f"bench/{Path(sys.argv[0]).name}", *words])


def commit():
    """The commit that is checked out, with `-dirty` if files differ from it."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    return described.stdout.strip() or "unknown"


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
