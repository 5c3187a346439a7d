// expect: exit 0
int main(void) {
    short v[3] = { 4, 5, 6 };
    short *p = v;
    p[2] = 7;
    return v[2] != 7;
}
