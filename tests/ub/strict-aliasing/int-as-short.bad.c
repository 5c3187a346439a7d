// C17 6.5p7: half of an int is read through a short lvalue.
int main(void) {
    int x = 0x00010001;
    short *p = (short *)&x;
    return *p != 1; //~ UB strict-aliasing
}
