// expect: exit 0
int main(void) {
    register unsigned long n = 0;
    int a[2] = { 0, 1 };
    register int b[2] = { 0, 1 };
    return a[n] + (sizeof b != 8);
}
