// C17 6.7.6.3p7: from the third element on there are only two.
static void clear(double v[static 3]) { v[0] = 0; }
int main(void) {
    double d[4] = { 1, 2, 3, 4 };
    clear(d + 1);
    clear(&d[2]); //~ UB static-array
    return (int)d[2];
}
