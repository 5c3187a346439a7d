// expect: exit 0
static void store(void *p) {
    *(int *)p = 0;
}
int main(void) {
    int x = 5;
    store(&x);
    return x;
}
