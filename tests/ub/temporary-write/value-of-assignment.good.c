// expect: exit 0
struct box { int a[2]; };
int main(void) {
    struct box x = { { 1, 2 } }, y;
    int second = (y = x).a[1];
    y.a[1] = 7;
    return second - 2;
}
