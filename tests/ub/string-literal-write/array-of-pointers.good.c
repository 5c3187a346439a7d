// expect: exit 0
// stdout: uwo
#include <stdio.h>
int main(void) {
    char names[2][4] = { "one", "two" };
    names[1][0]++;
    puts(names[1]);
    return 0;
}
