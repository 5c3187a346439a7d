"""Every program is accepted, defined, and gives the expected output everywhere.

Most programs are small; one in four is C++ (11 to 20), the others C (c99, c11, c17), a tenth is for i386 (C only:
Debian's 32-bit libstdc++ is rarely there). For each: gcc and clang compile the driver once at -O0 and the test unit at
two levels; `gadfly run` must say `defined` with the expected output (for C++, of the C form); every executable must
print it. One program in five is also compiled whole with the sanitizers of both compilers, -O0 or -O1, and must stay
silent.

C++'s standard headers are precompiled, except under the sanitizers, where a missing #include would be noticed.

Programs that fail are kept in bench/.cache/generator/failures/SEED-KIND with the commands to repeat. An interrupted
sweep goes on where it was, for the same binary.
"""

import collections
import concurrent.futures
import hashlib
import json
import random
import re
import shutil
import sys
import time
from pathlib import Path

import harness
import process
import programs

CACHE = harness.CACHE / "generator"
FAILURES = CACHE / "failures"
LEVELS = {"gcc": ["-O0", "-O3"], "clang": ["-O0", "-O2"]}
SANITIZERS = ["-fsanitize=undefined,address,float-cast-overflow", "-fno-sanitize-recover=all"]
SANITIZED_PERCENT = 20
C_STANDARDS = ["c99", "c11", "c17"]
CPP_STANDARDS = ["c++11", "c++14", "c++17", "c++20"]
# Lines of the test unit, and how many programs in a hundred.
SIZES = [((20, 100), 70), ((100, 300), 20), ((300, 600), 8), ((600, 2000), 2)]
SAME = "same"


def main(binary, count, arguments):
    state = CACHE / "sweep" / f"{hashlib.sha256(Path(binary).read_bytes()).hexdigest()[:16]}.jsonl"
    state.parent.mkdir(parents=True, exist_ok=True)
    if arguments.fresh:
        state.unlink(missing_ok=True)
    wanted = range(arguments.seed, arguments.seed + count)
    results = {result["seed"]: result for result in stored(state) if result["seed"] in wanted}
    missing = [seed for seed in wanted if seed not in results]
    start = time.monotonic()
    with process.directory() as scratch, open(state, "a") as log:
        sweep = Sweep(binary, Path(scratch))
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for result in pool.map(sweep.judge, missing):
                results[result["seed"]] = result
                print(json.dumps(result), file=log, flush=True)
                progress(results, count, start, len(missing))
    figures = harness.Figures("Generated programs with every compiler", arguments.json)
    return report([results[seed] for seed in wanted], time.monotonic() - start, len(missing), figures)


def stored(path):
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    return [json.loads(line) for line in lines if line.endswith("}")]


def plan(seed, multilib):
    """What is generated for a seed: standard, target, lines."""
    dice = random.Random(seed)
    low, high = dice.choices([lines for lines, _ in SIZES], [weight for _, weight in SIZES])[0]
    standards = CPP_STANDARDS if seed % 4 == 1 else C_STANDARDS
    i386 = multilib and seed % 10 == 0
    sanitized = not i386 and dice.randrange(100) < SANITIZED_PERCENT
    return standards[seed // 4 % len(standards)], "i386" if i386 else "x86_64", dice.randint(low, high), sanitized


class Failed(Exception):
    def __init__(self, kind, detail):
        self.kind, self.detail = kind, detail


class Sweep:
    def __init__(self, binary, scratch):
        self.binary, self.scratch = binary, scratch
        self.headers = programs.Headers(scratch)
        self.multilib = self.links_32_bit()

    def links_32_bit(self):
        source = self.scratch / "empty.c"
        source.write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
        output = self.scratch / "empty"
        links = lambda compiler: process.run([compiler, "-m32", source, "-o", output], 60).status == 0
        return links("gcc") and links("clang-19")

    def judge(self, seed):
        std, target, lines, sanitized = plan(seed, self.multilib)
        result = {"seed": seed, "std": std, "target": target, "sanitized": sanitized}
        result |= {"kind": SAME, "detail": "", "cpu_s": 0.0}
        judged = Judged(self, seed, result)
        try:
            judged.check(std, target, lines, sanitized)
        except Failed as failed:
            result |= {"kind": failed.kind, "detail": failed.detail}
            judged.keep()
        shutil.rmtree(judged.directory, ignore_errors=True)
        return result


class Judged:
    """One program on its way through the sweep; the commands are kept for the report of a failure."""

    def __init__(self, sweep, seed, result):
        self.sweep, self.seed, self.result, self.commands = sweep, seed, result, []
        self.directory = sweep.scratch / str(seed)

    def run(self, command, timeout_s):
        self.commands.append(command)
        ran = process.run(command, timeout_s, cwd=self.directory if self.directory.exists() else None)
        self.result["cpu_s"] += ran.cpu_s
        return ran

    def check(self, std, target, lines, sanitized):
        more = ["--also-c"] if std.startswith("c++") else []
        recipe = [self.sweep.binary, self.seed, self.directory, std, target, lines, more]
        self.commands.append(programs.gadfly_command(*recipe))
        program = programs.gadfly(*recipe)
        if isinstance(program, str):
            raise Failed("not generated", program)
        self.result |= {"lines": programs.nonblank_lines(program.test), "id": program.identity}
        self.interpret(program)
        for compiler, levels in LEVELS.items():
            self.compile(program, compiler, levels)
        if sanitized:
            for compiler in LEVELS:
                self.sanitize(program, compiler)

    def interpret(self, program):
        form = self.directory / "c" if program.language == "c++" else self.directory
        command = [self.sweep.binary, "run", "--json", "--target", program.target, form / "test.c", form / "driver.c"]
        ran = self.run(command, 6 * programs.RUN_TIMEOUT_S)
        if ran.status != 0:
            raise Failed("gadfly-run-fails", f"status {ran.status}: {ran.stderr.strip()[:300]}")
        verdict = json.loads(ran.stdout)
        if verdict["outcome"] != "defined":
            where, what = f"line {verdict.get('line')}", verdict.get("what") or verdict.get("message")
            raise Failed(f"gadfly-run-{verdict['outcome']}", f"{verdict.get('rule', '')} {where}: {what}")
        if (verdict["stdout"], verdict["exit_code"]) != (program.expected, 0):
            raise Failed("gadfly-run-differs", f"{verdict['stdout']!r}, expected {program.expected!r}")

    def compile(self, program, compiler, levels):
        driver = self.directory / f"{compiler}.o"
        headers = lambda level: self.sweep.headers.flags(program, compiler, level)
        command = program.compiler(compiler)
        self.build(compiler, [*command, "-O0", *headers("-O0"), "-c", program.driver, "-o", driver])
        for level in levels:
            executable = self.directory / f"{compiler}{level}"
            self.build(compiler, [*command, level, *headers(level), program.test, driver, "-o", executable])
            self.execute(program, executable, f"{compiler}{level}")

    def build(self, compiler, command):
        ran = self.run(command, programs.COMPILE_TIMEOUT_S)
        if ran.status != 0:
            what = "timeout" if ran.status is None else "crashes" if crashed(ran) else "rejects"
            errors = [line for line in ran.stderr.splitlines() if "error" in line] or ran.stderr.splitlines()
            raise Failed(f"{compiler}-{what}", (errors or [""])[0][:300])

    def execute(self, program, executable, name):
        ran = self.run([executable], programs.RUN_TIMEOUT_S)
        if ran.status is None:
            raise Failed(f"{name}-timeout", "")
        if (ran.status, ran.stdout) != (0, program.expected):
            raise Failed(f"{name}-differs", f"{ran.stdout[:100]!r} status {ran.status}, expected {program.expected!r}")

    def sanitize(self, program, compiler):
        executable, level = self.directory / f"{compiler}-sanitized", f"-O{self.seed // 2 % 2}"
        options = [level, "-g1", *SANITIZERS]
        self.build(compiler, [*program.compiler(compiler), *options, program.test, program.driver, "-o", executable])
        ran = self.run([executable], programs.RUN_TIMEOUT_S)
        reports = [line for line in ran.stderr.splitlines() if "runtime error" in line or "ERROR" in line]
        if reports:
            raise Failed(f"{compiler}-sanitizer", reports[0][-300:])
        if (ran.status, ran.stdout) != (0, program.expected):
            raise Failed(f"{compiler}-sanitized-differs", f"{ran.stdout[:100]!r} status {ran.status}")

    def keep(self):
        """The program and the commands, with paths that work where it is kept."""
        place = FAILURES / f"{self.seed}-{self.result['kind']}"
        shutil.rmtree(place, ignore_errors=True)
        if self.directory.exists():
            shutil.copytree(self.directory, place, ignore=shutil.ignore_patterns("*.o", "gcc-*", "clang-*"))
        place.mkdir(parents=True, exist_ok=True)
        lines = [*map(self.repeatable, self.commands), f"# {self.result['detail']}"]
        (place / "commands.txt").write_text("\n".join(lines) + "\n")
        self.result["kept"] = str(place)

    def repeatable(self, command):
        """The command as it can be given where the failure is kept, without precompiled headers."""
        line = " ".join(map(str, command)).replace(str(self.directory), ".")
        return re.sub(r" -include(-pch)? \S+", "", line)


def crashed(ran):
    return "internal compiler error" in ran.stderr or "PLEASE submit a bug report" in ran.stderr or ran.status < 0


def progress(results, count, start, todo):
    wrong = sum(result["kind"] != SAME for result in results.values())
    done = todo - (count - len(results))
    left_s = (time.monotonic() - start) / done * (todo - done)
    line = f"sweep {len(results)}/{count}, {wrong} wrong, {left_s / 60:.0f} min left"
    if sys.stderr.isatty():
        print(f"\r{line} ", end="\n" if len(results) == count else "", file=sys.stderr, flush=True)
    elif len(results) % 250 == 0:
        print(line, file=sys.stderr, flush=True)


def report(results, wall_s, judged, figures):
    wrong = [result for result in results if result["kind"] != SAME]
    for result in wrong[:40]:
        print(f"seed {result['seed']}: {result['kind']}: {result['detail']}\n  {result.get('kept', '')}")
    counts = collections.Counter(result["kind"] for result in results)
    lines = [result["lines"] for result in results if "lines" in result]
    cpp = [result for result in results if result["std"].startswith("c++")]
    per_program = sum(result["cpu_s"] for result in results) / len(results)
    figures.add("programs", "programs", len(results), f"{len(results):,}")
    figures.add("cpp", "C++ programs", len(cpp))
    figures.add("i386", "i386 programs", sum(result["target"] == "i386" for result in results))
    figures.add("sanitized", "also compiled with sanitizers", sum(result["sanitized"] for result in results))
    figures.add("lines", "lines of the test units", sum(lines), f"{sum(lines):,}")
    figures.add("as_expected", "as expected everywhere", counts[SAME], f"{counts[SAME]:,}")
    for kind, number in counts.most_common():
        if kind != SAME:
            figures.add(harness.key(kind), kind, number)
    figures.add("cpu_s", "CPU seconds per program", per_program, f"{per_program:.2f}")
    figures.finish()
    print(f"{wall_s / 60:.1f} minutes for the {judged} programs of this run")
    return bool(wrong)
