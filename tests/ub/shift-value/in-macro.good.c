// expect: exit 0
#define BIT(n) (1 << (n))
int main(void) {
    int flags = 0;
    flags |= BIT(30);
    return flags == 0;
}
