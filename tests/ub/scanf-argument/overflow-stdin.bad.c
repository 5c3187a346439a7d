// C17 7.21.6.2p10: 40000 does not fit a short. The directive before is fine.
// stdin: 12 40000
#include <stdio.h>
int main(void) {
    short a = 0, b = 0;
    int count = scanf("%hd%hd", &a, &b); //~ UB scanf-argument
    return count + a + b;
}
