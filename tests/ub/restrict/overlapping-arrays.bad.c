// C17 6.7.3.1p4: the arrays overlap in all but one element.
static void copy(int n, int *restrict to, const int *restrict from) {
    for (int i = 0; i < n; i++)
        to[i] = from[i]; //~ UB restrict
}
int main(void) {
    int v[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    copy(4, v + 1, v);
    return v[4] != 1;
}
