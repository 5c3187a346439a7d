// expect: exit 0
static void clear(double v[static 3]) { v[0] = 0; }
int main(void) {
    double d[5] = { 1, 2, 3, 4, 5 };
    clear(d + 1);
    clear(&d[2]);
    return (int)d[2];
}
