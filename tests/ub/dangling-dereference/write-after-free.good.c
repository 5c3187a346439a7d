// expect: exit 0
void *malloc(unsigned long);
void free(void *);
struct s { int a, b; };
int main(void) {
    struct s *p = malloc(sizeof(struct s));
    if (!p)
        return 0;
    p->b = 1;
    free(p);
    return 0;
}
