// expect: exit 0
static int average(const int *v, int n) {
    int sum = 0, count = 0;
    for (int i = 0; i < n; i++)
        if (v[i] > 0) {
            sum += v[i];
            count++;
        }
    return sum / count;
}
int main(void) {
    int v[3] = { -1, 4, 6 };
    return average(v, 3) != 5;
}
