"""How much of the difference to the paper's figures is macros. The paper replaces tokens of the user's file, as `gadfly
enumerate` does for C++; C is preprocessed first, so that uses of variables in macros are holes, too.

Each C file is counted both ways: as it is, and by clang's syntax tree, in which uses in macros are known and stay as they
are. Files that clang refuses are left out of both.
"""

import json
import shutil
import statistics
import tempfile
from pathlib import Path

import harness

THRESHOLD = 10_000
TIMEOUT_S = 60
# `gadfly enumerate` asks for C++.
AS_C = '#!/bin/bash\nwords=("${@/#c++/c}")\nexec clang-19 "${words[@]}"\n'


def main(binary, files, arguments):
    with tempfile.TemporaryDirectory(dir=harness.CACHE) as scratch:
        clang = Path(scratch, "clang-as-c")
        clang.write_text(AS_C)
        clang.chmod(0o755)
        both = harness.in_parallel(lambda file: measure(binary, clang, file), files, "macros")
    known = [pair for pair in both if pair]
    figures = harness.Figures("Uses of variables in macros, of C files that clang accepts", arguments.json)
    figures.add("files", "files", len(known))
    for at, name in enumerate(["holes", "without_macros"]):
        what = "" if at == 0 else ", without uses in macros"
        holes = statistics.fmean(pair[at]["holes"] for pair in known)
        under = sum(int(pair[at]["count"]) <= THRESHOLD for pair in known)
        share = f"{under} ({100 * under / len(known):.1f}%)"
        figures.add(f"{name}_mean", f"holes per file{what} (the paper: 7.34)", round(holes, 2))
        figures.add(f"{name}_under", f"files at most 10,000 variants by the paper's count{what} (the paper: 90%)", under, share)
    figures.finish()


def measure(binary, clang, file):
    """What is counted with and without macros."""
    with tempfile.TemporaryDirectory(dir=file.parent) as scratch:
        copy = Path(scratch, "copy.cpp")
        shutil.copy(file, copy)
        include = f"-I{file.parent}"
        pair = [count(binary, file), count(binary, copy, include, "--clang", clang)]
    return pair if all(pair) else None


def count(binary, file, *more):
    ran = harness.run([binary, "enumerate", file, "--count", "--json", "--symmetry", "paper", *more], TIMEOUT_S, cwd=file.parent)
    return json.loads(ran.stdout) if ran.status == 0 else None
