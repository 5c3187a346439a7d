// expect: exit 1
struct device { int id; volatile unsigned status; };
int main(void) {
    struct device d = { 1, 0 };
    int *id = &d.id;
    return *id + (int)d.status;
}
