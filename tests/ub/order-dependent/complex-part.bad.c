// C17 6.5p3: the complex value is read before or after the call that changes its real part.
static _Complex double shared = 1.0;
static double change(void) {
    __real__ shared = 5.0;
    return 0.0;
}
int main(void) {
    _Complex double sum = shared + change(); //~ UB order-dependent
    return (int)__real__ sum;
}
