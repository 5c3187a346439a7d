"""Which tests of GCC's and clang's suites are good skeletons, and with which options they are compiled.

Taken are tests that compile, are small, and are for this machine. Tests that a suite expects to fail (`xfail`, `dg-ice`) or to be
refused (`dg-error`, `expected-error`) are left out, and so is what no single file shows: modules, profiles, link-time optimization.
"""

import random
import re
import shlex

import dejagnu

LARGEST = 5000
REFUSED = re.compile(
    r"dg-error|dg-ice|dg-xfail|xfail|dg-regexp|dg-do\s+preprocess|dg-lto|dg-module|#\s*error\b"
    r"|(?:expected|both|cxx\w*|since\w*)-(?:\w+-)*error|XFAIL|UNSUPPORTED|not %clang|not --crash"
    r"|^\s*(?:export\s+)?(?:import|module)\b|__has_embed|#embed",
    re.MULTILINE,
)
MACHINES = re.compile(
    r"arm|aarch64|powerpc|ppc|mips|riscv|loongarch|sparc|s390|hexagon|avr|msp430|nvptx|amdgcn|r600|bpf|wasm|xtensa|m68k"
    r"|ve-|lanai|systemz|darwin|apple|macos|ios|windows|win32|msvc|mingw|cygwin|hlsl|dxil|spirv|-x\s+(?:objc|cuda|hip|cl)"
)
FOLDERS = {
    ("gcc", "c++"): ["g++.dg"],
    ("gcc", "c"): ["gcc.dg", "gcc.c-torture"],
    ("clang", "c++"): ["CodeGenCXX", "SemaCXX", "SemaTemplate", "Parser", "CXX", "CodeGenCoroutines", "AST", "Analysis", "OpenMP"],
    ("clang", "c"): ["CodeGen", "Sema", "Analysis", "C", "Parser"],
}
LEFT_OUT = re.compile(
    r"/(modules|pch|lto|plugin|compat|gcov|bprob|tree-prof|guality|sarif-output|html-output|rtl|special|noncompile"
    r"|simulate-thread|vxworks|vmx|params|fixed-point|Foundation.framework|charset|Inputs)/"
)
UNREADABLE = ("-freflection", "-fcontracts", "-fgnu-tm", "-fmodules", "-fgimple", "-fconcepts-ts")
RECENT = re.compile(
    r"cpp2[036a]|coroutines|concepts|lambda|decomp|expansion|pr1[1-9]\d{4}|PR1[1-9]\d{4}|gh\d{5,6}|GH\d{5,6}|gomp"
    r"|analyzer|CodeGenCoroutines|cwg2[4-9]|p[23]\d{3}"
)
NAMES = """new typeinfo initializer_list compare coroutine utility type_traits concepts exception version omp.h stddef.h cstddef
    stdint.h cstdint limits.h climits stdarg.h cstdarg stdio.h cstdio stdlib.h cstdlib string.h cstring assert.h cassert"""
HEADERS = {f"<{name}>" for name in NAMES.split()}
ENDINGS = {"c++": (".C", ".cpp", ".cc"), "c": (".c",)}
# What a test asks for that changes what compilers do. The others are about what they say or write down.
COMMON = re.compile(
    r"-(std=|[DU]|f(no-)?(exceptions|rtti|openmp|openmp-simd|char8_t|signed-char|unsigned-char|short-enums|wrapv"
    r"|trapv|blocks|sized-deallocation|aligned-allocation)$)"
)
GCC_ONLY = re.compile(
    r"-(f|m)(?!dump|diagnostics|modules|opt-info|compare-debug|profile|lto|syntax-only|max-errors|message-length"
    r"|directives-only|preprocessed|plugin|self-test|stats|verbose|callgraph|gimple|save|sanitize-recover|abi-compat"
    r"|mem-report|pie|pic|PI|32|x32|16)|--param"
)


class Test:
    """A file, and the options that its suite compiles it with, apart from levels."""

    def __init__(self, path, options):
        self.path, self.options = path, options


def tests(suites, owner, language):
    """All good skeletons of a language in a suite, in the order of their paths."""
    folders = [suites / owner / folder for folder in FOLDERS[owner, language]]
    paths = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in ENDINGS[language])
    return [test for path in paths if (test := good(path, owner))]


def good(path, owner):
    if LEFT_OUT.search(str(path)) or path.is_symlink() or path.stat().st_size > LARGEST:
        return None
    text = path.read_text(errors="replace")
    if REFUSED.search(text):
        return None
    options = gcc_options(text) if owner == "gcc" else clang_options(text)
    # Nothing here reads these languages.
    if options and any(word.startswith(UNREADABLE) for word in options):
        return None
    # With other headers clang's syntax tree has hundreds of megabytes.
    if options is None or not HEADERS.issuperset(re.findall(r"#\s*include\s*(\S+)", text)):
        return None
    return Test(path, options)


def gcc_options(text):
    """None if it is a test for another machine."""
    where = re.search(r"dg-do\s+\w+\s+\{\s*target\s+([^}]*)", text)
    if where and MACHINES.search(where.group(1)) and "x86_64" not in where.group(1) and "i?86" not in where.group(1):
        return None
    try:
        words = dejagnu.options_of(text)
    except ValueError:
        return None
    return [word for word in joined(words) if COMMON.match(word) or GCC_ONLY.match(word)]


def joined(words):
    """With options and their arguments in one word."""
    return re.sub(r"--param ", "--param=", " ".join(words)).split()


def clang_options(text):
    run = re.search(r"RUN:.*?%clang(?:xx|_cc1)?\b([^|>\n]*(?:\\\n[^|>\n]*)*)", text)
    if not run:
        return None
    line = re.sub(r"\\\n\s*//\s*(RUN:)?", " ", run.group(1))
    if MACHINES.search(line):
        return None
    try:
        words = shlex.split(line)
    except ValueError:
        return None
    return [word for word in words if COMMON.match(word) and "%" not in word]


def round_of(tests, number, count):
    """The tests of a round: all are had before any comes again, in a random order in which recent ones come early."""
    laps = []
    while len(laps) * len(tests) < (number + 1) * count:
        rng = random.Random(f"lap {len(laps)}")
        laps.append(sorted(tests, key=lambda test: rng.random() ** (1 / weight(test)), reverse=True))
    return [test for lap in laps for test in lap][number * count : (number + 1) * count]


def weight(test):
    """How much earlier a test comes than one of weight 1: what is new in a compiler has more bugs."""
    return 5 if RECENT.search(str(test.path)) else 1


def flags(test, owner):
    """The options of a test that a compiler of this family knows, in one line. Gadfly itself reads the standard of C++."""
    is_c = test.path.suffix == ".c"
    known = [word for word in test.options if owner == "gcc" or COMMON.match(word)]
    known = [word for word in known if is_c or not word.startswith("-std=")]
    return shlex.join(known)
