// expect: exit 0
static int third(int v[3]) { return v[2]; }
int main(void) {
    int v[3] = { 1, 2, 0 };
    return third(v);
}
