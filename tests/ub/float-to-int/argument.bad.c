// C17 6.3.1.4p1: an argument is converted as if by assignment.
static int twice(short s) { return 2 * s; }
int main(void) {
    double d = 40000.5;
    return twice(d) != 40000; //~ UB float-to-int
}
