// expect: exit 0
static int find(const int *v, int n, int x) {
    for (int i = 0; i < n; i++)
        if (v[i] == x)
            return i;
}
int main(void) {
    int v[3] = { 4, 5, 6 };
    return find(v, 3, 6) - 2;
}
