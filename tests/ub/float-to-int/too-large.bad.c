// C17 6.3.1.4p1: 1e10 does not fit in int.
int main(void) {
    double d = 1e10;
    int x = (int)d; //~ UB float-to-int
    return x == 0;
}
