// expect: exit 0
static int sub(int a, int b) { return a - b; }
int main(void) {
    int i = 5;
    return sub((i++, i), 6);
}
