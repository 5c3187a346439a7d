// C17 7.24.2.3p2: malloc(strlen(s)) leaves no room for the terminator.
#include <stdlib.h>
#include <string.h>
int main(void) {
    const char *s = "hello";
    char *copy = malloc(strlen(s));
    if (!copy)
        return 0;
    strcpy(copy, s); //~ UB out-of-bounds-access
    int r = copy[0];
    free(copy);
    return r != 'h';
}
