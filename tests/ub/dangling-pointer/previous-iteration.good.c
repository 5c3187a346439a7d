// expect: exit 0
int main(void) {
    int *before = 0, same = 0;
    int x;
    for (int i = 0; i < 2; i++) {
        x = i;
        same += before == &x;
        before = &x;
    }
    return same - 1;
}
