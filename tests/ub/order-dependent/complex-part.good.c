// expect: exit 2
static _Complex double shared = 1.0;
static double change(void) {
    __real__ shared = 5.0;
    return 0.0;
}
int main(void) {
    _Complex double other = 2.0, sum = other + change();
    return (int)__real__ sum;
}
