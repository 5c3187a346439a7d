// expect: exit 0
int main(void) {
    int x = 0, y = 0;
    x = (y = 1) + 2;
    return x != 3;
}
