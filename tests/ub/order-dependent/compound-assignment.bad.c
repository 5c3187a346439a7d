// C17 6.5p3: whether a[i] is located before or after the call is unspecified.
static int i;
static int a[3] = { 1, 10, 100 };
static int next(void) {
    return ++i;
}
int main(void) {
    a[i] += next(); //~ UB order-dependent
    return a[0];
}
