// C17 6.5.6p8: the third structure of two.
struct item { int id; char name[4]; };
int main(void) {
    struct item items[2] = { { 1, "a" }, { 2, "b" } };
    int i = 0;
    while (items[i].id != 3) //~ UB out-of-bounds-access
        i++;
    return i != 1;
}
