// expect: exit 0
// stdout: zero one 1 Abc xyz 4
// stdout: yyzconcat
// C17 6.4.5p7: literals live as long as the program, and may be shared.
#include <stdio.h>
static const char *name(int n) { return n ? "one" : "zero"; }
int main(void) {
    const char *a = name(0), *b = name(1), *c = name(1);
    char copy[] = "abc", exact[3] = "xyz";
    copy[0] = 'A';
    printf("%s %s %d %s %.3s %d\n", a, b, b == c, copy, exact, (int)sizeof "a\0b");
    printf("%c%c%c" "%s\n", "xyz"[1], 1["xyz"], *("xyz" + 2), "con" "cat");
    return 0;
}
