// C17 6.5p5: unsigned short operands are promoted to int before they are multiplied.
int main(void) {
    unsigned short a = 65535;
    unsigned r = a * a; //~ UB signed-overflow
    return r != 4294836225u;
}
