// expect: exit 0
static int half(int x) {
    if (x <= 0)
        __builtin_unreachable();
    return x / 2;
}
int main(void) {
    return half(1);
}
