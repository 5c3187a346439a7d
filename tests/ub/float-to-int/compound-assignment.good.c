// expect: exit 0
int main(void) {
    int x = 2000000000;
    x += -2e9;
    return x != 0;
}
