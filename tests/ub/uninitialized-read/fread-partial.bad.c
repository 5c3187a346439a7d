// C17 7.21.8.1p2: of the second element only a part is read, so its value is indeterminate.
// stdin: 123456
#include <stdio.h>
int main(void) {
    struct { char c[4]; } pair[2];
    size_t count = fread(pair, sizeof pair[0], 2, stdin);
    return (int)count + (pair[1].c[0] == '5'); //~ UB uninitialized-read
}
