// expect: exit 31
#include <stdlib.h>
int main(void) {
    div_t result = div(7, 2);
    return 10 * result.quot + result.rem;
}
