"""Seeded optimizer bugs: how many of our own wrong rewrites a generator exposes.

The bugs are in bench/generator.d/seeded, a pass plugin for clang. For every bug a generator has the same budget of CPU
seconds, spent on generating, clang -O2 (for gadfly the driver at -O0), linking and running. The first programs of a
generator are the same for all bugs, so each is compiled only once to learn which bugs' patterns it has (a probe, which
changes nothing and costs as much as a compilation), and once more for each of those bugs that is not exposed yet. A bug
is exposed by a program whose output is not the expected one, or that crashes or hangs; Csmith's expected output is that
of -O0, whose cost is not counted.

The set itself is tested first: seeded/triggers has a function for each bug, which must return another value with it.
"""

import collections
import concurrent.futures
import hashlib
import shutil
from pathlib import Path

import harness
import process
import programs

SOURCES = Path(__file__).resolve().parent / "seeded"
CACHE = harness.CACHE / "generator" / "seeded"
CLANG = ["clang-19", "-w", "-O2"]
VARIABLE = "GADFLY_SEEDED"


def main(binary, count, arguments):
    plugin = build()
    bugs = listed(plugin)
    if not check(plugin, bugs, arguments.check):
        return True
    if arguments.check:
        return False
    hunts = [Hunt("gadfly", plugin, lambda seed, place: programs.gadfly(binary, seed, place, size=arguments.size))]
    if not arguments.no_csmith:
        hunts.append(Hunt("csmith", plugin, programs.csmith))
    for hunt in hunts:
        hunt.run(arguments.seed, count, arguments.budget, arguments.jobs)
    figures = harness.Figures("Seeded optimizer bugs", arguments.json)
    report(bugs, hunts, arguments.budget, figures)
    return False


def build():
    """The plugin, compiled when its sources have changed."""
    if not Path("/usr/lib/llvm-19/include/llvm/Passes/PassPlugin.h").exists():
        harness.install("llvm-19-dev")
    sources = sorted(SOURCES.glob("*.cpp"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in [SOURCES / "bug.h", *sources])).hexdigest()[:16]
    plugin = CACHE / f"{digest}.so"
    if not plugin.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        flags = must(["llvm-config-19", "--cxxflags"]).stdout.split() + ["-fno-rtti", "-fPIC", "-O1"]
        with process.directory() as scratch:
            objects = [Path(scratch) / f"{source.stem}.o" for source in sources]
            compile = lambda pair: must(["clang++-19", *flags, "-c", pair[0], "-o", pair[1]])
            harness.in_parallel(compile, list(zip(sources, objects)), "plugin")
            must(["clang++-19", "-shared", *objects, "-o", plugin.with_suffix(".tmp")])
        plugin.with_suffix(".tmp").rename(plugin)
    return plugin


def must(command):
    ran = process.run(command, 600)
    if ran.status != 0:
        harness.fail(f"{' '.join(map(str, command))}: {ran.stderr[:2000]}")
    return ran


def with_bug(plugin, bug, command):
    return process.run([*command, f"-fpass-plugin={plugin}"], programs.COMPILE_TIMEOUT_S, environment={VARIABLE: bug})


def listed(plugin):
    """Name and description of every bug, in the plugin's order."""
    with process.directory() as scratch:
        ran = with_bug(plugin, "list", [*CLANG, "-c", "-x", "c", "/dev/null", "-o", Path(scratch) / "empty.o"])
    bugs = dict(line.split("\t") for line in ran.stdout.splitlines())
    return bugs or harness.fail(f"the plugin lists no bugs: {ran.stderr[:500]}")


def check(plugin, bugs, again):
    """Whether every bug is exposed by its own trigger, and no trigger is wrong without a bug. Done once for a plugin,
    or `again` if asked for."""
    triggers = sorted((SOURCES / "triggers").iterdir())
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in [plugin, *triggers])).hexdigest()[:16]
    stamp = CACHE / f"{digest}.checked"
    if stamp.exists() and not again:
        return True
    with process.directory() as scratch:
        expected = {}
        for source in (path for path in triggers if path.suffix == ".c"):
            executable = Path(scratch) / source.stem
            plain, optimized = [answers(plugin, source, level, None, executable) for level in ["-O0", "-O2"]]
            if plain != optimized or not plain:
                harness.fail(f"{source}: -O0 and -O2 differ without a bug")
            expected |= {name: (value, source) for name, value in plain.items()}
        untested = sorted(set(bugs) ^ set(expected))
        tested = [bug for bug in bugs if bug in expected]
        with_it = lambda bug: answers(plugin, expected[bug][1], "-O2", bug, Path(scratch) / bug).get(bug)
        found = zip(tested, harness.in_parallel(with_it, tested, "triggers"))
        silent = [bug for bug, value in found if value == expected[bug][0]]
    print(f"seeded bugs: {len(bugs)}, exposed by their triggers: {len(tested) - len(silent)}")
    for what, names in [("without trigger, or trigger without bug", untested), ("not exposed by its trigger", silent)]:
        if names:
            print(f"  {what}: {', '.join(names)}")
    if not untested and not silent:
        stamp.touch()
    return stamp.exists()


def answers(plugin, source, level, bug, executable):
    """What each function of a file of triggers returns; empty if the program does not compile, hangs or crashes."""
    command = ["clang-19", "-w", level, source, "-o", executable]
    compiled = with_bug(plugin, bug, command) if bug else process.run(command, programs.COMPILE_TIMEOUT_S)
    if compiled.status != 0:
        harness.fail(f"{source} with {bug}: {compiled.stderr[:1000]}")
    return dict(line.split() for line in process.run([executable], 5).stdout.splitlines())


class Built:
    """A compilation: the object code (`None` if clang fails), how the program runs (`None` if it fails, or if the code
    is that of the probe), what clang printed, and the CPU time of all."""

    def __init__(self, ran, messages, code, cpu_s):
        self.ran, self.messages, self.code, self.cpu_s = ran, messages, code, cpu_s


class Hunt:
    """What one generator finds."""

    def __init__(self, name, plugin, make):
        self.name, self.plugin, self.make = name, plugin, make
        self.programs, self.cpu_s, self.unusable = 0, 0.0, 0
        self.fired, self.exposed, self.broken = collections.Counter(), {}, set()

    def run(self, first, count, budget_s, jobs):
        """Programs from seed `first` on, until the budget is spent or there are `count`."""
        with process.directory() as scratch, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            seed = first
            while self.cpu_s < budget_s and (count is None or self.programs < count):
                batch = list(pool.map(lambda seed: self.probe(seed, Path(scratch)), range(seed, seed + jobs)))
                seed += jobs
                for probed in batch:
                    self.programs += 1
                    self.cpu_s += probed["cpu_s"]
                    if self.cpu_s < budget_s:
                        self.try_bugs(probed, pool)

    def probe(self, seed, scratch):
        """Generates and compiles one program; which bugs' patterns it has, and what all of it costs."""
        program = self.make(seed, scratch / f"{self.name}{seed}")
        if isinstance(program, str):
            harness.fail(f"{self.name}: {program}")
        if program.is_csmith():
            reference = self.build(program, None, "-O0").ran
            program.expected = reference.stdout if reference.status == 0 else None
        else:
            command = [*program.compiler("clang"), "-O0", "-c", program.driver, "-o", program.directory / "driver.o"]
            program.cpu_s += must(command).cpu_s
        built = self.build(program, "probe", "-O2")
        program.code = built.code
        fired = [line.split()[1] for line in built.messages.splitlines() if line.startswith("seeded: ")]
        usable = built.ran is not None and built.ran.status == 0 and built.ran.stdout == program.expected
        return {"program": program, "fired": fired, "usable": usable, "cpu_s": program.cpu_s + built.cpu_s}

    def build(self, program, bug, level):
        test, executable = [program.directory / f"{bug}.{suffix}" for suffix in ["o", "exe"]]
        command = [*program.compiler("clang"), level, "-c", program.test, "-o", test]
        compiled = with_bug(self.plugin, bug, command) if bug else process.run(command, programs.COMPILE_TIMEOUT_S)
        if compiled.status != 0:
            return Built(None, compiled.stderr, None, compiled.cpu_s)
        code = test.read_bytes()
        if code == program.code:
            return Built(None, compiled.stderr, code, compiled.cpu_s)
        objects = [test] if program.is_csmith() else [test, program.directory / "driver.o"]
        linked = must([*program.compiler("clang"), *objects, "-o", executable])
        limit_s = programs.CSMITH_RUN_TIMEOUT_S if program.is_csmith() else programs.RUN_TIMEOUT_S
        ran = process.run([executable], limit_s)
        test.unlink()
        executable.unlink()
        return Built(ran, compiled.stderr, code, compiled.cpu_s + linked.cpu_s + ran.cpu_s)

    def try_bugs(self, probed, pool):
        program = probed["program"]
        if not probed["usable"]:
            self.unusable += 1
            return
        self.fired.update(probed["fired"])
        open_bugs = [bug for bug in probed["fired"] if bug not in self.exposed]
        for bug, built in zip(open_bugs, pool.map(lambda bug: self.build(program, bug, "-O2"), open_bugs)):
            if built.code is None:
                self.broken.add((bug, program.seed))
            elif built.ran and (built.ran.status, built.ran.stdout) != (0, program.expected):
                self.exposed[bug] = (program.seed, self.cpu_s)
        shutil.rmtree(program.directory)


def report(bugs, hunts, budget_s, figures):
    rows = [["bug (programs with its pattern; exposed by seed, after CPU s)", *(hunt.name for hunt in hunts)]]
    for bug in bugs:
        rows.append([bug, *(cell(hunt, bug) for hunt in hunts)])
    harness.table(rows)
    print()
    figures.add("bugs", "seeded bugs", len(bugs))
    figures.add("budget_s", "budget of a generator, CPU s", budget_s)
    for hunt in hunts:
        figures.add(f"{hunt.name}_exposed", f"{hunt.name}: bugs exposed", len(hunt.exposed))
        figures.add(f"{hunt.name}_fired", f"{hunt.name}: bugs whose pattern occurs", len(hunt.fired))
        figures.add(f"{hunt.name}_programs", f"{hunt.name}: programs", hunt.programs)
        figures.add(f"{hunt.name}_unusable", f"{hunt.name}: programs without a usable output", hunt.unusable)
    figures.finish()
    for hunt in hunts:
        missed = [bug for bug in bugs if bug not in hunt.exposed]
        print(f"\n{hunt.name} misses {len(missed)}: {', '.join(missed)}")
        for bug, seed in sorted(hunt.broken):
            print(f"  {bug} breaks clang on seed {seed}")


def cell(hunt, bug):
    if bug in hunt.exposed:
        seed, cpu_s = hunt.exposed[bug]
        return f"{hunt.fired[bug]} exposed {seed} {cpu_s:.0f}"
    return f"{hunt.fired[bug]} missed" if hunt.fired[bug] else "-"
