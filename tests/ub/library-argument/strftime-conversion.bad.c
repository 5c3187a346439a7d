// C17 7.27.3.5p6: there is no such conversion specifier.
#include <time.h>
int main(void) {
    struct tm day = {.tm_year = 100, .tm_mday = 1};
    char text[32];
    return strftime(text, sizeof text, "%Q", &day) == 0; //~ UB library-argument
}
