// C17 7.24.1p1: more bytes are set than the array has.
void *memset(void *, int, unsigned long);
int main(void) {
    short a[6];
    memset(a, 0, 6 * sizeof(int)); //~ UB out-of-bounds-access
    return a[5];
}
