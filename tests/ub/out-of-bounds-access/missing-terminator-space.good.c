// expect: exit 0
#include <stdlib.h>
#include <string.h>
int main(void) {
    const char *s = "hello";
    char *copy = malloc(strlen(s) + 1);
    if (!copy)
        return 0;
    strcpy(copy, s);
    int r = copy[0];
    free(copy);
    return r != 'h';
}
