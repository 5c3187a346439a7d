// expect: exit 0
static void add(float *restrict p, float *q, int n) {
    for (int i = 0; i < n; i++)
        p[i] += q[n - 1 - i];
}
int main(void) {
    float v[4] = { 1, 2, 3, 4 };
    add(v, v + 2, 2);
    return v[0] != 5;
}
