// expect: exit 0
#include <string.h>
struct header { int kind; short size; };
static int kind_of(void *h) {
    struct header copy;
    memcpy(&copy, h, sizeof copy);
    return copy.kind;
}
int main(void) {
    _Alignas(4) unsigned char packet[32] = { 0 };
    return kind_of(packet + 6);
}
