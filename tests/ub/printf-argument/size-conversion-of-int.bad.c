// C17 7.21.6.1p9: %zu takes a size_t, the argument is an int.
#include <stdio.h>
int main(void) {
    char s[5] = "abcd";
    printf("%zu\n", (int)sizeof s); //~ UB printf-argument
    return 0;
}
