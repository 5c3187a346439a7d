// expect: exit 0
struct pair { int a, b; };
static int first(struct pair pair) {
    return pair.a;
}
int main(void) {
    struct pair pair = {0, 1}, *none = &pair;
    return first(*none);
}
