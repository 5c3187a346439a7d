// expect: exit 0
static int twice(short s) { return 2 * s; }
int main(void) {
    double d = 20000.5;
    return twice(d) != 40000;
}
