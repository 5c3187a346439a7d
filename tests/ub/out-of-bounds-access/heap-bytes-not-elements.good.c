// expect: exit 0
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int n = 8;
    int *p = malloc(n * sizeof(int));
    if (!p)
        return 0;
    for (int i = 0; i < n; i++)
        p[i] = i;
    int last = p[n - 1];
    free(p);
    return last != 7;
}
