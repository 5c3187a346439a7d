// expect: exit 0
#include <string.h>
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    memcpy(a, a + 2, 2 * sizeof *a);
    return a[1] < 3;
}
