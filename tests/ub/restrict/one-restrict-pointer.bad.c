// C17 6.7.3.1p4: q is not restrict and not based on p.
static void add(float *restrict p, float *q, int n) {
    for (int i = 0; i < n; i++)
        p[i] += q[n - 1 - i]; //~ UB restrict
}
int main(void) {
    float v[4] = { 1, 2, 3, 4 };
    add(v, v, 2);
    return v[0] != 5;
}
