// C17 6.5.5p5: no element was counted.
static int average(const int *v, int n) {
    int sum = 0, count = 0;
    for (int i = 0; i < n; i++)
        if (v[i] > 0) {
            sum += v[i];
            count++;
        }
    return sum / count; //~ UB division-by-zero
}
int main(void) {
    int v[3] = { -1, 0, -7 };
    return average(v, 3) != 5;
}
