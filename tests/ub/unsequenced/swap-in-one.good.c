// expect: exit 0
int main(void) {
    int a = 1, b = 2;
    a ^= b, b ^= a, a ^= b;
    return a != 2;
}
