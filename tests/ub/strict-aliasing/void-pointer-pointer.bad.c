// C17 6.5p7: `void *` and `int *` are not compatible types.
int main(void) {
    int x = 1, *p = 0;
    void *v = &x;
    *(void **)&p = v; //~ UB strict-aliasing
    return *p != 1;
}
