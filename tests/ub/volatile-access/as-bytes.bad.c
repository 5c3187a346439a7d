// C17 6.7.3p6: character lvalues must be volatile, too.
int main(void) {
    volatile int x = 0;
    unsigned char *p = (unsigned char *)&x;
    return p[0]; //~ UB volatile-access
}
