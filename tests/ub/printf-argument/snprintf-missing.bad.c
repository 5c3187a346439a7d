// C17 7.21.6.1p2: the second conversion has no argument.
#include <stdio.h>
int main(void) {
    char out[16];
    const char *who = "you";
    snprintf(out, sizeof out, "%s %s", who); //~ UB printf-argument
    puts(out);
    return 0;
}
