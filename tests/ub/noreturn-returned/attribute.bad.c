// C17 6.7.4p8: GCC's attribute means the same.
void exit(int);
static int fatal;
__attribute__((noreturn)) static void fail(void) {
    while (fatal)
        exit(0);
}
int main(void) {
    fail(); //~ UB noreturn-returned
    return 3;
}
