// C17 7.22.3.3p2: a string literal is freed.
#include <stdlib.h>
#include <string.h>
static char *copy(const char *s) {
    if (*s == 0)
        return "";
    char *r = malloc(strlen(s) + 1);
    return r ? strcpy(r, s) : r;
}
int main(void) {
    char *s = copy("");
    free(s); //~ UB invalid-free
    return 0;
}
