// C17 6.5.6p8: malloc(n) allocates n bytes, not n elements.
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int n = 8;
    int *p = malloc(n);
    if (!p)
        return 0;
    for (int i = 0; i < n; i++)
        p[i] = i; //~ UB out-of-bounds-access
    int last = p[n - 1];
    free(p);
    return last != 7;
}
