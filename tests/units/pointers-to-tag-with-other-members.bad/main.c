// C17 6.2.7p1: the same tag, but other members; 6.5p7.
struct a { int n; };
int take(void *from);
int main(void) {
    struct a one = {1}, *p = &one;
    return take(&p);
}
