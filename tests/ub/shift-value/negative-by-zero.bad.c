// C17 6.5.7p4: even a shift by zero of a negative value is undefined.
int identity(int x, int n) {
    return x << n; //~ UB shift-value
}
int main(void) {
    return identity(-5, 0) == -5;
}
