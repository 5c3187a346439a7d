// expect: exit 0
struct pair {
    int a, b;
};

int main(void) {
    struct pair x = {.a = sizeof x != 2 * sizeof x.a};
    x = x;
    return x.a;
}
