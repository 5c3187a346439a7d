// C17 6.5.7p4: the flag's bit is the sign bit.
#define BIT(n) (1 << (n))
int main(void) {
    int flags = 0;
    flags |= BIT(31); //~ UB shift-value
    return flags == 0;
}
