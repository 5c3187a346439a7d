struct a { long n; };
int take(void *from) {
    struct a *p = *(struct a **)from; //~ UB strict-aliasing
    return p != 0;
}
