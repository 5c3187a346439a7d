// expect: exit 0
void free(void *);
void *malloc(unsigned long);
static char fallback[16];
int main(void) {
    char *p = malloc(sizeof fallback);
    if (p)
        free(p);
    return 0;
}
