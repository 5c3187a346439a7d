// expect: exit 0
// stdout: hello world
// C17 6.8.4.2p7: case labels inside a loop.
#include <stdio.h>
static void copy(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}
int main(void) {
    char s[12] = { 0 };
    copy(s, "hello world", 11);
    puts(s);
    return 0;
}
