// C17 6.3.2.3p5: a device register's address in a hosted program.
struct device { unsigned status, data; };
int main(void) {
    struct device fake = { 0, 0 };
    volatile struct device *d = (struct device *)0x4000;
    return d->data; //~ UB invalid-pointer
}
