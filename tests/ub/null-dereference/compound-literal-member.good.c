// expect: exit 0
struct handler { int id; int *count; };
static void hit(struct handler h) {
    ++*h.count;
}
int main(void) {
    int n = 0;
    hit((struct handler){ .id = 1, .count = &n });
    return n != 1;
}
