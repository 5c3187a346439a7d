// expect: exit 0
// stdout: hard
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
static noreturn void die(const char *why, int soft) {
    puts(why);
    if (soft)
        return;
    exit(0);
}
int main(void) {
    die("hard", 0);
    return 1;
}
