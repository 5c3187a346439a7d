// expect: exit 0
#include <stdarg.h>
static int find(int wanted, int n, ...) {
    va_list ap;
    int found = -1;
    va_start(ap, n);
    for (int i = 0; i < n && found < 0; i++)
        if (va_arg(ap, int) == wanted)
            found = i;
    va_end(ap);
    return found;
}
int main(void) { return find(7, 3, 5, 7, 9) - 1; }
