// C17 4p2: the assumption that x is positive is false.
static int half(int x) {
    if (x <= 0)
        __builtin_unreachable(); //~ UB unreachable
    return x / 2;
}
int main(void) {
    return half(0);
}
