// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *buffer = malloc(sizeof *buffer), sum = 0;
    if (!buffer)
        return 0;
    for (int i = 0; i < 2; i++) {
        *buffer = i;
        sum += *buffer;
    }
    free(buffer);
    return sum != 1;
}
