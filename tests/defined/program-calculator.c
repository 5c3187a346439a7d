// expect: exit 4
// stdout: 1 + 2 * 3 = 7
// stdout: (4 + 0x10) / -5 = -4
// stdout: 7 / (3 - 3): arithmetic: division by zero
// stdout: 2 * (3 + : syntax: expected a number at ''
// stdout: -(-(2)) - 010 = -6
// stdout: ((((((((((...: too deep
// stdout: 12 34: syntax: junk at the end at '34'
// stdout: 4 errors
// stdin: 1 + 2 * 3
// stdin: (4 + 0x10) / -5
// stdin: 7 / (3 - 3)
// stdin: 2 * (3 + 
// stdin: -(-(2)) - 010
// stdin:
// stdin: ((((((((((((((((((((((1))))))))))))))))))))))
// stdin: 12 34
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
static jmp_buf on_error;
static const char *p;
static const char *message;
enum { SYNTAX = 1, DIVISION, DEPTH };
static int depth;
static _Noreturn void fail(int code, const char *text) { message = text; longjmp(on_error, code); }
static void skip(void) { while (isspace((unsigned char)*p)) p++; }
static long expr(void);
static long primary(void) {
    skip();
    if (++depth > 20) fail(DEPTH, "too deep");
    long v;
    if (*p == '(') { p++; v = expr(); skip(); if (*p != ')') fail(SYNTAX, "expected )"); p++; }
    else if (*p == '-') { p++; v = -primary(); }
    else if (isdigit((unsigned char)*p)) { char *end; v = strtol(p, &end, 0); p = end; }
    else { fail(SYNTAX, "expected a number"); }
    depth--;
    return v;
}
static long term(void) {
    long v = primary();
    for (;;) {
        skip();
        if (*p == '*') { p++; v *= primary(); }
        else if (*p == '/') { p++; long d = primary(); if (!d) fail(DIVISION, "division by zero"); v /= d; }
        else return v;
    }
}
static long expr(void) {
    long v = term();
    for (;;) {
        skip();
        if (*p == '+') { p++; v += term(); }
        else if (*p == '-') { p++; v -= term(); }
        else return v;
    }
}
int main(void) {
    char line[100];
    volatile int errors = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!*line) continue;
        p = line; depth = 0;
        switch (setjmp(on_error)) {
        case 0: {
            long v = expr();
            skip();
            if (*p) fail(SYNTAX, "junk at the end");
            printf("%s = %ld\n", line, v);
            break;
        }
        case SYNTAX: errors++; printf("%s: syntax: %s at '%s'\n", line, message, p); break;
        case DIVISION: errors++; printf("%s: arithmetic: %s\n", line, message); break;
        default: errors++; printf("%.10s...: %s\n", line, message); break;
        }
    }
    printf("%d errors\n", errors);
    return errors;
}
