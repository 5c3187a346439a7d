// C17 7.21.6.1p9: %s of a char.
#include <stdio.h>
int main(void) {
    char s[] = "ok";
    printf("%s\n", s[0]); //~ UB printf-argument
    return 0;
}
