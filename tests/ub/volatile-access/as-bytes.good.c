// expect: exit 0
int main(void) {
    volatile int x = 0;
    volatile unsigned char *p = (volatile unsigned char *)&x;
    return p[0];
}
