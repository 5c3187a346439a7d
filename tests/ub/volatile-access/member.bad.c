// C17 6.7.3p6: the member is volatile.
struct device { int id; volatile unsigned status; };
int main(void) {
    struct device d = { 1, 0 };
    unsigned *status = (unsigned *)&d.status;
    return (int)*status; //~ UB volatile-access
}
