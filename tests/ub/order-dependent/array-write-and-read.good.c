// expect: exit 0
static int v[2] = { 1, 2 };
static int set(int i, int x) { return v[i] = x; }
int main(void) {
    int r = v[0] * set(1, 10);
    return r != 10;
}
