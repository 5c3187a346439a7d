// C17 6.5p5: the comparison by subtraction overflows.
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b; //~ UB signed-overflow
}
int main(void) {
    int x = -2000000000, y = 2000000000;
    return compare(&x, &y) >= 0;
}
