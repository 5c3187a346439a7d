// expect: exit 0
int main(void) {
    char c = 'x';
    char *p = &c;
    char *q = p + 1;
    return q == &c;
}
