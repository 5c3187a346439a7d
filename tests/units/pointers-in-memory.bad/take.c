struct b { int n; };
int take(void *from) {
    struct b *p = *(struct b **)from; //~ UB strict-aliasing
    return p != 0;
}
