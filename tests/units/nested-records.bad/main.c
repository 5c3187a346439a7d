// C17 6.2.7p1: what the inner pointer points to has another member.
typedef struct { struct { int a; } *inner; int n; } Outer;
int use(void *outer);
int main(void) {
    Outer outer = {0, 1};
    return use(&outer);
}
