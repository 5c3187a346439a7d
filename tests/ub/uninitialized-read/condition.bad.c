// C17 6.3.2.1p2: a flag without a value decides a branch.
#include <stdio.h>
int main(void) {
    int flag;
    if (flag) //~ UB uninitialized-read
        puts("set");
    return 0;
}
