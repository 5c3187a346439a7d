// expect: exit 0
static void copy(int n, int *restrict to, const int *restrict from) {
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
int main(void) {
    int v[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    copy(4, v + 4, v);
    return v[4] != 1;
}
