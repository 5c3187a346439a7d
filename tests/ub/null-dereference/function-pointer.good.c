// expect: exit 0
static int seven(void) { return 7; }
int main(void) {
    int (*f)(void) = seven;
    return f() - 7;
}
