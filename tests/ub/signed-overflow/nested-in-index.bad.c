// C17 6.5p5: the overflow is in an index, inside a call's argument.
static int identity(int x) { return x; }
int main(void) {
    int a[2] = { 0, 0 };
    int big = 2147483647;
    return identity(a[(big + 1) & 1]); //~ UB signed-overflow
}
