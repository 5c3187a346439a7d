// C17 6.4.5p7: memset writes into the literal.
#include <string.h>
#include <stdio.h>
int main(void) {
    char *p = "secret";
    memset(p, '*', 3); //~ UB string-literal-write
    puts(p);
    return 0;
}
