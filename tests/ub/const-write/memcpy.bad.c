// C17 6.7.3p6: memcpy writes into a const array.
#include <string.h>
int main(void) {
    const char s[4] = "abc";
    memcpy((char *)s, "xyz", 4); //~ UB const-write
    return s[0] != 'x';
}
