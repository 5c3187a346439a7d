// C17 6.5.6p8: a null pointer points to no array.
int main(void) {
    char c = 'x';
    char *p = 0;
    char *q = p + 1; //~ UB out-of-bounds-pointer
    return q == &c;
}
