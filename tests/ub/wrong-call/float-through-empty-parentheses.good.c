// expect: exit 0
static double half(float x) { return x / 2; }
static double third(double x) { return x / 3; }
int main(void) {
    double (*f)() = (double (*)())third;
    return f(3.0) > 2.0;
}
