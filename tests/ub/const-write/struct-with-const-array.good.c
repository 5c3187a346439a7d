// expect: exit 0
struct s { const int v[2]; int w[2]; };
int main(void) {
    struct s s = { { 1, 2 }, { 3, 4 } };
    int *p = s.w;
    p[1]--;
    return s.w[1] != 3;
}
