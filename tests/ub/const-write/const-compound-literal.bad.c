// C17 6.7.3p6: the compound literal is const.
int main(void) {
    const int *p = (const int[]){ 1, 2 };
    ((int *)p)[1] = 5; //~ UB const-write
    return p[1] != 5;
}
