// expect: exit 0
// stdout: text
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *s = malloc(8);
    if (!s)
        return 0;
    strcpy(s, "text");
    printf("%s\n", s);
    free(s);
    return 0;
}
