"""The interestingness test that a user of C-Reduce or C-Vise writes, who does not want to report undefined behaviour.

Warnings that tell of undefined behaviour are errors, as users of C-Reduce (embed.cs.utah.edu/creduce/using) have them.
Cheap checks come first and sanitizers last, so that most candidates cost one compilation; programs run under `timeout`
since reducers make endless loops. What is printed must be wrong: another exit code may be another bug (pcc's `int main(){}`
ends with anything). A crash needs no sanitizers: it is enough that both references take the program.
"""

import shlex

import oracle

GCC_WARNINGS = """uninitialized return-type implicit-function-declaration implicit-int int-conversion
    incompatible-pointer-types format array-bounds shift-count-overflow shift-count-negative div-by-zero
    int-to-pointer-cast pointer-to-int-cast return-local-addr""".split()
CLANG_WARNINGS = """uninitialized sometimes-uninitialized return-type implicit-function-declaration implicit-int
    int-conversion incompatible-pointer-types format array-bounds shift-count-overflow shift-count-negative
    division-by-zero int-to-pointer-cast pointer-to-int-cast return-stack-address incompatible-library-redeclaration
    ordered-compare-function-pointers pointer-integer-compare unsequenced""".split()

WRONG_CODE = """#!/bin/sh
# 0 if test.c is free of undefined behaviour, as far as this can see, and {compiler} is wrong about it.
{clang} -O0 {clang_warnings} test.c -o clang.exe >clang.txt 2>&1 || exit 1
gcc -O0 {gcc_warnings} test.c -o gcc.exe >gcc.txt 2>&1 || exit 1
timeout {timeout_s} ./clang.exe >clang.out 2>/dev/null; clang=$?
[ $clang -lt 124 ] || exit 1
timeout {timeout_s} ./gcc.exe >gcc.out 2>/dev/null; gcc=$?
[ $gcc -eq $clang ] && cmp -s gcc.out clang.out || exit 1
{compiler} test.c -o bad.exe >bad.txt 2>&1 || exit 1
timeout {timeout_s} ./bad.exe >bad.out 2>/dev/null; bad=$?
[ $bad -ne 124 ] || exit 1
cmp -s bad.out gcc.out && exit 1
{clang} {sanitize} test.c -o sanitized.exe >/dev/null 2>&1 || exit 1
ASAN_OPTIONS=detect_leaks=0 timeout {sanitized_timeout_s} ./sanitized.exe >sanitized.out 2>/dev/null; sanitized=$?
[ $sanitized -eq $gcc ] && cmp -s sanitized.out gcc.out
"""

CRASH = """#!/bin/sh
# 0 if the references take test.c and {compiler} still breaks in the same way.
gcc -w -O0 -c test.c -o /dev/null >/dev/null 2>&1 || exit 1
{clang} -w -O0 -c test.c -o /dev/null >/dev/null 2>&1 || exit 1
timeout 20 {compiler} test.c -o bad.exe >bad.txt 2>&1; bad=$?
{check}
"""


def text(case):
    clang = oracle.clang()
    if case.kind == "crash":
        return CRASH.format(compiler=case.command, clang=clang, check=crash_check(case.signature))
    return WRONG_CODE.format(
        compiler=case.command,
        clang=clang,
        clang_warnings=errors(CLANG_WARNINGS),
        gcc_warnings=errors(GCC_WARNINGS),
        sanitize=" ".join(oracle.SANITIZE),
        timeout_s=oracle.RUN_TIMEOUT_S,
        sanitized_timeout_s=4 * oracle.RUN_TIMEOUT_S,
    )


def errors(warnings):
    return " ".join(["-Wall", *(f"-Werror={name}" for name in warnings)])


def crash_check(signature):
    status = oracle.signal_status(signature)
    if status is not None:
        return f"[ $bad -eq {status} ]"
    return f"grep -qF {shlex.quote(signature)} bad.txt"


def write(case, path):
    path.write_text(text(case))
    path.chmod(0o755)
    return path
