// expect: exit 0
struct view { const int *data; int n; };
static const int shared[2] = { 3, 4 };
static struct view make(void) {
    return (struct view){ shared, 2 };
}
int main(void) {
    struct view v = make();
    return v.data[1] - 4;
}
