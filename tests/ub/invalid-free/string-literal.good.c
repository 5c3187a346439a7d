// expect: exit 0
#include <stdlib.h>
#include <string.h>
static char *copy(const char *s) {
    if (s == 0)
        return 0;
    char *r = malloc(strlen(s) + 1);
    return r ? strcpy(r, s) : r;
}
int main(void) {
    char *s = copy("");
    free(s);
    return 0;
}
