"""A case: one self-contained preprocessed C file and a compiler that is wrong about it, in a directory of its own.

    bench/.cache/reduce/cases/NAME/test.c      what every tool gets
    bench/.cache/reduce/cases/NAME/case.json   the compiler, what it does, where the program came from
    bench/.cache/reduce/cc/BUG                 a broken compiler as one command, of the binary that is measured
"""

import filecmp
import json
import re
import shlex
import shutil

import harness

PLACE = harness.CACHE / "reduce"
CASES = PLACE / "cases"
COMPILERS = PLACE / "cc"

TOKEN = re.compile(
    r"""
    "(?:\\.|[^"\\\n])*"                                     # string
  | '(?:\\.|[^'\\\n])*'                                     # character
  | [A-Za-z_]\w*                                            # identifier
  | \.?[0-9](?:[eEpP][+-]|[\w.])*                           # preprocessing number (C17 6.4.8)
  | \.\.\. | <<= | >>= | -> | \+\+ | -- | << | >> | <= | >= | == | != | && | \|\|
  | [-+*/%&^|]= | \S
    """,
    re.VERBOSE,
)
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


class Case:
    def __init__(self, name):
        self.name, self.directory = name, CASES / name
        self.path = self.directory / "test.c"
        self.facts = json.loads((self.directory / "case.json").read_text())
        self.kind, self.source = self.facts["kind"], self.facts["source"]
        self.signature = self.facts.get("signature")

    @property
    def compiler(self):
        return [str(COMPILERS / word[1:]) if word.startswith("@") else word for word in self.facts["compiler"]]

    @property
    def command(self):
        return shlex.join(self.compiler)

    @property
    def size(self):
        return self.facts["tokens"]


def keep(name, text, facts):
    directory = CASES / name
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "test.c").write_text(text)
    (directory / "case.json").write_text(json.dumps(facts | {"tokens": tokens(text), "lines": lines(text)}, indent=1))
    return Case(name)


def every(only=None, prefix="set"):
    """The cases of a collection, the smallest first."""
    found = [Case(str(path.parent.relative_to(CASES))) for path in CASES.glob(f"{prefix}/*/case.json")]
    wanted = [it for it in found if not only or any(it.name.split("/")[1].startswith(name) for name in only)]
    return sorted(wanted, key=lambda it: (it.size, it.name)) or harness.fail("there are no such cases")


def wrap_compilers(binary):
    """Each broken compiler as a command of one word, for all tools alike. The binary is beside them, where the sandbox
    lets them read."""
    COMPILERS.mkdir(parents=True, exist_ok=True)
    copy = COMPILERS / "gadfly"
    if not copy.exists() or not filecmp.cmp(binary, copy, shallow=False):
        shutil.copy(binary, copy)
    for bug in bugs(binary):
        script = f'#!/bin/sh\nexec {shlex.quote(str(copy))} __broken-cc {bug} -- gcc "$@"\n'
        path = COMPILERS / bug
        if not path.exists() or path.read_text() != script:
            path.write_text(script)
            path.chmod(0o755)


def bugs(binary):
    """Name and kind of every bug that is not narrow: the others show in too few programs."""
    ran = harness.run([binary, "__broken-cc", "--list"], 20)
    rows = [line.split(maxsplit=2) for line in ran.stdout.decode().splitlines()]
    chosen = [row for row in rows if row[0] != "none" and not row[2].startswith("narrow: ")]
    return {name: kind for name, kind, _ in chosen} or harness.fail("there are no bugs")


def code(text):
    """Without comments and preprocessor lines."""
    bare = COMMENT_OR_STRING.sub(lambda found: " " if found[0].startswith("/") else found[0], text)
    return re.sub(r"(?m)^[ \t]*#(?:\\\n|.)*", "", bare)


def tokens(text):
    return len(TOKEN.findall(code(text)))


def lines(text):
    return sum(bool(line.strip()) for line in code(text).splitlines())
