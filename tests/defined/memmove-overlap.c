// expect: exit 0
// stdout: ababcdgh
// stdout: babcdghh
// stdout: dghhdghh
// stdout: 2 hh
// C17 7.24.2.2p2: memmove may overlap; memcpy of neighbours does not.
#include <stdio.h>
#include <string.h>
int main(void) {
    char s[] = "abcdefgh";
    memmove(s + 2, s, 4);
    puts(s);
    memmove(s, s + 1, 7);
    puts(s);
    memcpy(s, s + 4, 4);
    puts(s);
    int v[4] = { 1, 2, 3, 4 };
    memcpy(v + 2, v, 2 * sizeof *v);
    strcpy(s, s + 6);
    printf("%d %s\n", v[3], s);
    return 0;
}
