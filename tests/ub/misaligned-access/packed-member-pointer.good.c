// expect: exit 0
struct __attribute__((packed)) packed { char tag; int value; };
struct plain { char tag; int value; };
static void set(int *p) { *p = 4; }
int main(void) {
    struct plain s = { 1, 2 };
    set(&s.value);
    return s.value != 4;
}
