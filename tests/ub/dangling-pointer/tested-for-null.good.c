// expect: exit 0
#include <stdlib.h>
struct buffer { char *bytes; int size; };
static void release(struct buffer *b) { free(b->bytes); b->bytes = 0; }
int main(void) {
    struct buffer b = { malloc(4), 4 };
    release(&b);
    if (b.bytes)
        return 1;
    return 0;
}
