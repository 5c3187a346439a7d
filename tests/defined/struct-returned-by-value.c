// expect: exit 0
// stdout: abc 2 y
// stdout: 4 q
// C17 6.2.4p8: a member array of a returned structure lives to the end of the full expression.
#include <stdio.h>
#include <string.h>
struct name { char s[8]; int n; };
static struct name make(const char *s) {
    struct name r;
    strcpy(r.s, s);
    r.n = (int)strlen(s);
    return r;
}
int main(void) {
    printf("%s %d %c\n", make("abc").s, make("de").n, make("xyz").s[1]);
    struct name a = make("p"), b = (a.n ? make("q") : a);
    printf("%d %s\n", (int)strlen(make("four").s), (a = b).s);
    return 0;
}
