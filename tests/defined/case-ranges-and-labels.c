// expect: exit 0
// stdout: 12340
// stdout: three
// C17 6.8.4.2p3: GNU case ranges, negative and character cases, nested switches.
#include <stdio.h>
static int kind(int c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'z':
        switch (c) {
        case 'a': case 'e': case 'i': case 'o': case 'u': return 2;
        }
        return 3;
    case -1: return 4;
    default: break;
    }
    return 0;
}
int main(void) {
    printf("%d%d%d%d%d\n", kind('7'), kind('e'), kind('k'), kind(-1), kind('?'));
    switch (3ull)
        case 3:
            puts("three");
    return 0;
}
