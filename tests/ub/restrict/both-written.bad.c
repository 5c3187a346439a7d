// C17 6.7.3.1p4: the object is written through both.
static void set(int *restrict a, int *restrict b) {
    *a = 1;
    *b = 2; //~ UB restrict
}
int main(void) {
    int v[2] = { 0, 0 };
    set(v, v);
    return v[0] == 0;
}
