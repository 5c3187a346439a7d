// expect: exit 0
// stdout: 3 4
// C17 6.2.7p1: `struct state` is incomplete here, and each of the others completes its own. Each pointer is used
// where it came from.
#include <stdio.h>
struct state;
struct state *new_int(void), *new_text(void);
int use_int(struct state **), use_text(struct state **);
int main(void) {
    struct state *one = new_int(), *two = new_text();
    int a = use_int(&one), b = use_text(&two);
    printf("%d %d\n", a, b);
    return 0;
}
