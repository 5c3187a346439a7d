// expect: exit 0
int main(void) {
    _Alignas(8) char buffer[16] = "abcdefgh";
    double *d = (double *)&buffer[8];
    return *(char *)d != 0;
}
