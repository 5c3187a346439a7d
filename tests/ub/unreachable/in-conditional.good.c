// expect: exit 0
static int check(int ok) {
    return ok ? 0 : (__builtin_unreachable(), 1);
}
int main(void) {
    return check(1);
}
