// expect: exit 3
struct inner { int a[2]; };
struct outer { struct inner in; };
int main(int argc, char **argv) {
    struct outer x = { { { 1, 2 } } }, y = { { { 3, 4 } } };
    (argc > 1 ? &x : &y)->in.a[1]++;
    return (argc > 1 ? x : y).in.a[0];
}
