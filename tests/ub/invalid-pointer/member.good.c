// expect: exit 0
struct device { unsigned status, data; };
int main(void) {
    struct device fake = { 0, 0 };
    volatile struct device *d = &fake;
    return d->data;
}
