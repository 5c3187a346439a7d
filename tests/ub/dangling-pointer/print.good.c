// expect: exit 0
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    void *p = malloc(16);
    char text[64];
    snprintf(text, sizeof text, "%p", p);
    free(p);
    return 0;
}
