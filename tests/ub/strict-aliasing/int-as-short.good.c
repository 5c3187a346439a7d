// expect: exit 0
int main(void) {
    int x = 0x00010001;
    unsigned char *p = (unsigned char *)&x;
    return *p != 1;
}
