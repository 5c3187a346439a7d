// expect: exit 0
static int flag;
static void set(volatile int *p, int value) {
    *p = value;
}
int main(void) {
    set(&flag, 1);
    return flag - 1;
}
