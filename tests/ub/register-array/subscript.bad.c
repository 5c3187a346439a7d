// C17 6.3.2.1p3: a register array does not become a pointer.
int main(void) {
    register int a[2] = { 0, 1 };
    return a[0]; //~ UB register-array
}
