// expect: exit 0
#include <string.h>
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, b[8] = { 0 };
    memcpy(b, a, sizeof a);
    return b[3] != 4;
}
