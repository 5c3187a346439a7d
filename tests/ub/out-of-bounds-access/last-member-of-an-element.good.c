// expect: exit 0
struct s { int n; int a[1]; };
struct s all[2] = { { 1, { 2 } }, { 3, { 4 } } };
int main(void) {
    int j = 1;
    return all[j].a[0] - 4;
}
