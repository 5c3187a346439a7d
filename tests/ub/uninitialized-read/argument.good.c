// expect: exit 0
static int half(int x) { return x / 2; }
int main(void) {
    int x = 1;
    return half(x);
}
