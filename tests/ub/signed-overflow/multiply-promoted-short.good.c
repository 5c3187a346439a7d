// expect: exit 0
int main(void) {
    unsigned short a = 65535;
    unsigned r = (unsigned)a * a;
    return r != 4294836225u;
}
