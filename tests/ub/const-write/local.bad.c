// C17 6.7.3p6: a const object is modified through a pointer without const.
int main(void) {
    const int x = 1;
    int *p = (int *)&x;
    *p = 2; //~ UB const-write
    return x - 2;
}
