// C17 6.7.4p8: the function returns.
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
    die("soft", 1); //~ UB noreturn-returned
    return 1;
}
