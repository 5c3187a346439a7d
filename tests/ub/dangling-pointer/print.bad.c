// C17 6.2.4p2: the value of a freed pointer is printed.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    void *p = malloc(16);
    free(p);
    char text[64];
    snprintf(text, sizeof text, "%p", p); //~ UB dangling-pointer
    return 0;
}
