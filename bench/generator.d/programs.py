"""Programs under test: how gadfly and Csmith make them, and how they are compiled."""

import json
import threading
from pathlib import Path

import harness
import process

GENERATE_TIMEOUT_S = 20
COMPILE_TIMEOUT_S = 120
RUN_TIMEOUT_S = 10
CSMITH_RUN_TIMEOUT_S = 2
CSMITH_INCLUDE = "/usr/include/csmith"
COMPILERS = {"gcc": {"c": "gcc", "c++": "g++"}, "clang": {"c": "clang-19", "c++": "clang++-19"}}
TOOLS = {"gcc": "gcc", "g++": "g++", "clang-19": "clang-19", "clang++-19": "clang-19", "objdump": "binutils"}
CPP_HEADERS = ["stdio.h", "array", "valarray", "vector"]


def set_up(csmith=True):
    for tool, package in TOOLS.items():
        harness.need(tool, package)
    if csmith:
        harness.need("csmith", "csmith")
        if not Path(CSMITH_INCLUDE, "csmith.h").exists():
            harness.install("libcsmith-dev")


class Program:
    """A generated program in its directory. A Csmith program is one file and its output is not known."""

    def __init__(self, seed, directory, std=None, target="x86_64", expected=None, identity=None, cpu_s=0.0):
        self.seed, self.directory, self.std, self.target = seed, Path(directory), std, target
        self.expected, self.identity, self.cpu_s = expected, identity, cpu_s
        self.language = "c++" if std and std.startswith("c++") else "c"
        self.code = None
        suffix = "cpp" if self.language == "c++" else "c"
        self.test = self.directory / f"test.{suffix}"
        self.driver = self.directory / f"driver.{suffix}"

    def is_csmith(self):
        return self.identity is None

    def flags(self):
        flags = ["-w", "-ffp-contract=off"]
        flags += [f"-std={self.std}"] if self.std else []
        # The x87 unit would compute in another precision.
        flags += ["-m32", "-msse2", "-mfpmath=sse"] if self.target == "i386" else []
        flags += ["-I", CSMITH_INCLUDE] if self.is_csmith() else []
        return flags

    def compiler(self, name):
        return [COMPILERS[name][self.language], *self.flags()]


def gadfly_command(binary, seed, directory, std="c17", target="x86_64", size="medium", more=()):
    fixed = ["--seed", seed, "--out", directory, "--std", std, "--target", target, "--size", size, "--json"]
    return [binary, "generate", *fixed, *more]


def gadfly(binary, seed, directory, std="c17", target="x86_64", size="medium", more=()):
    """The program of a seed, or the message of a failure."""
    ran = process.run(gadfly_command(binary, seed, directory, std, target, size, more), GENERATE_TIMEOUT_S)
    if ran.status != 0:
        return f"status {ran.status}: {ran.stderr.strip()[-300:]}"
    made = json.loads(ran.stdout)
    return Program(seed, directory, std, target, made["expected"], made["id"], ran.cpu_s)


def csmith(seed, directory):
    Path(directory).mkdir(parents=True, exist_ok=True)
    program = Program(seed, directory)
    ran = process.run(["csmith", "--seed", seed, "-o", program.test], GENERATE_TIMEOUT_S, cwd=directory)
    program.cpu_s = ran.cpu_s
    return program if ran.status == 0 else f"csmith: status {ran.status}"


class Headers:
    """C++'s headers, precompiled: they are most of the time that a small C++ program takes to compile."""

    def __init__(self, directory):
        self.directory, self.made, self.lock = Path(directory), {}, threading.Lock()

    def flags(self, program, compiler, level):
        if program.language != "c++":
            return []
        key = (compiler, program.std, level)
        with self.lock:
            if key not in self.made:
                self.made[key] = self.make(program, compiler, level)
        return self.made[key]

    def make(self, program, compiler, level):
        header = self.directory / f"{compiler}-{program.std}{level}" / "all.h"
        header.parent.mkdir()
        header.write_text("".join(f"#include <{name}>\n" for name in CPP_HEADERS))
        output = header.with_name("all.h.gch" if compiler == "gcc" else "all.h.pch")
        command = [*program.compiler(compiler), level, "-x", "c++-header", header, "-o", output]
        ran = process.run(command, COMPILE_TIMEOUT_S)
        if ran.status != 0:
            harness.fail(f"{compiler} does not precompile C++'s headers: {ran.stderr[:500]}")
        return ["-include", str(header)] if compiler == "gcc" else ["-include-pch", str(output)]


def nonblank_lines(path):
    return sum(1 for line in process.text(path).splitlines() if line.strip())
