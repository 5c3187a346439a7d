// expect: exit 0
// stdout: 4 10 16 26 32
// C17 7.19p3: offsetof reaches nested members and elements.
#include <stddef.h>
#include <stdio.h>
struct s { char c; int i; struct { short a, b; } in; double d; char v[5]; };
int main(void) {
    printf("%d %d %d %d %d\n", (int)offsetof(struct s, i), (int)offsetof(struct s, in.b), (int)offsetof(struct s, d),
           (int)offsetof(struct s, v[2]), (int)sizeof(struct s));
    return 0;
}
