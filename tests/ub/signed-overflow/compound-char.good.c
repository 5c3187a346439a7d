// expect: exit 0
int main(void) {
    int x = 2147483600;
    signed char c = 100;
    x -= c;
    return x != 2147483500;
}
