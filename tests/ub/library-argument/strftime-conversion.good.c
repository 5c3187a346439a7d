// expect: exit 0
// stdout: 2000-01-01
#include <stdio.h>
#include <time.h>
int main(void) {
    struct tm day = {.tm_year = 100, .tm_mday = 1};
    char text[32];
    if (strftime(text, sizeof text, "%F", &day) == 0)
        return 1;
    puts(text);
    return 0;
}
