// C17 6.5.2.2p6: a float parameter of a prototype is not compatible with its promoted type.
static double half(float x) { return x / 2; }
static double third(double x) { return x / 3; }
int main(void) {
    double (*f)() = (double (*)())half;
    return f(3.0) > 2.0; //~ UB wrong-call
}
