// C17 6.3.2.3p7: a struct is stored as a whole at an address that is not a multiple of 4.
#include <stdlib.h>
struct pair { int a, b; };
int main(void) {
    char *bytes = malloc(64);
    struct pair pair = {1, 2}, *to = (struct pair *)(bytes + 6); //~ UB misaligned-access
    *to = pair;
    free(bytes);
    return 0;
}
