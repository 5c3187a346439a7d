// expect: exit 0
// stdout: 1 2 3 5 8 13 21
// stdout: 8 at 4, 9 nowhere
// C17 7.22.5: the library calls the program back.
#include <stdio.h>
#include <stdlib.h>
static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void) {
    int v[7] = { 21, 3, 13, 1, 8, 2, 5 };
    int eight = 8, nine = 9;
    qsort(v, 7, sizeof v[0], by_value);
    for (int i = 0; i < 7; i++)
        printf("%d%c", v[i], i < 6 ? ' ' : '\n');
    int *found = bsearch(&eight, v, 7, sizeof v[0], by_value);
    printf("%d at %d, %d %s\n", *found, (int)(found - v), nine, bsearch(&nine, v, 7, sizeof v[0], by_value) ? "there" : "nowhere");
    return 0;
}
