// expect: exit 0
static volatile short ring[4] = { 1, 2, 3, 4 };
static int sum(const volatile short *a, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}
int main(void) { return sum(ring, 4) - 10; }
