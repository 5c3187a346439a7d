// C17 6.4.5p7: the elements point to literals.
#include <stdio.h>
int main(void) {
    char *names[2] = { "one", "two" };
    names[1][0]++; //~ UB string-literal-write
    puts(names[1]);
    return 0;
}
