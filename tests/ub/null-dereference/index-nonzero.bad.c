// C17 6.5.3.2p4: a null pointer is subscripted with 2.
int main(void) {
    short v[3] = { 4, 5, 6 };
    short *p = 0;
    p[2] = 7; //~ UB null-dereference
    return v[2] != 7;
}
