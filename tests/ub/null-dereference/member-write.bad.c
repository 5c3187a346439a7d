// C17 6.5.3.2p4: the list ends before the third node.
struct node { int value; struct node *next; };
int main(void) {
    struct node b = { 2, 0 }, a = { 1, &b };
    a.next->next->value = 3; //~ UB null-dereference
    return b.value == 0;
}
