// C17 6.5p7: an object of type `struct a *` is read as a `struct b *`.
struct a { int n; };
int take(void *from);
int main(void) {
    struct a one = {1}, *p = &one;
    return take(&p);
}
