// C17 7.22.3.3p2: an object with static storage duration is freed.
void free(void *);
void *malloc(unsigned long);
static char fallback[16];
int main(void) {
    char *p = fallback;
    if (p)
        free(p); //~ UB invalid-free
    return 0;
}
