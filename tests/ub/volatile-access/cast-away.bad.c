// C17 6.7.3p6: the object is defined volatile, the lvalue is not.
int main(void) {
    volatile int x = 3;
    int *p = (int *)&x;
    return *p - 3; //~ UB volatile-access
}
