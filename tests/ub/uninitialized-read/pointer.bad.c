// C17 6.3.2.1p2: the pointer itself has no value.
int main(void) {
    int x = 1;
    int *p;
    *p = 3; //~ UB uninitialized-read
    return x != 3;
}
