// C17 6.2.4p2: the object was freed.
void *malloc(unsigned long);
void free(void *);
struct s { int a, b; };
int main(void) {
    struct s *p = malloc(sizeof(struct s));
    if (!p)
        return 0;
    free(p);
    p->b = 1; //~ UB dangling-dereference
    return 0;
}
