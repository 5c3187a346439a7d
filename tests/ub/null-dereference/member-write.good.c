// expect: exit 0
struct node { int value; struct node *next; };
int main(void) {
    struct node b = { 2, 0 }, a = { 1, &b };
    a.next->value = 3;
    return b.value == 0;
}
