// expect: exit 0
static int is_null(int *p) { return p == 0; }
int main(void) {
    int *p;
    {
        static int x = 1;
        p = &x;
    }
    return is_null(p);
}
