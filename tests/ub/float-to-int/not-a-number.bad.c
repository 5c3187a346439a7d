// C17 6.3.1.4p1: a NaN has no integral part.
int main(void) {
    double huge = 1e308;
    double infinity = huge * 10;
    double nan = infinity - infinity;
    return (int)nan; //~ UB float-to-int
}
