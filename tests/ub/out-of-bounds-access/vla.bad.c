// C17 6.5.6p8: the variable length array has n elements.
int fill(int n) {
    int v[n];
    for (int i = 0; i <= n; i++)
        v[i] = i; //~ UB out-of-bounds-access
    return v[n - 1];
}
int main(void) {
    return fill(5) != 4;
}
