// expect: exit 0
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int x = -1000000000, y = 1000000000;
    return compare(&x, &y) >= 0;
}
