// expect: exit 0
int main(void) {
    int x = 0, y = 0;
    return y ? y : x;
}
