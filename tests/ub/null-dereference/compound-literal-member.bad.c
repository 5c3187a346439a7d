// C17 6.5.3.2p4: a pointer member left out of an initialiser is null.
struct handler { int id; int *count; };
static void hit(struct handler h) {
    ++*h.count; //~ UB null-dereference
}
int main(void) {
    int n = 0;
    hit((struct handler){ .id = 1 });
    return n != 1;
}
