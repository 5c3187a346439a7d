// expect: exit 83
#include <time.h>
int main(void) {
    struct tm day = {.tm_year = 8099, .tm_mday = 1};
    return asctime(&day)[0];
}
