"""Do variants do what their parents do? gcc -O0, clang -O0, tcc, and gcc with UBSan and ASan are asked, wherever the parent is compiled
and gives the expected output. Each must give a variant the same output and exit code, and the sanitizers must be silent if they are
silent about the parent. Fails on any difference.

With `--journal FILE` each parent that was checked is a line of the file, and a later run with the same file goes on from there.
"""  # noqa: E501

import collections
import itertools
import json
import resource
import shutil
import statistics
import tempfile
import time
from pathlib import Path

import harness
import parents

TIMEOUT_S = 10
CLANG = shutil.which("clang-19") or "clang-14"
DIALECT = ["-std=gnu17", "-w", "-Wno-implicit-int", "-Wno-implicit-function-declaration", "-Wno-int-conversion"]
DIALECT += ["-Wno-incompatible-pointer-types", "-Wno-return-type"]
GCC_DIALECT = ["-std=gnu17", "-w"]
BUILDS = {"gcc -O0": ["gcc", "-O0", *GCC_DIALECT], f"{Path(CLANG).name} -O0": [CLANG, "-O0", *DIALECT]}
if shutil.which("tcc"):
    BUILDS["tcc"] = ["tcc", "-w"]
# Without -g, which is a fifth of the time.
SANITIZED = ["gcc", "-O0", *GCC_DIALECT, "-fsanitize=undefined,address"]
# Leaks are no difference; a program that ends by its own signal or code is compared as it is.
SANITIZER_OPTIONS = {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=0"}


def main(binary, arguments):
    journal = Journal(arguments.journal)
    end = time.monotonic() + 60 * arguments.minutes if arguments.minutes else float("inf")
    with tempfile.TemporaryDirectory(dir=harness.SCRATCH) as scratch:
        open_origins = [origin for origin in parents.ORIGINS if arguments.only in (None, origin)]
        makers = {origin: parents.ORIGINS[origin](binary, arguments.first, Path(scratch)) for origin in open_origins}
        # In turn, so that a run that is stopped has looked at each origin.
        while open_origins and time.monotonic() < end:
            for origin in list(open_origins):
                missing = arguments.parents - journal.checked(origin)
                programs = list(itertools.islice(makers[origin], min(missing, harness.JOBS)))
                if not programs:
                    open_origins.remove(origin)
                new = [program for program in programs if not journal.has(program)]
                check_one = lambda program: check(binary, program, Path(scratch), arguments)
                for program, line in zip(new, harness.in_parallel(check_one, new, origin, harness.JOBS)):
                    journal.add(program, line)
                for program in programs:
                    parents.forget(program)
    return report([line for line in journal.lines.values() if line], arguments)


class Journal:
    """What is known of each program: a line of figures, or none if it is no parent."""

    def __init__(self, path):
        self.path, self.lines = path and Path(path), {}
        if self.path and self.path.exists():
            for line in self.path.read_text().splitlines():
                origin, name, known = json.loads(line)
                self.lines[origin, name] = known

    def has(self, program):
        return (program.origin, program.name) in self.lines

    def add(self, program, line):
        self.lines[program.origin, program.name] = line
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps([program.origin, program.name, line]) + "\n")

    def checked(self, origin):
        return sum(line is not None and key[0] == origin for key, line in self.lines.items())


def check(binary, program, scratch, arguments):
    """Makes variants and compares them with their parent; none if the program is no parent."""
    directory = Path(tempfile.mkdtemp(dir=scratch))
    parent = parents.mutated(binary, program, directory, arguments.variants)
    line = parent and compared(parent, arguments)
    shutil.rmtree(directory)
    return line


def compared(parent, arguments):
    problems, counts = [], collections.Counter()
    for name, command in BUILDS.items():
        compare(parent, name, command, arguments.variants, problems, counts, "compared")
    if arguments.sanitized:
        compare(parent, "sanitizers", SANITIZED, arguments.sanitized, problems, counts, "sanitized")
    if problems and arguments.keep:
        kept = Path(arguments.keep, f"{parent.origin}-{Path(parent.name).stem}")
        shutil.copytree(parent.directory, kept, dirs_exist_ok=True)
        for file in parent.files:
            shutil.copy(file, kept)
    for problem in problems:
        print(f"{parent.origin} {parent.name} {problem}", flush=True)
    report = parent.report
    edits = collections.Counter(f"{edit['kind']}: {edit['what']}" for each in report["variants"] for edit in each["edits"])
    # CPU milliseconds for each variant that were not spent in executing programs; the parent's share included.
    planning = report["parent_ms"] - report["parent_executing_ms"] + report["variants_ms"] - report["executing_ms"]
    figures = {key: report[key] for key in ["has_unexecuted", "executed", "trimmed"]}
    figures |= {"origin": parent.origin, "variants": len(report["variants"]), "edits": edits, "problems": len(problems)}
    return figures | {"planning_ms": planning, "compared": counts["compared"], "sanitized": counts["sanitized"]}


def compare(parent, name, command, most, problems, counts, what):
    """Compiles and runs the parent, and if it is right at most so many variants."""
    expected = (parent.report["exit_code"], parent.expected, b"")
    program = parent.directory / "program"
    options = [option for option in parent.options if option.startswith("-f")]
    if outcome(command, parent.files, parent.options, program) != expected:
        return
    for directory, files in itertools.islice(parent.variants(), most):
        status, stdout, stderr = outcome(command, files, options, program)
        counts[what] += 1
        if (status, stdout, stderr) != expected:
            note = stdout if status == "does not compile" else stderr
            problems.append(f"{directory.name}: {name}: {status} {note.decode(errors='replace')[:300]}")


def outcome(command, files, options, program):
    """`(status, stdout, stderr)` of the compiled program, or what is wrong before it runs."""
    compiled = harness.run([*command, *options, *files, "-o", program, "-lm"], 120, address_space=resource.RLIM_INFINITY)
    if compiled.status != 0:
        return "does not compile", compiled.stderr, b""
    ran = harness.run([program], TIMEOUT_S, address_space=resource.RLIM_INFINITY, environment=SANITIZER_OPTIONS)
    program.unlink(missing_ok=True)
    status = 128 - ran.status if ran.status is not None and ran.status < 0 else ran.status
    # Only what a sanitizer says is compared.
    said = ran.stderr if b"runtime error" in ran.stderr or b"Sanitizer" in ran.stderr else b""
    return status, ran.stdout, said


def report(checked, arguments):
    figures = harness.Figures("Variants against their parents", arguments.json)
    problems = sum(line["problems"] for line in checked)
    count = lambda origin: sum(line["origin"] == origin for line in checked)
    counts = ", ".join(f"{count(origin)} {origin}" for origin in parents.ORIGINS)
    figures.add("parents", f"parents ({counts})", len(checked))
    figures.add("variants", "variants", sum(line["variants"] for line in checked))
    figures.add("compared", f"outputs compared with {', '.join(BUILDS)}", sum(line["compared"] for line in checked))
    figures.add("sanitized", "variants under UBSan and ASan", sum(line["sanitized"] for line in checked))
    figures.add("problems", "differences and reports of sanitizers", problems, bar="0")
    unexecuted = [line for line in checked if line["has_unexecuted"]]
    full = [line for line in unexecuted if line["variants"] >= arguments.variants]
    share(figures, "full", f"parents with unexecuted code that give {arguments.variants} variants", full, unexecuted, 90)
    busy = [line for line in checked if line["executed"] >= 20]
    alive = [line for line in busy if any(edit.startswith("live") for edit in line["edits"])]
    share(figures, "alive", "parents of 20 executed statements that have living mutations", alive, busy, 95)
    for origin in parents.ORIGINS:
        each = [line["planning_ms"] / line["variants"] for line in checked if line["origin"] == origin and line["variants"]]
        if each:
            median = statistics.median(each)
            what = f"ms per variant beyond executing it, median, {origin}"
            figures.add(f"overhead_{origin}", what, median, f"{median:.1f}", "5")
    edits = collections.Counter()
    for line in checked:
        edits.update(line["edits"])
    figures.table([["edit", "in variants"], *([what, number] for what, number in sorted(edits.items()))])
    figures.add("trimmed", "plans whose edits did something else together", sum(line["trimmed"] for line in checked))
    figures.finish()
    return problems


def share(figures, key, what, some, all_of_them, bar):
    percent = 100 * len(some) / len(all_of_them) if all_of_them else 100
    figures.add(key, what, percent, f"{len(some)} of {len(all_of_them)} ({percent:.1f}%)", f"{bar}%")
