// C17 6.7.3p6: a volatile global is written through an int lvalue.
static volatile int flag;
static void set(int *p, int value) {
    *p = value; //~ UB volatile-access
}
int main(void) {
    set((int *)&flag, 1);
    return flag - 1;
}
