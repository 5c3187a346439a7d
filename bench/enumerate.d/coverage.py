"""What variants make a compiler do that their programs do not, as the paper's Figure 9 has it: lines of tcc that are executed when
files of gcc.c-torture/execute are compiled, then when their variants are compiled as well. Variants of skeletal program enumeration
against those of EMI that delete what was not executed (`gadfly mutate --kinds prune`), as many of each file at most.

tcc is Debian's, built from its source with `--coverage`. Variants are drawn uniformly, whether they are defined or not: compiling is
all that is done with them.
"""  # noqa: E501

import hashlib
import json
import random
import subprocess
import tempfile
from pathlib import Path

import dejagnu
import harness

FILES = 100
TIMEOUT_S = 60
SHA256 = "d63c113bcdd657f51c8ee197a0b0a24203603313e19a52b5f678d40ab7f5df35"
BUILD = "./configure --cc=gcc --extra-cflags='-O1 -w --coverage' --extra-ldflags=--coverage && make tcc libtcc1.a"


def main(binary, arguments):
    tcc = build()
    files = list((dejagnu.unpack("gcc-testsuite-enumerate", ["gcc.c-torture/*", "gcc.dg/torture/*"]) / "gcc.c-torture/execute").glob("*.c"))  # noqa: E501
    random.Random(2017).shuffle(files)
    with tempfile.TemporaryDirectory(dir=harness.SCRATCH) as scratch:
        subjects = select(tcc, binary, sorted(files[: 4 * FILES]), Path(scratch), arguments)
        texts = {name: [file for subject in subjects for file in subject[name]] for name in ("file", "spe", "emi")}
        own, all_lines = covered(tcc, texts["file"])
        ways = {name: covered(tcc, texts["file"] + texts[name])[0] for name in ("spe", "emi")}
        both = covered(tcc, texts["file"] + texts["spe"] + texts["emi"])[0]
    report(arguments, subjects, texts, own, ways | {"both": both}, all_lines)


def build():
    """The instrumented tcc, built once."""
    tcc = harness.CACHE / "tcc-coverage"
    if (tcc / "tcc").exists():
        return tcc
    archive = harness.debian_source("tcc")
    if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
        harness.fail(f"{archive} is not what it was")
    tcc.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-xf", archive, "-C", tcc], check=True)
    built = subprocess.run(BUILD, shell=True, cwd=tcc, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode != 0:
        harness.fail(f"tcc does not build: {built.stdout[-500:]}")
    return tcc


def compile(tcc, file):
    """Into a file of its own: tcc deletes what it writes to before it does, /dev/null as well."""
    with tempfile.TemporaryDirectory(dir=harness.SCRATCH) as scratch:
        command = [tcc / "tcc", "-B", tcc, "-w", "-c", file, "-o", Path(scratch, "test.o")]
        return harness.run(command, TIMEOUT_S, cwd=file.parent)


def select(tcc, binary, files, scratch, arguments):
    """Files that tcc compiles and that have variants of both kinds, with these."""
    subjects = []
    for file in files:
        if len(subjects) == (arguments.sample or FILES):
            break
        if compile(tcc, file).status != 0:
            continue
        both = {"file": [file]} | {name: make(binary, file, scratch / file.stem, arguments.variants) for name, make in MAKERS.items()}
        if both["spe"] and both["emi"]:
            subjects.append(both)
    return subjects


def spe(binary, file, scratch, count):
    command = [binary, "enumerate", file, "--sample", count, "--out", scratch / "spe", "--fuel", 1]
    return sorted((scratch / "spe").glob("*.c")) if harness.run(command, TIMEOUT_S).status == 0 else []


def emi(binary, file, scratch, count):
    command = [binary, "mutate", file, "--variants", count, "--kinds", "prune", "--out", scratch / "emi"]
    return sorted((scratch / "emi").glob("*/*.c")) if harness.run(command, TIMEOUT_S).status == 0 else []


MAKERS = {"spe": spe, "emi": emi}


def covered(tcc, files):
    """The lines of tcc's sources that are executed when the files are compiled, and all that could be."""
    for counts in tcc.glob("*.gcda"):
        counts.unlink()
    for file in files:
        compile(tcc, file)
    names = sorted(path.name for path in tcc.glob("*.gcda"))
    text = subprocess.run(["gcov", "--json-format", "--stdout", *names], cwd=tcc, stdout=subprocess.PIPE, check=True).stdout
    executed, lines = set(), set()
    for document in text.splitlines():
        for source in json.loads(document)["files"]:
            for line in source["lines"]:
                place = (source["file"], line["line_number"])
                lines.add(place)
                if line["count"]:
                    executed.add(place)
    return executed, lines


def report(arguments, subjects, texts, own, ways, all_lines):
    figures = harness.Figures("Lines of a compiler that variants make it execute", arguments.json)
    percent = lambda lines: 100 * len(lines) / len(all_lines)
    figures.add("files", "files of gcc.c-torture/execute with variants of both kinds", len(subjects))
    figures.add("lines", "lines of tcc that can be executed", len(all_lines))
    figures.add("own", "executed for the files alone", len(own), f"{len(own)} ({percent(own):.1f}%)")
    names = {"spe": "variants of enumerate", "emi": "variants of mutate, prune only", "both": "both"}
    for name, what in names.items():
        more = ways[name] - own
        count = sum(len(texts[kind]) for kind in (["spe", "emi"] if name == "both" else [name]))
        figures.add(f"{name}_more", f"more with {count} {what}", len(more), f"{len(more)} (+{percent(more):.2f} points)")
    figures.finish()
