// C17 6.3.2.3p7: the way back does not undo it.
int main(void) {
    _Alignas(8) char buffer[16] = "abcdefgh";
    double *d = (double *)&buffer[4]; //~ UB misaligned-access
    return *(char *)d != 'e';
}
