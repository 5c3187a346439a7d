// expect: exit 0
int main(void) {
    volatile int x = 3;
    volatile int *p = &x;
    return *p - 3;
}
