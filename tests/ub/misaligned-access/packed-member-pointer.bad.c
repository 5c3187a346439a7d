// C17 6.2.8p1: the int pointer leads to a member of a packed structure.
struct __attribute__((packed)) packed { char tag; int value; };
struct plain { char tag; int value; };
static void set(int *p) { *p = 4; } //~ UB misaligned-access
int main(void) {
    _Alignas(4) struct packed s = { 1, 2 };
    set(&s.value);
    return s.value != 4;
}
