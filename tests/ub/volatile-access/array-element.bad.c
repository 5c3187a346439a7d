// C17 6.7.3p6: the elements of a volatile array are volatile.
static volatile short ring[4] = { 1, 2, 3, 4 };
static int sum(const short *a, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i]; //~ UB volatile-access
    return total;
}
int main(void) { return sum((const short *)ring, 4) - 10; }
