"""Which share of the programs has each construct of the paper's Table 1, the rows included where the paper has a minus,
and what the paper's text says beyond it. What counts is the text of the files, not what the generator says of itself.
"""

import re
from pathlib import Path

import harness
import process
import programs

ELEMENT = r"\b[gsxv]\d+(?:\.m\d+)*\["
# The paper's rows first, by its words.
ROWS = [
    ("if", r"\bif \("),
    ("for", r"\bfor \("),
    ("for, general expressions as bounds", r"for \([^;]*;[^;]*[a-z]\d+[^;]*[-+*/%&|^][^;]*;"),
    ("function", r"= f\d+\(|\bf\d+\("),
    ("while", r"\bwhile \("),
    ("switch", r"\bswitch \("),
    ("goto", r"\bgoto L\d+;"),
    ("array", ELEMENT),
    ("array, expressions in subscripts", r"\b[gsxv]\d+(?:\.m\d+)*\[[^\]]*[-+*/%&|^?(][^\]]*\]"),
    ("array, elements in subscripts", ELEMENT + r"[^\]=;]*" + ELEMENT),
    ("array of variable length", r"^ +[a-z_ ]+ v\d+\[[^\]]*[a-z]\d+[^;]*\];$"),
    ("structure", r"\bstruct S\d+ "),
    ("structure, arrays of structures", r"struct S\d+ \w+\[\d+\]"),
    ("bit field", r"^ +[a-z ]+ m\d+ : \d+;"),
    ("pointer", r"\*p\d+\b"),
    ("union", r"\bunion U\d+ "),
    ("volatile", r"\bvolatile "),
    ("static local variable", r"^ +static "),
    ("static global variable", r"^static (?!.*\()"),
    ("aggregate as argument", r"^(?:static )?[a-z_ ]+ f\d+\(.*(?:struct|union|\*a\d+).*\)$"),
    ("do", r"^ +do\b"),
    ("float or double", r"\b(?:float|double) "),
    ("long double", r"\blong double "),
    ("conditional operator", r" \? "),
]


def main(binary, count, arguments):
    counts = dict.fromkeys((name for name, _ in ROWS), 0)
    expressions = [(name, re.compile(expression, re.MULTILINE)) for name, expression in ROWS]
    with process.directory() as scratch:
        command = programs.gadfly_command(binary, arguments.seed, scratch, size="medium", more=["--count", count])
        ran = process.run(command, 600)
        if ran.status != 0:
            harness.fail(f"gadfly generate: {ran.stderr[:500]}")
        for seed in range(arguments.seed, arguments.seed + count):
            place = Path(scratch) / str(seed) if count > 1 else Path(scratch)
            text = process.text(place / "test.c") + process.text(place / "init.h")
            for name, expression in expressions:
                counts[name] += bool(expression.search(text))
    figures = harness.Figures("Constructs of grown programs", arguments.json)
    figures.add("programs", "programs", count, f"{count:,}")
    for name, number in counts.items():
        figures.add(harness.key(name), name, number / count, f"{100 * number / count:.1f}%", "above 0")
    figures.finish()
    return any(number == 0 for number in counts.values())
