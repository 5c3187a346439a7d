// expect: exit 0
static int f(int skip) {
    if (skip)
        goto past;
    int x = 5;
past:
    return x;
}
int main(void) {
    return f(0) != 5;
}
