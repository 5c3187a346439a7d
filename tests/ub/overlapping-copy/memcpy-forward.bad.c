// C17 7.24.2.1p2: source and destination overlap.
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[] = "abcdef";
    memcpy(s + 1, s, 4); //~ UB overlapping-copy
    puts(s);
    return 0;
}
