// expect: exit 0
#include <stdlib.h>
struct item { short id; void *data; };
int main(void) {
    struct item it = { 0, malloc(4) };
    if (!it.data)
        return 0;
    it.id = (_Bool)it.data;
    free(it.data);
    it.data = 0;
    it.id = (short)it.data;
    return it.id == 3;
}
