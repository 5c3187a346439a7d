// C17 6.2.4p2: the local array's lifetime ended with its function.
#include <stdio.h>
static char *name(char *out) {
    char local[4] = "abc";
    for (int i = 0; i < 4; i++)
        out[i] = local[i];
    return local;
}
int main(void) {
    char buffer[4];
    char *s = name(buffer);
    putchar(s[1]); //~ UB dangling-dereference
    putchar('\n');
    return 0;
}
