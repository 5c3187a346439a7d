// expect: exit 0
static int low_byte(void *bytes) {
    long *p = bytes;
    return *(unsigned char *)p;
}
int main(void) {
    long words[2] = { 0, 0 };
    return low_byte((char *)words + 8);
}
