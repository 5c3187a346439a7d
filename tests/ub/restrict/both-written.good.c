// expect: exit 0
static void set(int *restrict a, int *restrict b) {
    *a = 1;
    *b = 2;
}
int main(void) {
    int v[2] = { 0, 0 };
    set(v, v + 1);
    return v[0] == 0;
}
