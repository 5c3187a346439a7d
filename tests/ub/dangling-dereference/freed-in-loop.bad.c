// C17 6.2.4p2: the buffer is freed in the first iteration and used in the second.
#include <stdlib.h>
int main(void) {
    int *buffer = malloc(sizeof *buffer), sum = 0;
    if (!buffer)
        return 0;
    for (int i = 0; i < 2; i++) {
        *buffer = i; //~ UB dangling-dereference
        sum += *buffer;
        free(buffer);
    }
    return sum != 1;
}
