// C17 7.16.1p1: the early return leaves the list begun.
#include <stdarg.h>
static int find(int wanted, int n, ...) {
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        if (va_arg(ap, int) == wanted)
            return i; //~ UB va-arg
    va_end(ap);
    return -1;
}
int main(void) { return find(7, 3, 5, 7, 9) - 1; }
