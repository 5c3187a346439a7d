// expect: exit 0
#include <stdlib.h>
struct pair { int a, b; };
int main(void) {
    char *bytes = malloc(64);
    struct pair pair = {1, 2}, *to = (struct pair *)(bytes + 8);
    *to = pair;
    free(bytes);
    return 0;
}
