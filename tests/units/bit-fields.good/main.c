// expect: exit 0
// stdout: 1 17 -8
// C17 6.2.7p1: bit-fields of the same widths.
#include "flags.h"
#include <stdio.h>
int main(void) {
    flags.count = 17;
    printf("%d %d %d\n", flags.ready, flags.count, level(&flags));
    return 0;
}
