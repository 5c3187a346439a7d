// expect: exit 0
struct item { int id; char name[4]; };
int main(void) {
    struct item items[2] = { { 1, "a" }, { 2, "b" } };
    int i = 0;
    while (items[i].id != 2)
        i++;
    return i != 1;
}
