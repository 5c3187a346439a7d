// expect: exit 0
void *memset(void *, int, unsigned long);
int main(void) {
    short a[6];
    memset(a, 0, 6 * sizeof(short));
    return a[5];
}
