"""Table 1 of the ldrgen paper, with live programs beside Csmith's with the flags of the paper's footnote: lines of the test unit,
machine instructions and distinct opcodes at gcc -O3. Besides, what gcc's passes cddce1 and dse1 delete of each 1,000 lines, and
how many assignments change the output if they are flipped.
"""

import collections
import concurrent.futures
import json
import re
import statistics
from pathlib import Path

import density
import harness
import process
import programs
import strategy

# Comparable lines in the median.
LINES = 370
CSMITH = ["--nomain", "--float", "--max-funcs", "1", "--no-safe-math", "--max-block-size", "8", "--concise"]
DUMPS = ["-fdump-tree-cddce1-details", "-fdump-tree-dse1-details"]
# Without `main` nothing calls the only function of a Csmith program. It is static, and gcc would drop it.
STATIC = re.compile(r"^static (?=.*\bfunc_1\()", re.MULTILINE)
DELETED = re.compile(r"^ *Delet(?:ing :|ed (?:dead|redundant))", re.MULTILINE)


class Measured:
    """One program: nonblank lines, opcodes with their counts, deleted statements, and what flips have shown."""

    def __init__(self, lines, opcodes, deleted, observability=None):
        self.lines, self.opcodes, self.deleted, self.observability = lines, opcodes, deleted, observability


def main(binary, count, arguments):
    makers = {
        "csmith": csmith,
        "policy": lambda seed, place: generated(binary, "policy", seed, place),
        "live": lambda seed, place: generated(binary, "live", seed, place),
    }
    found = {}
    for name, make in makers.items():
        seeds = range(arguments.seed, arguments.seed + count)
        with process.directory() as scratch, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            measured = pool.map(lambda seed: measure(*make(seed, Path(scratch) / str(seed))), seeds)
            found[name] = [program for program in measured if program is not None]
    figures = harness.Figures("Live programs and the paper's Table 1, gcc -O3", arguments.json)
    figures.table([["", "generator", "min", "median", "max", "total"], *rows(found)])
    print()
    report(found, figures)
    figures.finish()


def csmith(seed, place):
    place.mkdir(parents=True)
    program = programs.Program(seed, place)
    ran = process.run(["csmith", "--seed", seed, *CSMITH, "-o", program.test], programs.GENERATE_TIMEOUT_S, cwd=place)
    if ran.status != 0:
        return None, None
    Path(program.test).write_text(STATIC.sub("", process.text(program.test)))
    return program, None


def generated(binary, name, seed, place):
    command = programs.gadfly_command(binary, seed, place, size=LINES, more=strategy.of(name))
    ran = process.run(command, 60)
    if ran.status != 0:
        harness.fail(f"{name}, seed {seed}: {ran.stderr[-500:]}")
    made = json.loads(ran.stdout)
    program = programs.Program(seed, place, "c17", expected=made["expected"], identity=made["id"])
    return program, made.get("observability")


def measure(program, observability):
    """None if there is no program, or if gcc does not get on with it in time."""
    if program is None:
        return None
    output = program.directory / "test.o"
    command = [*program.compiler("gcc"), "-O3", *DUMPS, "-c", program.test, "-o", output]
    ran = process.run(command, programs.COMPILE_TIMEOUT_S, cwd=program.directory)
    if ran.status != 0:
        return None
    listing = process.run(["objdump", "-d", "--no-show-raw-insn", output], 60).stdout
    opcodes = collections.Counter(filter(None, map(density.opcode, density.INSTRUCTION.findall(listing))))
    dumps = [path for path in program.directory.iterdir() if path.name.endswith((".cddce1", ".dse1"))]
    if len(dumps) != len(DUMPS):
        harness.fail(f"gcc wrote {len(dumps)} dumps instead of {len(DUMPS)}")
    deleted = sum(len(DELETED.findall(process.text(path))) for path in dumps)
    return Measured(programs.nonblank_lines(program.test), opcodes, deleted, observability)


def rows(found):
    quantities = {
        "lines of code": lambda program: program.lines,
        "instructions": lambda program: program.opcodes.total(),
        "unique opcodes": lambda program: len(program.opcodes),
    }
    for what, quantity in quantities.items():
        for name, measured in found.items():
            values = [quantity(program) for program in measured]
            total = len(all_opcodes(measured)) if what == "unique opcodes" else sum(values)
            median = statistics.median(values)
            yield [what, name, min(values), f"{median:g}", max(values), f"{total:,}"]


def all_opcodes(measured):
    return sum((program.opcodes for program in measured), collections.Counter())


def report(found, figures):
    live, other = found["live"], found["csmith"]
    median = lambda measured: statistics.median(program.opcodes.total() for program in measured)
    ratio = median(live) / max(median(other), 1)
    figures.add("programs", "programs of each generator", len(live), f"{len(live):,}")
    figures.add("ratio", "instructions, live to Csmith, median", ratio, f"{ratio:.1f}", "20")
    opcodes = len(all_opcodes(live))
    figures.add("opcodes", "distinct opcodes of live programs", opcodes, bar="above 204")
    lines = sum(program.lines for program in live)
    per_line = all_opcodes(live).total() / lines
    figures.add("per_line", "instructions per line of live programs", per_line, f"{per_line:.2f}", "2.7")
    seen = [program.observability for program in live]
    share = sum(one["observed"] for one in seen) / sum(one["assignments"] for one in seen)
    figures.add("observed", "assignments that change the output if flipped", share, f"{100 * share:.1f}%", "90%")
    for name, measured in found.items():
        rate = 1000 * sum(program.deleted for program in measured) / sum(program.lines for program in measured)
        bar = {"bar": "near 0"} if name == "live" else {}
        figures.add(f"deleted_{name}", f"deleted by dce and dse of 1,000 lines, {name}", rate, f"{rate:.1f}", **bar)
