// expect: exit 0
// stdout: done
// C17 5.1.2.2.3p1: reaching the end of main returns 0.
#include <stdio.h>
int main(void) {
    puts("done");
}
