// C17 6.2.4p8: the conditional operator gives a value, whose array must not be modified.
struct inner { int a[2]; };
struct outer { struct inner in; };
int main(int argc, char **argv) {
    struct outer x = { { { 1, 2 } } }, y = { { { 3, 4 } } };
    int *p = (argc > 1 ? x : y).in.a, unused = 0;
    (void)p;
    (argc > 1 ? x : y).in.a[0]++; //~ UB temporary-write
    return unused;
}
