// C17 6.7.3p6: the member array is const.
struct s { const int v[2]; int w[2]; };
int main(void) {
    struct s s = { { 1, 2 }, { 3, 4 } };
    int *p = (int *)s.v;
    p[1]--; //~ UB const-write
    return s.w[1] != 3;
}
