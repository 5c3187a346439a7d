// C17 6.2.4p2: a freed string is printed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *s = malloc(8);
    if (!s)
        return 0;
    strcpy(s, "text");
    free(s);
    printf("%s\n", s); //~ UB dangling-dereference
    return 0;
}
