// expect: exit 0
// stdout: 1 1 1
// stdout: 1 1 1
// stdout: 1
// C17 6.5.8p5: pointers into one object compare by position.
#include <stdio.h>
struct s { char a; int b; int c[3]; };
int main(void) {
    struct s s, t[3];
    int a[2][3];
    printf("%d %d %d\n", (char *)&s.a < (char *)&s.b, (void *)&s.b < (void *)&s.c, &s.c[0] <= &s.c[2]);
    printf("%d %d %d\n", &t[0].b < &t[2].b, &a[1][0] < &a[1][2], &a[0] < &a[1]);
    union { int i; float f; } u;
    printf("%d\n", (void *)&u.i <= (void *)&u.f);
    return 0;
}
