typedef struct { int a, b; } Pair;
int sum(void *p) {
    return ((Pair *)p)->a; //~ UB strict-aliasing
}
