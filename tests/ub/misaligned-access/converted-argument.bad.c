// C17 6.3.2.3p7: the argument is converted to a misaligned pointer to a structure, which only memcpy reads.
#include <string.h>
struct header { int kind; short size; };
static int kind_of(struct header *h) {
    struct header copy;
    memcpy(&copy, h, sizeof copy);
    return copy.kind;
}
int main(void) {
    _Alignas(4) unsigned char packet[32] = { 0 };
    return kind_of((struct header *)(packet + 6)); //~ UB misaligned-access
}
