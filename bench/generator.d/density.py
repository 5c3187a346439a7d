"""How much machine code a source line gives, and how varied it is.

Medium programs, gcc -O3, `objdump -d` of the test unit's object file. Padding (nop and its longer forms) does not
count. Lines are the nonblank lines of the test unit; Csmith has one unit, which holds its globals and main too. Opcodes
are the mnemonics as objdump prints them (AT&T, with size suffixes where it prints them), without prefixes.
"""

import collections
import concurrent.futures
import re
import statistics
from pathlib import Path

import harness
import process
import programs

INSTRUCTION = re.compile(r"^ +[0-9a-f]+:\t([^\n]*)", re.M)
PREFIXES = {"rep", "repz", "repnz", "lock", "data16", "cs", "ds", "notrack", "bnd", "addr32", "rex.W"}
RAREST = 40


def main(binary, count, arguments):
    makers = {"gadfly": lambda seed, place: programs.gadfly(binary, seed, place)}
    if not arguments.no_csmith:
        makers["csmith"] = programs.csmith
    figures = harness.Figures("Machine code of generated programs, gcc -O3", arguments.json)
    rare = {}
    for name, make in makers.items():
        seeds = range(arguments.seed, arguments.seed + count)
        with process.directory() as scratch, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            found = list(pool.map(lambda seed: measure(make(seed, Path(scratch) / str(seed))), seeds))
        lines, per_line = sum(lines for lines, _ in found), [codes.total() / lines for lines, codes in found]
        opcodes = sum((codes for _, codes in found), collections.Counter())
        bars = ("3", "250") if name == "gadfly" else (None, None)
        mean, median = opcodes.total() / lines, statistics.median(per_line)
        figures.add(f"{name}_programs", f"{name}: programs", count)
        figures.add(f"{name}_mean", f"{name}: machine instructions per line", mean, f"{mean:.2f}", bars[0])
        figures.add(f"{name}_median", f"{name}: … median of the programs", median, f"{median:.2f}")
        figures.add(f"{name}_opcodes", f"{name}: distinct x86 opcodes", len(opcodes), bar=bars[1])
        rare[name] = [f"{code} {times}" for code, times in opcodes.most_common()[: -RAREST - 1 : -1]]
    figures.finish()
    for name, codes in rare.items():
        print(f"\n{name}'s rarest opcodes: {', '.join(codes)}")


def measure(program):
    """Nonblank lines, and how often each opcode occurs."""
    if isinstance(program, str):
        harness.fail(program)
    output = program.directory / "test.o"
    ran = process.run([*program.compiler("gcc"), "-O3", "-c", program.test, "-o", output], programs.COMPILE_TIMEOUT_S)
    if ran.status != 0:
        harness.fail(f"gcc -O3 does not compile seed {program.seed}: {ran.stderr[:500]}")
    listing = process.run(["objdump", "-d", "--no-show-raw-insn", output], 60).stdout
    codes = collections.Counter(filter(None, map(opcode, INSTRUCTION.findall(listing))))
    return programs.nonblank_lines(program.test), codes


def opcode(instruction):
    words = [word for word in instruction.split() if word not in PREFIXES]
    name = words[0] if words else ""
    is_padding = name.startswith("nop") or re.match(r"xchg +%ax,%ax", instruction)
    return None if is_padding else name
