// C17 6.5.7p3: the count equals the width of unsigned.
#include <stdio.h>
int main(void) {
    unsigned x = 0xdeadbeefu;
    printf("%u\n", x >> 32); //~ UB shift-count
    return 0;
}
