// C17 6.7.9p16: an array is initialised by an expression.
int main(void) {
    int a[2] = 1;
    return a[0];
}
