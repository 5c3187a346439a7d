"""What variants make optimizers do: counters of gcc's -fdump-statistics and clang's remarks at -O2 that are not zero for a variant and
zero for its parent, for each kind of edit.
"""  # noqa: E501

import itertools
import re
import resource
import statistics
import tempfile
from pathlib import Path

import harness
import parents
from truth import CLANG, DIALECT, GCC_DIALECT


def main(binary, arguments):
    figures = harness.Figures("What variants make optimizers do", arguments.json)
    clang = Path(CLANG).name
    rows = [["variants of", "variants", "gcc: new counters, mean", "more active", f"{clang}: new remarks, mean", "more active"]]
    for kind in [*parents.KINDS, "all"]:
        with tempfile.TemporaryDirectory(dir=harness.SCRATCH) as scratch:
            kinds = parents.KINDS if kind == "all" else [kind]
            work = list(some_parents(binary, arguments, Path(scratch), kinds))
            found = [item for items in harness.in_parallel(compare, work, kind) for item in items]
        columns = [[item[at] for item in found] for at in (0, 1)]
        rows.append([kind, len(found), *summary(columns[0]), *summary(columns[1])])
        for name, values in zip(("gcc", "clang"), columns):
            mean = statistics.mean(values) if values else 0
            what = f"{name}: counters or remarks that a parent has not, per variant, {kind}"
            figures.add(f"{name}_{kind}", what, mean, f"{mean:.1f}")
    figures.table(rows)
    figures.finish()
    return 0


def some_parents(binary, arguments, scratch, kinds):
    """As many of each origin as were asked for."""
    for origin, make in parents.ORIGINS.items():
        if arguments.only not in (None, origin):
            continue
        programs = make(binary, arguments.first, scratch)
        place = lambda: Path(tempfile.mkdtemp(dir=scratch))
        made = (parents.mutated(binary, program, place(), arguments.variants, kinds) for program in programs)
        yield from itertools.islice((parent for parent in made if parent), arguments.parents)


def summary(values):
    if not values:
        return ["-", "-"]
    return [f"{statistics.mean(values):.1f}", f"{100 * sum(value > 0 for value in values) / len(values):.0f}%"]


def compare(parent):
    """For each variant: how many counters of gcc and remarks of clang fire that do not for the parent."""
    options = [option for option in parent.options if option.startswith("-f")]
    before = [gcc_counters(parent.files, parent.options), clang_remarks(parent.files, parent.options)]
    found = []
    for _, files in parent.variants():
        after = [gcc_counters(files, options), clang_remarks(files, options)]
        found.append([len(new - old) for new, old in zip(after, before)])
    return found


def gcc_counters(files, options):
    """The events that gcc's passes counted at least once."""
    with tempfile.TemporaryDirectory(dir=harness.SCRATCH) as scratch:
        for file in files:
            dump = [f"-fdump-statistics-stats={scratch}/{Path(file).stem}.stats"]
            harness.run(["gcc", "-O2", *GCC_DIALECT, *options, *dump, "-c", file, "-o", f"{scratch}/object.o"], 120)
        text = "".join(path.read_text(errors="replace") for path in Path(scratch).glob("*.stats"))
    return {(name, event) for name, event in re.findall(r'^\d+ (\S+) "([^"]*)"', text, re.MULTILINE)}


def clang_remarks(files, options):
    """The remarks of clang's passes, by pass and wording, without names and numbers."""
    remarks = set()
    with tempfile.TemporaryDirectory(dir=harness.SCRATCH) as scratch:
        for file in files:
            ask = ["-Rpass=.*", "-Rpass-analysis=.*", "-c", file, "-o", f"{scratch}/object.o"]
            ran = harness.run([CLANG, "-O2", *DIALECT, *options, *ask], 120, address_space=resource.RLIM_INFINITY)
            text = ran.stderr.decode(errors="replace")
            for message, name in re.findall(r"remark: (.*?) \[-R([^\]]*)\]", text):
                remarks.add((name, re.sub(r"'[^']*'|[0-9]+", "#", message)[:60]))
    return remarks
