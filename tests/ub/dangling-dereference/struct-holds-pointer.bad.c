// C17 6.2.4p2: the structure outlives the array it points into.
struct view { const int *data; int n; };
static const int shared[2] = { 3, 4 };
static struct view make(void) {
    int local[2] = { 3, 4 };
    return (struct view){ local, 2 };
}
int main(void) {
    struct view v = make();
    return v.data[1] - 4; //~ UB dangling-dereference
}
