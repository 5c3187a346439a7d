// expect: exit 0
int positive(int x) { return x < 0 ? 0 : x; }
int main(void) {
    return positive(-4);
}
