// C17 6.3.2.3p7: the parameter's void pointer becomes a pointer to long without a cast.
static int low_byte(void *bytes) {
    long *p = bytes; //~ UB misaligned-access
    return *(unsigned char *)p;
}
int main(void) {
    long words[2] = { 0, 0 };
    return low_byte((char *)words + 4);
}
