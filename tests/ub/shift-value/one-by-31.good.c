// expect: exit 0
int main(void) {
    int n = 31;
    unsigned x = 1u << n;
    return x != 2147483648u;
}
