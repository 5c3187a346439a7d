// C17 7.24.2.1p2: source and destination overlap.
#include <string.h>
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    memcpy(a, a + 1, 3 * sizeof *a); //~ UB overlapping-copy
    return a[1] < 3;
}
