// expect: exit 0
void exit(int);
static int fatal;
__attribute__((noreturn)) static void fail(void) {
    while (fatal)
        exit(0);
}
int main(void) {
    fatal = 1, fail();
    return 3;
}
