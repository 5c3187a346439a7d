// expect: exit 0
static int to_int(double d) { return (int)d; }
int main(void) {
    return to_int(2147483647.5) != 2147483647;
}
