// expect: exit 0
// stdout: 12 5 3 mul 25
// C17 6.5.2.2p1: arrays of, pointers to and functions returning function pointers.
#include <stdio.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*pick(char op))(int, int) { return op == '+' ? add : op == '-' ? sub : mul; }
struct op { const char *name; int (*run)(int, int); };
int main(void) {
    int (*table[])(int, int) = { add, &sub, *mul };
    struct op ops[2] = { { "add", add }, { .run = mul, .name = "mul" } };
    int (**p)(int, int) = table + 1;
    printf("%d %d %d %s %d\n", table[2](3, 4), (*p)(9, 4), pick('+')(1, 2), ops[1].name, ops[1].run(5, 5));
    return 0;
}
