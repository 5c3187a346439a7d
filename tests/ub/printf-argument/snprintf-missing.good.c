// expect: exit 0
// stdout: you you
#include <stdio.h>
int main(void) {
    char out[16];
    const char *who = "you";
    snprintf(out, sizeof out, "%s %s", who, who);
    puts(out);
    return 0;
}
