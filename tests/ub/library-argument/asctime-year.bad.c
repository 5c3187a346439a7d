// C17 7.27.3.1p3: the year has more than four digits.
#include <time.h>
int main(void) {
    struct tm day = {.tm_year = 8100, .tm_mday = 1};
    return asctime(&day)[0]; //~ UB library-argument
}
