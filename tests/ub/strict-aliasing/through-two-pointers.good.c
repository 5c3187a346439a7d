// expect: exit 0
static int update(int *i, float *f) {
    *i = 1;
    *f = 2.0f;
    return *i;
}
int main(void) {
    int x = 0;
    float y;
    return update(&x, &y) != 1;
}
