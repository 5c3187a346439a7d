"""What programs print and how compilers break, found out with nothing of Gadfly but what is asked for."""

import re
import resource
import shutil
import signal
import tempfile
from pathlib import Path

import harness

COMPILE_TIMEOUT_S = 20
RUN_TIMEOUT_S = 2
SANITIZE = ["-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-O1", "-g", "-w"]
SIGNATURES = [
    r"internal compiler error: [^\n]*",
    r"Assertion `[^\n]*' failed",
    r"UNREACHABLE executed at [^\n]*",
    r"error in backend: [^\n]*",
    r"Error: no such instruction: `\w+",
    r"undefined reference to `\w+'",
]
# The signature of a compiler that says nothing, with the number.
SIGNAL = "signal "


def clang():
    for name in ["clang-19", *(f"clang-{version}" for version in range(22, 13, -1)), "clang"]:
        if shutil.which(name):
            return name
    harness.install("clang")
    return "clang"


REFERENCES = [["gcc", "-O0", "-w"], [clang(), "-O0", "-w"]]


class Build:
    """A program, its compilation and its run: `answer` is `(status, stdout)`, or `None` if there is none."""

    def __init__(self, command, source, timeout_s=RUN_TIMEOUT_S, address_space=harness.MAX_ADDRESS_SPACE):
        self.answer, self.is_silent = None, False
        with tempfile.TemporaryDirectory(prefix="bench-reduce-") as directory:
            program = Path(directory, "program")
            words = [*command, Path(source).resolve(), "-o", program]
            self.compiled = harness.run(words, COMPILE_TIMEOUT_S, cwd=directory)
            if self.compiled.status == 0 and program.exists():
                ran = harness.run([program], timeout_s, cwd=directory, address_space=address_space)
                self.answer, self.is_silent = (ran.status, ran.stdout), not ran.stderr


def crash_signature(compiled):
    """What tells this crash from others, or `None` if the compiler did not crash."""
    if compiled.status in (0, None):
        return None
    text = compiled.stderr.decode(errors="replace")
    found = next((found[0] for pattern in SIGNATURES if (found := re.search(pattern, text))), None)
    if found is None and compiled.status < 0:
        return SIGNAL + str(-compiled.status)
    return found


def reference_answer(source):
    """What both references print; `None` if they do not agree, or a program is too slow for being tried often."""
    answers = [Build(command, source).answer for command in REFERENCES]
    first = answers[0]
    return first if first is not None and first[0] is not None and first[0] >= 0 and answers[1] == first else None


def is_clean(source, answer):
    """Whether the sanitizers of both compilers say nothing."""
    for compiler in (clang(), "gcc"):
        build = Build([compiler, *SANITIZE], source, 4 * RUN_TIMEOUT_S, resource.RLIM_INFINITY)
        if build.answer != answer or not build.is_silent:
            return False
    return True


def faults(binary, case, source):
    """What is wrong with a result, in a few words; empty if nothing is."""
    if case.kind == "crash":
        return crash_faults(case, source)
    answer = reference_answer(source)
    if answer is None:
        return ["references differ"]
    found = []
    if not is_clean(source, answer):
        found.append("sanitizers complain")
    verdict = harness.verdict(binary, [source], COMPILE_TIMEOUT_S)
    if verdict["outcome"] != "defined":
        found.append(f"gadfly run: {verdict['outcome']}")
    if Build(case.compiler, source).answer in (None, answer):
        found.append("not wrong")
    return found


def crash_faults(case, source):
    found = [f"{command[0]} refuses" for command in REFERENCES if not compiles(command, source)]
    if crash_signature(Build(case.compiler, source).compiled) != case.signature:
        found.append("another crash, or none")
    return found


def compiles(command, source):
    return harness.run([*command, "-c", Path(source).resolve(), "-o", "/dev/null"], COMPILE_TIMEOUT_S).status == 0


def signal_status(signature):
    """The exit status of a shell for a compiler that was killed, or `None` for a signature that is a message."""
    if not signature.startswith(SIGNAL):
        return None
    return 128 + signal.Signals(int(signature.removeprefix(SIGNAL))).value
