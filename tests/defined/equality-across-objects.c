// expect: exit 0
// stdout: 0 1 0 0
// stdout: 0 1 1
// C17 6.5.9p6: == and != may compare pointers to any objects.
#include <stdio.h>
#include <stdlib.h>
static int f(void) { return 1; }
static int g(void) { return 2; }
int main(void) {
    int a, b, *heap = malloc(4);
    printf("%d %d %d %d\n", &a == &b, &a != heap, (void *)&a == (void *)&b, f == g);
    int *null = 0;
    printf("%d %d %d\n", &a == null, null == 0, (char *)&a == (char *)&a);
    free(heap);
    return 0;
}
