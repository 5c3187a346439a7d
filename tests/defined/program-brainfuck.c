// expect: exit 0
// stdout: Hello World!
// stdout: echo this
// stdout:
// stdout: 938 steps
// stdin: ++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.,[.,]!echo this
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TAPE 3000
int main(void) {
    char *prog = NULL; size_t len = 0, cap = 0; int c;
    while ((c = getc(stdin)) != EOF && c != '!') {
        if (!strchr("+-<>[].,", c)) continue;
        if (len == cap) { cap = cap ? cap * 2 : 16; prog = realloc(prog, cap); if (!prog) abort(); }
        prog[len++] = (char)c;
    }
    int *match = calloc(len + 1, sizeof *match); int stack[100], sp = 0;
    for (size_t i = 0; i < len; i++) {
        if (prog[i] == '[') stack[sp++] = (int)i;
        if (prog[i] == ']') { if (!sp) { fputs("unbalanced\n", stderr); return 1; } int j = stack[--sp]; match[i] = j; match[j] = (int)i; }
    }
    static unsigned char tape[TAPE]; size_t at = 0; long steps = 0;
    for (size_t pc = 0; pc < len; pc++, steps++) switch (prog[pc]) {
        case '>': at = (at + 1) % TAPE; break;
        case '<': at = (at + TAPE - 1) % TAPE; break;
        case '+': tape[at]++; break;
        case '-': tape[at]--; break;
        case '.': putchar(tape[at]); break;
        case ',': c = getchar(); tape[at] = c == EOF ? 0 : (unsigned char)c; break;
        case '[': if (!tape[at]) pc = (size_t)match[pc]; break;
        case ']': if (tape[at]) pc = (size_t)match[pc]; break;
    }
    printf("\n%ld steps\n", steps);
    free(prog); free(match);
    return 0;
}
