"""Tests of GCC's own suite: where they are, and what the `dg-` directives in them ask for."""

import re
import shlex
import subprocess
import tempfile
from pathlib import Path

import harness

# Only what can change the preprocessed text; -O would only define __OPTIMIZE__ and pull in header inlines.
PREPROCESSOR_OPTION = re.compile(r"-(D|U|I|include|std=|fgnu89-inline|finput-charset|funsigned-char|fsigned-char)")


def unpack(name, patterns):
    """The parts of gcc/testsuite that match, unpacked once into a directory of the cache."""
    suite = harness.CACHE / name
    if suite.exists():
        return suite
    harness.CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=harness.CACHE) as scratch:
        patterns = [f"*/gcc/testsuite/{pattern}" for pattern in patterns]
        subprocess.run(["tar", "-xf", tarball(), "-C", scratch, "--wildcards", *patterns], check=True)
        next(Path(scratch).glob("*/gcc/testsuite")).rename(suite)
    return suite


def tarball():
    find = lambda: list(Path("/usr/src/gcc-12").glob("gcc-12*.tar.xz"))
    if not find():
        harness.install("gcc-12-source", "xz-utils")
    if not find():
        harness.fail("the package gcc-12-source has no /usr/src/gcc-12/gcc-12*.tar.xz")
    return find()[0]


def applies(selector):
    """Whether a `{ target … }` selector includes x86_64 Linux, as far as these suites need."""
    if selector is None:
        return True
    if "x86_64" in selector:
        return "ia32" not in selector
    if "-*-" in selector or "newlib" in selector:
        return False
    return "!" not in selector


def options_of(text):
    """The compiler options of the test's dg-options and dg-additional-options."""
    words = []
    directive = r'dg-(?:additional-)?options\s+\{?\s*"([^"]*)"\s*\}?\s*(\{\s*target\b[^"]*?\}\s*\})?'
    for options, selector in re.findall(directive, text):
        if applies(selector or None):
            words += shlex.split(options)
    return words


def preprocessor_options(test):
    """Those of them that `gadfly run --cpp` takes, as one word."""
    words = options_of(test.read_text(errors="replace"))
    return shlex.join(word for word in words if PREPROCESSOR_OPTION.match(word))
