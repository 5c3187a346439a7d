// C17 6.5p7: the pointers alias although their types may not.
static int update(int *i, float *f) {
    *i = 1;
    *f = 2.0f; //~ UB strict-aliasing
    return *i;
}
int main(void) {
    int x = 0;
    return update(&x, (float *)&x);
}
