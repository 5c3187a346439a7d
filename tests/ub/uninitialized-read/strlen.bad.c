// C17 6.7.9p10: strlen runs into characters that have no value.
#include <string.h>
int main(void) {
    char s[8];
    s[0] = 'a';
    return strlen(s) > 7; //~ UB uninitialized-read
}
