// C17 6.5.3.2p4: the structure is read where it is passed, not where it arrives.
struct pair { int a, b; };
static int first(struct pair pair) {
    return pair.a;
}
int main(void) {
    struct pair *none = 0;
    return first(*none); //~ UB null-dereference
}
