// C17 6.9.1p12: the value is an operand.
static int find(const int *v, int n, int x) {
    for (int i = 0; i < n; i++)
        if (v[i] == x)
            return i;
}
int main(void) {
    int v[3] = { 4, 5, 6 };
    return find(v, 3, 7) + 1; //~ UB missing-return
}
