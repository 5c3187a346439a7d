// expect: exit 0
int fill(int n) {
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    return v[n - 1];
}
int main(void) {
    return fill(5) != 4;
}
